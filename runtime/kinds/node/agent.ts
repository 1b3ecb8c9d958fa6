/** Addresses of kubelets, and requests to them. */
import { readFile } from 'node:fs/promises';
import type { Node } from '../../../generated/types/core/v1.ts';
import { ApiError } from '../../api/errors.ts';
import { type Backend, type BackendAnswer, type Forwarded, send } from '../../remote/forward.ts';
import { isGlobalUnicast, readIp } from '../../scalars/addresses.ts';
import type { AgentAccess } from './agent-access.ts';

export interface AgentAddress {
	/** DNS name or IP address. */
	readonly host: string;
	readonly port: number;
}

/** Returns the kubelet's address. Throws ApiError with code 500 when the node reports none. */
export function agentOf({ status = {} }: Node, { addressTypes, port }: AgentAccess): AgentAddress {
	const { addresses = [], daemonEndpoints } = status;
	const host = addressTypes.flatMap((type) => addresses.filter((each) => each.type === type))[0]?.address;
	if (host === undefined) {
		const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ');
		throw unexplained(`no preferred addresses found; known addresses: [${known}]`);
	}
	return { host, port: daemonEndpoints?.kubeletEndpoint?.Port || port };
}

/** Formats host and port as in a URL. */
export function authorityOf({ host, port }: { readonly host: string; readonly port: number | string }): string {
	return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns an error of the connection to a kubelet. In Kubernetes these have a code and message, but no reason. */
export function unexplained(message: string): ApiError {
	return ApiError.ofAnother({ code: 500, reason: '' }, message);
}

/** Sends a request to a kubelet. `verifies`: its certificate is verified. Rejects with the connection's error. */
export async function askAgent(access: AgentAccess, at: AgentAddress, asked: Forwarded, { verifies = true, onlyGlobal = false } = {}): Promise<BackendAnswer> {
	const { authorityFile, clientFiles, connectMs } = access;
	const [ca, cert, key] = await Promise.all([
		verifies ? readFile(authorityFile, 'utf8') : undefined,
		clientFiles && readFile(clientFiles.certificate, 'utf8'),
		clientFiles && readFile(clientFiles.key, 'utf8'),
	]);
	const tls = { ...(ca !== undefined && { ca }), ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) };
	const backend: Backend = { scheme: 'https', ...at, tls, verifies, connectMs, ...(onlyGlobal && { lookup: await globalLookup() }) };
	return send(backend, asked);
}

/** Resolves names like the system, but fails for addresses that a proxy may not reach. The checked address is the one that is dialled. */
export async function globalLookup(): Promise<NonNullable<Backend['lookup']>> {
	const { lookup } = await import('node:dns');
	return (host, options, done) =>
		lookup(host, { ...options, all: true }, (error, addresses) => {
			const [first] = addresses ?? [];
			const other = addresses?.some(({ address }) => !mayProxy(address));
			const failure = error ?? (other === true || first === undefined ? new Error('address not allowed') : null);
			if (failure !== null) done(failure, '', 0);
			else if (options.all === true) done(null, addresses);
			else done(null, first?.address ?? '', first?.family ?? 0);
		});
}

/** Reports whether a proxy may connect to an address: not to loopback or link-local ones (CVE-2022-3294). */
export function mayProxy(address: string): boolean {
	const ip = readIp(address);
	return ip !== undefined && isGlobalUnicast(ip);
}

const untrusted: ReadonlySet<string> = new Set([
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Describes a connection failure, in Go's words where clients may search for them. */
export function connectionFailure(error: unknown, authority: string): string {
	const { code = '', message } = error as Error & { readonly code?: string };
	if (untrusted.has(code)) return 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
	if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `tls: failed to verify certificate: x509: ${message}`;
	if (code === 'ENOTFOUND') return `dial tcp: lookup ${authority.replace(/:\d+$/, '')}: no such host`;
	const why = { ECONNREFUSED: 'connect: connection refused', ETIMEDOUT: 'i/o timeout', EHOSTUNREACH: 'connect: no route to host' }[code];
	return `dial tcp ${authority}: ${why ?? message}`;
}
