/**
 * Passes a request on to another server and its answer back, without reading either: an ordinary request, or one whose connection changes
 * its protocol. Redirects are not followed, heads are bounded by Node, and the connection has a deadline.
 */
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { LookupFunction, Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import type { ApiResponse, EventBody, EventWriter } from '../api/request.ts';

export interface Backend {
	readonly scheme: 'http' | 'https';
	/** DNS name or IP address. */
	readonly host: string;
	readonly port: number;
	/** CA and client certificate in PEM, for `https`. */
	readonly tls?: SecureContextOptions;
	/** False when any certificate of the backend is accepted. */
	readonly verifies: boolean;
	readonly connectMs: number;
	/** Resolves the host in place of the system's resolver. */
	readonly lookup?: LookupFunction;
}

export interface Forwarded {
	readonly method: string;
	/** Path with its query. */
	readonly path: string;
	/** Headers as a flat list: name, value, ... */
	readonly headers: readonly string[];
	readonly body?: Buffer;
	readonly signal: AbortSignal;
}

/** Answer of the backend; `socket` is set when it has changed the protocol, with the first bytes in `head`. */
export interface BackendAnswer {
	readonly message: IncomingMessage;
	readonly socket?: Socket;
	readonly head?: Buffer;
}

/** Sends the request and resolves with the head of the answer. Rejects with the error of the connection. */
export async function send(backend: Backend, asked: Forwarded): Promise<BackendAnswer> {
	const { scheme, host, port, tls, verifies, connectMs, lookup } = backend;
	const { request } = scheme === 'https' ? await import('node:https') : await import('node:http');
	const { method, path, headers, body, signal } = asked;
	// Each request has a connection of its own: those to agents are rare, and most of them stream.
	const options = { host, port, method, path, headers: [...headers], agent: false, signal, ...(lookup && { lookup }), ...tls, rejectUnauthorized: verifies };
	return new Promise((resolve, reject) => {
		const outgoing: ClientRequest = request(options);
		const late = setTimeout(() => outgoing.destroy(Object.assign(new Error('i/o timeout'), { code: 'ETIMEDOUT' })), connectMs);
		outgoing.once('socket', (socket) => socket.once(scheme === 'https' ? 'secureConnect' : 'connect', () => clearTimeout(late)));
		outgoing.once('upgrade', (message, socket, head) => resolve({ message, socket, head }));
		outgoing.once('response', (message) => resolve({ message }));
		outgoing.once('error', reject);
		outgoing.once('close', () => clearTimeout(late));
		outgoing.end(body);
	});
}

/** Headers of one connection only (RFC 9110, 7.6.1); the listener makes its own. */
const ofConnection: ReadonlySet<string> = new Set([
	'connection',
	'content-length',
	'keep-alive',
	'proxy-authenticate',
	'proxy-authorization',
	'proxy-connection',
	'te',
	'trailer',
	'transfer-encoding',
	'upgrade',
]);

/** Reports whether a header concerns one connection only. `name` in lower case; `connection` is the value of that header. */
export function isOfConnection(name: string, connection = ''): boolean {
	return (
		ofConnection.has(name) ||
		connection
			.toLowerCase()
			.split(',')
			.some((each) => each.trim() === name)
	);
}

/** Returns the answer as it came. */
export function passedOn({ message }: BackendAnswer): ApiResponse {
	return { status: message.statusCode ?? 502, headers: headersOf(message.headers), body: message };
}

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
	const kept: Record<string, string> = {};
	for (const [name, value] of Object.entries(headers)) {
		if (value === undefined || isOfConnection(name, headers.connection)) continue;
		kept[name] = Array.isArray(value) ? value.join(', ') : value;
	}
	return kept;
}

/** Returns the 101 of a backend that has changed the protocol. `client` yields the bytes of the client. */
export function tunnelled({ message, socket, head }: Required<BackendAnswer>, client: NodeJS.ReadableStream): ApiResponse {
	const { connection = 'Upgrade', upgrade = '' } = message.headers;
	const body: EventBody = {
		kind: 'events',
		start: (writer) => relay(socket, head, client, writer),
		abandon: () => void socket.destroy(),
	};
	return { status: 101, headers: { ...headersOf(message.headers), connection, upgrade }, body };
}

/** Passes bytes in both directions until either side ends. */
function relay(backend: Socket, head: Buffer, client: NodeJS.ReadableStream, writer: EventWriter): Promise<void> {
	return new Promise((resolve) => {
		const end = (): void => {
			backend.destroy();
			resolve();
		};
		writer.signal.addEventListener('abort', end, { once: true });
		const pass = (bytes: Buffer): void => {
			if (writer.write(bytes)) return;
			backend.pause();
			void writer.drained().then(() => backend.resume());
		};
		if (head.length > 0) pass(head);
		backend.on('data', pass);
		backend.once('close', end);
		backend.once('end', end);
		// The close event follows and is sufficient.
		backend.on('error', () => undefined);
		client.on('data', (bytes: Buffer) => {
			if (backend.destroyed || backend.write(bytes)) return;
			client.pause();
			backend.once('drain', () => client.resume());
		});
		client.once('end', () => backend.end());
		if (writer.signal.aborted) end();
	});
}
