/** Proxy to a node's kubelet, or to another port of the node. */
import type { Node, NodeProxyOptions } from '../../../generated/types/core/v1.ts';
import type { Connect } from '../../api/endpoint-hooks.ts';
import { ApiError } from '../../api/errors.ts';
import { readIp } from '../../scalars/addresses.ts';
import { proxyTo } from '../proxied.ts';
import { agentOf, askAgent, authorityOf, mayProxy } from './agent.ts';
import type { AgentAccess } from './agent-access.ts';

/** Only the kubelet gets the server's client certificate; other ports get the scheme in the URL. */
export function nodeProxy(access: AgentAccess): Connect<NodeProxyOptions, Node> {
	return (asked) => {
		const agent = agentOf(asked.parent, access);
		if (readIp(agent.host) !== undefined && !mayProxy(agent.host)) throw new ApiError('BadRequest', 'address not allowed');
		const { host } = agent;
		const { connectMs } = access;
		const port = asked.port === '' ? agent.port : portOf(asked.port, asked.name);
		const authority = authorityOf({ host, port });
		if (port !== agent.port) return proxyTo({ scheme: asked.scheme === 'https' ? 'https' : 'http', host, port, authority, connectMs }, asked);
		return proxyTo({ scheme: 'https', host, port, authority, connectMs, send: (sent) => askAgent(access, agent, sent, { onlyGlobal: true }) }, asked);
	};
}

function portOf(text: string, name: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new ApiError('BadRequest', `invalid node request ${JSON.stringify(`${name}:${text}`)}`);
	return port;
}
