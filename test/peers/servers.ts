/** Starts kube-apiserver of a release over an etcd as child processes, starts the built server, and sends requests to either. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { absence } from '../../runtime/admission/enabled.ts';
import { admissionPlugins } from '../../runtime/admission/plugins/index.ts';
import { startServer } from '../setup/server.ts';
import { freePort, startEtcd, startProgram, until } from './programs.ts';

export interface Reply {
	readonly status: number;
	readonly warnings: readonly string[];
	readonly headers: IncomingHttpHeaders;
	readonly body: unknown;
}

export interface Server {
	ask(method: string, path: string, body?: string, headers?: Readonly<Record<string, string | readonly string[]>>): Promise<Reply>;
	stop(): Promise<void>;
}

/** Server whose `ask` sends requests as the administrator. */
export interface GuardedServer extends Server {
	/** Sends a request as the user that the headers prove. */
	readonly askAs: Server['ask'];
}

export const namespace = 'peers';
const serviceRange = '10.0.0.0/16';

/** Default plugins that both servers run without: they need controllers, or the built server lacks them. */
const plugins = ['LimitRanger', 'ResourceQuota', 'ServiceAccount', 'StorageObjectInUseProtection'];
/** Plugins of this sort that 1.25 does not know. */
const laterPlugins = ['MutatingAdmissionPolicy', 'ValidatingAdmissionPolicy'];

/** Plugins to disable by default; `policies` leaves those of policies on. */
export function pluginsOff(release: string, { policies = false } = {}): readonly string[] {
	return [...plugins, ...(release === '1.25' || policies ? [] : laterPlugins)];
}

function disabling(off: readonly string[]): readonly string[] {
	return off.length > 0 ? ['--disable-admission-plugins', off.join()] : [];
}

function asker(
	port: number,
	credentials: { readonly ca?: Buffer; readonly cert?: Buffer; readonly key?: Buffer },
	always: Readonly<Record<string, string>>,
): Server['ask'] {
	// The peer's certificate is self-signed, just created, and used on the loopback only.
	const agent = new Agent({ keepAlive: true, ...credentials, rejectUnauthorized: credentials.ca !== undefined });
	return (method, path, body, headers = {}) =>
		new Promise((resolve, reject) => {
			const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
			const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers: { ...always, ...length, ...headers } }, (response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => chunks.push(chunk));
				response.on('error', reject);
				response.on('end', () => {
					const text = Buffer.concat(chunks).toString();
					const warnings = response.headersDistinct.warning ?? [];
					resolve({ status: response.statusCode ?? 0, warnings, headers: response.headers, body: bodyOf(text) });
				});
			});
			outgoing.on('error', (cause: NodeJS.ErrnoException) => {
				// A panic in kube-apiserver closes the connection, which counts as an answer.
				if (cause.code === 'ECONNRESET') resolve({ status: 0, warnings: [], headers: {}, body: 'the connection was closed' });
				else reject(new Error(`${method} ${path} on port ${port}`, { cause }));
			});
			outgoing.end(body);
		});
}

/** Returns an object, or the text of any other body, such as that of a finished watch with many objects. */
function bodyOf(text: string): unknown {
	if (!text.startsWith('{')) return text;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Starts a server of `orch build` with the kubernetes vocabulary and the spec root of this folder. */
export async function startOrch(built: string, release: string, flags: readonly string[] = [], withoutPlugins = pluginsOff(release)): Promise<GuardedServer> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-peer-tokens-'));
	const off = withoutPlugins.filter((name) => absence(name, release, admissionPlugins) === undefined);
	const own = ['--emulated-version', release, '--controllers', '-*', '--service-cluster-ip-range', serviceRange, '--token-auth-file', tokensIn(folder)];
	const server = await startServer(built, { flags: [...own, '--allow-privileged', ...disabling(off), ...flags] });
	const ask = asker(server.port, { ca: server.credentials.ca }, asAdmin);
	const stop = async (): Promise<void> => {
		await server.remove();
		rmSync(folder, { recursive: true, force: true });
	};
	await prepare(ask);
	return { ask, askAs: asker(server.port, { ca: server.credentials.ca }, {}), stop };
}

/** Starts kube-apiserver. `modes` are the authorizers, which the administrators' group bypasses; `off` are the plugins to disable. */
export async function startPeer(
	folder: string,
	release: string,
	flags: readonly string[] = [],
	modes = 'AlwaysAllow',
	off = pluginsOff(release),
): Promise<GuardedServer & { readonly port: number }> {
	const data = mkdtempSync(join(tmpdir(), `orch-peer-${release}-`));
	const port = await freePort();
	const etcd = await startEtcd(folder, data, ['--unsafe-no-fsync']);
	const key = join(data, 'sa.key');
	writeFileSync(key, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
	const apiserver = startProgram(join(folder, `kube-apiserver-${release}`), [
		...['--etcd-servers', etcd.url, '--secure-port', String(port), '--bind-address', '127.0.0.1', '--cert-dir', join(data, 'certs')],
		...['--service-account-issuer', 'https://localhost', '--service-account-key-file', key, '--service-account-signing-key-file', key],
		...['--service-cluster-ip-range', serviceRange, '--token-auth-file', tokensIn(data), '--authorization-mode', modes],
		...['--allow-privileged', '--endpoint-reconciler-type', 'none', ...disabling(off)],
		...flags,
	]);
	const stop = async (): Promise<void> => {
		for (const program of [apiserver, etcd]) await program.end();
		rmSync(data, { recursive: true, force: true });
	};
	const ask = asker(port, {}, asAdmin);
	try {
		await until(`kube-apiserver ${release} is ready`, async () => {
			if (apiserver.child.exitCode !== null) throw new Error(`kube-apiserver ${release} ended with ${apiserver.child.exitCode}: ${apiserver.said()}`);
			return (await ask('GET', '/readyz').catch(() => undefined))?.status === 200;
		});
		await prepare(ask);
		const crd = JSON.stringify(parse(readFileSync(join(import.meta.dirname, 'thing-crd.yaml'), 'utf8')));
		const made = await ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd, { 'content-type': 'application/json' });
		if (made.status !== 201) throw new Error(`the CustomResourceDefinition was refused: ${JSON.stringify(made.body)}`);
		// A kind is refused for a few seconds after it is established, until every component has learned of it.
		await until('the custom kind is served', async () => {
			const probe = JSON.stringify({ apiVersion: 'peers.example.com/v1beta1', kind: 'Thing', metadata: { name: 'probe' } });
			const path = `/apis/peers.example.com/v1beta1/namespaces/${namespace}/things?dryRun=All`;
			return (await ask('POST', path, probe, { 'content-type': 'application/json' })).status === 201;
		});
	} catch (error) {
		await stop();
		throw error;
	}
	return { ask, askAs: asker(port, {}, {}), port, stop };
}

/** Administrator's token, which both servers know. */
export const adminToken = 'admin';
const asAdmin = { authorization: `Bearer ${adminToken}` };

/** Writes the token file into that folder and returns its path. */
function tokensIn(folder: string): string {
	const file = join(folder, 'tokens');
	writeFileSync(file, `${adminToken},admin,admin,"system:masters"\n`, { mode: 0o600 });
	return file;
}

async function prepare(ask: Server['ask']): Promise<void> {
	const made = await ask('POST', '/api/v1/namespaces', JSON.stringify({ metadata: { name: namespace } }), { 'content-type': 'application/json' });
	if (made.status !== 201) throw new Error(`the namespace was refused: ${made.status} ${JSON.stringify(made.body)}`);
}
