/** Where the agent of a node listens. */
import type { Node } from '../../../generated/types/core/v1.ts';
import { ApiError } from '../../api/errors.ts';

/** In which the agent of a node is asked. */
const preferred = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'] as const;
const agentPort = 10_250;

export interface AgentAddress {
	/** A name or an address. */
	readonly host: string;
	readonly port: number;
}

/** Throws ApiError, of code 500, where the node says no address. */
export function agentOf({ status = {} }: Node): AgentAddress {
	const { addresses = [], daemonEndpoints } = status;
	const host = preferred.flatMap((type) => addresses.filter((each) => each.type === type))[0]?.address;
	if (host === undefined) {
		const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ');
		throw unexplained(`no preferred addresses found; known addresses: [${known}]`);
	}
	return { host, port: daemonEndpoints?.kubeletEndpoint?.Port || agentPort };
}

/** As it stands in an authority. */
export function authorityOf({ host, port }: { readonly host: string; readonly port: number | string }): string {
	return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** What goes wrong on the way to an agent has a code and words in Kubernetes, and no reason. */
export function unexplained(message: string): ApiError {
	return ApiError.ofAnother({ code: 500, reason: '' }, message);
}
