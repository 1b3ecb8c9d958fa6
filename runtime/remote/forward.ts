/**
 * Forwards a request to another server, and its response, without parsing either. It may also be an upgrade of the connection. Redirects
 * are not followed, heads have Node's size limit, and connecting has a deadline.
 */
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Agent } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import type { ApiResponse, EventBody, EventWriter } from '../api/request.ts';
import { trustsEachCertificate } from './trust.ts';

export interface Backend {
	readonly scheme: 'http' | 'https';
	/** DNS name or IP address. */
	readonly host: string;
	readonly port: number;
	/** CA and client certificate in PEM, for `https`. */
	readonly tls?: SecureContextOptions;
	/** False when the backend's certificate is not verified. */
	readonly verifies: boolean;
	readonly connectMs: number;
	/** Resolves the host name instead of the system. */
	readonly lookup?: LookupFunction;
	/** Keeps connections between requests. Absent: each request has its own, as requests to kubelets are rare, and most stream. */
	readonly agent?: Agent;
	/** Name in the backend's certificate, when it differs from the host. */
	readonly servername?: string;
}

export interface Forwarded {
	readonly method: string;
	/** Path with its query. */
	readonly path: string;
	/** Headers as a flat list: name, value, name, value. */
	readonly headers: readonly string[];
	readonly body?: Buffer;
	readonly signal: AbortSignal;
}

/** Response of the backend. After an upgrade, `socket` is the connection and `head` has its first bytes. */
export interface BackendAnswer {
	readonly message: IncomingMessage;
	readonly socket?: Socket;
	readonly head?: Buffer;
}

/** Sends the request. Resolves with the response head; rejects with the connection's error. */
export async function send(backend: Backend, asked: Forwarded): Promise<BackendAnswer> {
	const { scheme, host, port, tls, verifies, connectMs, lookup, agent = false, servername } = backend;
	const { request } = scheme === 'https' ? await import('node:https') : await import('node:http');
	const { method, path, headers, body, signal } = asked;
	const options = {
		...{ host, port, method, path, headers: [...headers], agent, signal },
		...(lookup && { lookup }),
		...(servername !== undefined && { servername }),
		...{ ...tls, ...trustsEachCertificate, rejectUnauthorized: verifies },
	};
	return new Promise((resolve, reject) => {
		const outgoing: ClientRequest = request(options);
		const late = setTimeout(() => outgoing.destroy(Object.assign(new Error('i/o timeout'), { code: 'ETIMEDOUT' })), connectMs);
		outgoing.once('socket', (socket) => {
			if (outgoing.reusedSocket) clearTimeout(late);
			else socket.once(scheme === 'https' ? 'secureConnect' : 'connect', () => clearTimeout(late));
		});
		outgoing.once('upgrade', (message, socket, head) => {
			// The backend may break the connection at once, and an error without a listener would end the process. A TLS socket does not close
			// itself after such an error.
			socket.on('error', () => socket.destroy());
			resolve({ message, socket, head });
		});
		outgoing.once('response', (message) => resolve({ message }));
		outgoing.once('error', (error: Error & { readonly code?: string }) => {
			// The backend has probably closed the idle connection; a read can be repeated on another one.
			if (outgoing.reusedSocket && error.code === 'ECONNRESET' && readingMethods.has(method)) resolve(send(backend, asked));
			else reject(error);
		});
		outgoing.once('close', () => clearTimeout(late));
		outgoing.end(body);
	});
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Hop-by-hop headers (RFC 9110, 7.6.1), which the listener sets itself. */
const ofConnection: ReadonlySet<string> = new Set([
	'connection',
	'content-length',
	'expect',
	'keep-alive',
	'proxy-authenticate',
	'proxy-authorization',
	'proxy-connection',
	'te',
	'trailer',
	'transfer-encoding',
	'upgrade',
]);

/** Reports whether a header is hop-by-hop. `name`: in lower case; `connection`: value of that header. */
export function isOfConnection(name: string, connection = ''): boolean {
	return (
		ofConnection.has(name) ||
		connection
			.toLowerCase()
			.split(',')
			.some((each) => each.trim() === name)
	);
}

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

/** Returns the 101 response after an upgrade. `client`: bytes from the client. */
export function tunnelled({ message, socket, head }: Required<BackendAnswer>, client: NodeJS.ReadableStream): ApiResponse {
	const { connection = 'Upgrade', upgrade = '' } = message.headers;
	const body: EventBody = {
		kind: 'events',
		start: (writer) => relay(socket, head, client, writer),
		abandon: () => void socket.destroy(),
	};
	return { status: 101, headers: { ...headersOf(message.headers), connection, upgrade }, body };
}

/** Copies bytes in both directions until either side ends. */
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
		client.on('data', (bytes: Buffer) => {
			if (backend.destroyed || backend.write(bytes)) return;
			client.pause();
			backend.once('drain', () => client.resume());
		});
		client.once('end', () => backend.end());
		if (writer.signal.aborted || backend.destroyed) end();
	});
}
