/**
 * The proxy to a node's agent, or to whatever else listens there. This server dials no nodes: an address that could be asked answers as
 * one that cannot be reached does, any other as in Kubernetes.
 */
import type { Node, NodeProxyOptions } from '../../../generated/types/core/v1.ts';
import type { Connect } from '../../api/endpoint-hooks.ts';
import { ApiError } from '../../api/errors.ts';
import { isGlobalUnicast, readIp } from '../../scalars/addresses.ts';

/** In which the agent of a node is asked. */
const preferred = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'] as const;
const agentPort = 10_250;

export const proxy: Connect<NodeProxyOptions, Node> = ({ parent: { status = {} }, port }) => {
	const { addresses = [], daemonEndpoints } = status;
	const found = preferred.flatMap((type) => addresses.filter((each) => each.type === type))[0]?.address;
	if (found === undefined) {
		const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ');
		throw new ApiError('InternalError', `no preferred addresses found; known addresses: [${known}]`);
	}
	const ip = readIp(found);
	if (ip !== undefined && !isGlobalUnicast(ip)) throw new ApiError('BadRequest', 'address not allowed');
	const host = found.includes(':') ? `[${found}]` : found;
	const at = port || String(daemonEndpoints?.kubeletEndpoint?.Port || agentPort);
	throw new ApiError('ServiceUnavailable', `error trying to reach service: dial tcp ${host}:${at}: this server asks no nodes`);
};
