/** Node's HTTP client. */
import { Agent, request } from 'node:https';
import type { ServerProcess } from '../../setup/server.ts';
import { type Client, Tally } from './client.ts';
import type { Exchange } from './exchanges.ts';

export const nodeClient: Client = {
	name: "Node's client",
	async run(server, exchanges) {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		const tally = new Tally();
		for (const exchange of exchanges) tally.add(exchange, await exchanged(server, agent, exchange));
		agent.destroy();
		return tally.counts;
	},
};

function exchanged({ credentials, port }: ServerProcess, agent: Agent, { method, path, body, split }: Exchange): Promise<number | undefined> {
	return new Promise((resolve) => {
		const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
		const outgoing = request({ ...credentials, agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
			response.on('error', () => resolve(undefined)).resume();
			response.once('end', () => resolve(response.statusCode));
		});
		outgoing.once('error', () => resolve(undefined));
		if (body === undefined || !split) outgoing.end(body);
		else {
			const middle = body.length >> 1;
			outgoing.flushHeaders();
			setImmediate(() => {
				outgoing.write(body.subarray(0, middle));
				outgoing.end(body.subarray(middle));
			});
		}
	});
}
