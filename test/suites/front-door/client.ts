/** Client of the built server over one protocol that reads responses no faster than their consumer. */
import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { Agent, request } from 'node:https';
import { Readable } from 'node:stream';
import { createWebSocketStream, WebSocket } from 'ws';
import type { ServerProcess } from '../../setup/server.ts';

/** Protocol of the client; `websocket` watches over WebSocket and sends all other requests over HTTP/1.1. */
export type Protocol = 'http1' | 'http2' | 'websocket';

export interface Reply {
	readonly status: number;
	readonly contentType: string;
	/** Body stream that is read only as fast as its consumer iterates. */
	readonly body: Readable;
}

export interface Client {
	/** Resolves with the head of the response; rejects when the server is gone. */
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
	// Node ends an HTTP/2 body that a lost connection cut short like a complete body.
	const { rstCode = constants.NGHTTP2_NO_ERROR } = body as Partial<ClientHttp2Stream>;
	if (rstCode !== constants.NGHTTP2_NO_ERROR) throw new Error(`the stream was closed with code ${rstCode} within an answer`);
	return { status, text: Buffer.concat(chunks).toString() };
}

export function clientOf(server: ServerProcess, protocol: Protocol): Client {
	switch (protocol) {
		case 'http1':
			return http1(server);
		case 'http2':
			return http2(server);
		case 'websocket':
			return webSockets(server, http1(server));
	}
}

function webSockets({ url, credentials }: ServerProcess, others: Client): Client {
	const open = new Set<WebSocket>();
	return {
		async exchange(method, path, headers = {}, body) {
			if (!path.includes('watch=1')) return others.exchange(method, path, headers, body);
			const socket = new WebSocket(`${url.replace('https', 'wss')}${path}`, { ...credentials, origin: url, headers: { ...headers } });
			open.add(socket);
			socket.once('close', () => open.delete(socket));
			// Reads messages only as fast as they are consumed; the first may arrive with the response.
			const messages = createWebSocketStream(socket, { readableObjectMode: true });
			await Promise.race([once(socket, 'open'), once(messages, 'error').then(([error]) => Promise.reject(error))]);
			return { status: 200, contentType: headers.accept ?? '', body: Readable.from(asStreamed(messages)) };
		},
		close: () => {
			others.close();
			for (const socket of open) socket.terminate();
		},
	};
}

/**
 * Converts WebSocket messages to the form of an HTTP watch: a text message is already a line, and a binary message gets its length prefix.
 */
async function* asStreamed(messages: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
	for await (const message of messages) {
		if (typeof message === 'string') yield Buffer.from(message);
		else {
			const length = Buffer.alloc(4);
			length.writeUInt32BE(message.length);
			yield Buffer.concat([length, message]);
		}
	}
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
