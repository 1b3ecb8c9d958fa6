/** Address of a node's agent. */
import type { Node } from '../../../generated/types/core/v1.ts';
import { ApiError } from '../../api/errors.ts';

/** Address types in order of preference for reaching the agent. */
const preferred = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'] as const;
const agentPort = 10_250;

export interface AgentAddress {
	/** DNS name or IP address. */
	readonly host: string;
	readonly port: number;
}

/** Returns the agent's address. Throws ApiError with code 500 when the node reports none. */
export function agentOf({ status = {} }: Node): AgentAddress {
	const { addresses = [], daemonEndpoints } = status;
	const host = preferred.flatMap((type) => addresses.filter((each) => each.type === type))[0]?.address;
	if (host === undefined) {
		const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ');
		throw unexplained(`no preferred addresses found; known addresses: [${known}]`);
	}
	return { host, port: daemonEndpoints?.kubeletEndpoint?.Port || agentPort };
}

/** Formats host and port as in a URL's authority. */
export function authorityOf({ host, port }: { readonly host: string; readonly port: number | string }): string {
	return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns an error of the connection to an agent. Kubernetes gives these a code and a message, but no reason. */
export function unexplained(message: string): ApiError {
	return ApiError.ofAnother({ code: 500, reason: '' }, message);
}
