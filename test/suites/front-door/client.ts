/** A client of the built server over one protocol, whose answers are read as slowly as their reader likes. */
import { type ClientHttp2Session, connect } from 'node:http2';
import { Agent, request } from 'node:https';
import type { Readable } from 'node:stream';
import type { ServerProcess } from '../../setup/server.ts';

export type Protocol = 'http1' | 'http2';

export interface Reply {
	readonly status: number;
	readonly contentType: string;
	/** Read by whoever iterates over it, and no faster. */
	readonly body: Readable;
}

export interface Client {
	/** Resolves with the head of the answer; rejects when the server is gone. */
	exchange(method: string, path: string, headers?: Readonly<Record<string, string>>, body?: string): Promise<Reply>;
	close(): void;
}

export interface Whole {
	readonly status: number;
	readonly text: string;
}

export async function whole({ status, body }: Reply): Promise<Whole> {
	const chunks: Buffer[] = [];
	for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
	return { status, text: Buffer.concat(chunks).toString() };
}

export function clientOf(server: ServerProcess, protocol: Protocol): Client {
	return protocol === 'http1' ? http1(server) : http2(server);
}

function http1({ port, credentials }: ServerProcess): Client {
	const agent = new Agent({ keepAlive: true });
	return {
		exchange: (method, path, headers = {}, body = '') =>
			new Promise((resolve, reject) => {
				const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
				const outgoing = request({ host: '127.0.0.1', port, ...credentials, agent, method, path, headers: { ...headers, ...length } }, (response) =>
					resolve({ status: response.statusCode ?? 0, contentType: response.headers['content-type'] ?? '', body: response }),
				);
				outgoing.on('error', reject);
				outgoing.end(body);
			}),
		close: () => agent.destroy(),
	};
}

function http2({ url, credentials }: ServerProcess): Client {
	const session: ClientHttp2Session = connect(url, credentials);
	let failure: Error | undefined;
	session.on('error', (error) => {
		failure = error;
	});
	return {
		exchange: (method, path, headers = {}, body = '') =>
			new Promise((resolve, reject) => {
				if (failure) return reject(failure);
				const stream = session.request({ ':method': method, ':path': path, ...headers }, { endStream: body === '' });
				stream.on('error', reject);
				stream.on('close', () => reject(new Error(`the stream was closed with code ${stream.rstCode} before an answer`)));
				stream.on('response', (head) => resolve({ status: head[':status'] ?? 0, contentType: head['content-type'] ?? '', body: stream }));
				if (body !== '') stream.end(body);
			}),
		close: () => session.destroy(),
	};
}
