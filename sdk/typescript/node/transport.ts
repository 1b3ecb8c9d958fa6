/** `fetch` with features that Node's own lacks: custom certificates, and proxies. */

import { type IncomingMessage, type OutgoingHttpHeaders, Agent as PlainAgent, request as sendPlain } from 'node:http';
import { Agent, type AgentOptions, request as send } from 'node:https';
import { Readable } from 'node:stream';
import type { Fetch } from '../client/requests.ts';

/** Settings of a connection. Certificates and keys are PEM. */
export interface ConnectionSettings {
	/** Certificate authorities that sign the server's certificate. Default: those that Node trusts. */
	readonly ca?: string | undefined;
	readonly cert?: string | undefined;
	readonly key?: string | undefined;
	/** Name in the server's certificate, if it differs from the host in the address. */
	readonly serverName?: string | undefined;
	/** True to accept any certificate of the server. */
	readonly insecure?: boolean | undefined;
	/** Address of the proxy, such as `http://127.0.0.1:3128`. */
	readonly proxy?: string | undefined;
	/** Headers of each request. A header with several values is sent several times. */
	readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
}

/** Creates a `fetch` that keeps connections alive, with no limit on concurrent ones. */
export function nodeFetch(settings: () => ConnectionSettings): Fetch {
	let made: { readonly settings: ConnectionSettings; readonly agent: Agent } | undefined;
	const plain = new PlainAgent({ keepAlive: true });
	const agent = (): Agent => {
		const current = settings();
		if (made?.settings !== current) {
			made?.agent.destroy();
			made = { settings: current, agent: new Agent(agentOptions(current)) };
		}
		return made.agent;
	};
	return (url, { method, headers, body, signal }) =>
		new Promise((resolve, reject) => {
			// Node does not set the length of the body of a DELETE.
			const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
			const options = { method, headers: { ...(settings().headers as OutgoingHttpHeaders), ...headers, ...length }, ...(signal !== undefined && { signal }) };
			const answered = (incoming: IncomingMessage): void => resolve(responseOf(incoming));
			const outgoing = url.startsWith('https:') ? send(url, { ...options, agent: agent() }, answered) : sendPlain(url, { ...options, agent: plain }, answered);
			outgoing.on('error', reject);
			outgoing.end(body);
		});
}

function agentOptions({ ca, cert, key, serverName, insecure, proxy }: ConnectionSettings): AgentOptions {
	return {
		keepAlive: true,
		...(ca !== undefined && { ca }),
		...(cert !== undefined && { cert }),
		...(key !== undefined && { key }),
		...(serverName !== undefined && { servername: serverName }),
		...(insecure === true && { rejectUnauthorized: false }),
		...(proxy !== undefined && { proxyEnv: { HTTPS_PROXY: proxy } }),
	};
}

/** Status codes of responses that have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function responseOf(incoming: IncomingMessage): Response {
	const { statusCode: status = 502, headersDistinct } = incoming;
	const headers = new Headers();
	for (const [name, values = []] of Object.entries(headersDistinct)) for (const value of values) headers.append(name, value);
	if (bodiless.has(status)) {
		incoming.resume();
		return new Response(null, { status, headers });
	}
	return new Response(Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
}
