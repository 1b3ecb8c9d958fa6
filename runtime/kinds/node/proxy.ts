/**
 * Proxy to a node's agent, or to another port of the node. This server never connects to nodes: a valid address gets the answer of an
 * unreachable one, any other address gets Kubernetes' error.
 */
import type { Node, NodeProxyOptions } from '../../../generated/types/core/v1.ts';
import type { Connect } from '../../api/endpoint-hooks.ts';
import { ApiError } from '../../api/errors.ts';
import { isGlobalUnicast, readIp } from '../../scalars/addresses.ts';
import { agentOf, authorityOf } from './agent.ts';

export const proxy: Connect<NodeProxyOptions, Node> = ({ parent, port }) => {
	const agent = agentOf(parent);
	const ip = readIp(agent.host);
	if (ip !== undefined && !isGlobalUnicast(ip)) throw new ApiError('BadRequest', 'address not allowed');
	const authority = authorityOf({ host: agent.host, port: port || agent.port });
	throw new ApiError('ServiceUnavailable', `error trying to reach service: dial tcp ${authority}: this server asks no nodes`);
};
