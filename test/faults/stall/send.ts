/** Ways to send a hostile request: through Node's HTTP/1.1 and HTTP/2 clients, or as raw bytes. */
import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { Agent, request as requestHttps } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { type Connection, connections, type Outcome, type Send } from './contract.ts';
import { Tls13Client } from './tls13.ts';

export interface HostileRequest {
	readonly method?: string;
	/** Path with query, as sent on the wire. */
	readonly path: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Buffer;
	/** True to connect without the administrator's certificate. */
	readonly anonymous?: boolean;
}

type Make = (index: number) => HostileRequest;

/** Sends over HTTP/1.1 on a connection that stays open for as long as the server keeps it. */
export function overHttp1(make: Make): Send {
	const agents = new Map<number, Agent>();
	return ({ server, index, signal }) => {
		const { method = 'GET', path, headers = {}, body, anonymous } = make(index);
		let agent = agents.get(index);
		if (agent === undefined) {
			const made = new Agent({ keepAlive: true, maxSockets: 1 });
			agents.set(index, made);
			signal.addEventListener('abort', () => made.destroy(), { once: true });
			agent = made;
		}
		const { ca, cert, key } = server.credentials;
		const credentials = anonymous ? { ca } : { ca, cert, key };
		const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
		return new Promise((resolve) => {
			const outgoing = requestHttps(
				{ ...credentials, agent, signal, host: '127.0.0.1', port: server.port, method, path, headers: { ...length, ...headers }, maxHeaderSize: 1024 * 1024 },
				(response) => {
					response.on('error', () => undefined).resume();
					response.once('close', () => resolve(response.statusCode ?? 'closed'));
				},
			);
			outgoing.on('error', () => resolve('closed'));
			outgoing.end(body);
		});
	};
}

/** Sends over HTTP/2, one stream after the other on a shared session. */
export function overHttp2(make: Make): Send {
	const sessions = new Map<number, ClientHttp2Session>();
	return async (connection) => {
		const { method = 'GET', path, headers = {}, body, anonymous } = make(connection.index);
		let session = sessions.get(connection.index);
		if (session === undefined || session.closed || session.destroyed) {
			session = openSession(connection, anonymous ?? false);
			sessions.set(connection.index, session);
		}
		const stream = session.request({ ':method': method, ':path': path, ...headers }, { endStream: body === undefined });
		const outcome = new Promise<Outcome>((resolve) => {
			let status: Outcome = 'closed';
			stream.on('response', (answer) => {
				status = answer[':status'] ?? 'closed';
			});
			stream.on('error', () => undefined).resume();
			stream.once('close', () => resolve(status));
		});
		if (body !== undefined) stream.end(body);
		return await outcome;
	};
}

function openSession({ server, signal }: Connection, anonymous: boolean): ClientHttp2Session {
	const { ca, cert, key } = server.credentials;
	const session = connectHttp2(server.url, anonymous ? { ca } : { ca, cert, key });
	session.on('error', () => undefined);
	signal.addEventListener('abort', () => session.destroy(), { once: true });
	return session;
}

/** Sends raw bytes on a separate connection, with or without the administrator's certificate; the outcome is the status line. */
export function overWire(bytes: (index: number) => string | Buffer, { anonymous = false, protocol = 'http/1.1' } = {}): Send {
	return async ({ server, index, signal }) => {
		const { ca, cert, key } = server.credentials;
		const socket = connectTls({ host: '127.0.0.1', port: server.port, ALPNProtocols: [protocol], ...(anonymous ? { ca } : { ca, cert, key }) });
		const end = (): void => void socket.destroy();
		signal.addEventListener('abort', end, { once: true });
		let received = '';
		const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
		const answered = new Promise<void>((resolve) => {
			socket
				.on('error', () => undefined)
				.on('data', (data: Buffer) => {
					if (received.length < 64) received += data.toString('latin1');
					if (statusOf(received) !== undefined) resolve();
				});
		});
		const connected = once(socket, 'secureConnect')
			.then(() => true)
			.catch(() => false);
		if (await connected) {
			socket.write(bytes(index));
			await Promise.race([answered, closed]);
		}
		socket.destroy();
		await closed;
		signal.removeEventListener('abort', end);
		return statusOf(received) ?? 'closed';
	};
}

/**
 * Sends the bytes in TLS records of this size. All records are encrypted before the first is sent, so that the server gets them at once.
 */
export function inRecords(recordBytes: number, bytes: (index: number) => Buffer, { anonymous = false, protocol = 'http/1.1' } = {}): Send {
	return async ({ server, index, signal }) => {
		const { ca, cert, key } = server.credentials;
		const tcp = connectTcp(server.port, '127.0.0.1').on('error', () => undefined);
		const end = (): void => void tcp.destroy();
		signal.addEventListener('abort', end, { once: true });
		const closed = new Promise<void>((resolve) => tcp.once('close', () => resolve()));
		const records: Buffer[] = [];
		let isHeld = false;
		const below = new Duplex({
			read: () => undefined,
			write: (record: Buffer, _, done) => {
				if (!isHeld) tcp.write(record, done);
				else {
					records.push(record);
					done();
				}
			},
		});
		tcp.on('data', (data: Buffer) => below.push(data));
		const socket = connectTls({ socket: below, ALPNProtocols: [protocol], checkServerIdentity: () => undefined, ...(anonymous ? { ca } : { ca, cert, key }) });
		let received = '';
		const answered = new Promise<void>((resolve) => {
			socket
				.on('error', () => undefined)
				.on('data', (data: Buffer) => {
					if (received.length < 64) received += data.toString('latin1');
					if (statusOf(received) !== undefined) resolve();
				});
		});
		const connected = new Promise<void>((resolve) => socket.once('secureConnect', () => resolve()));
		await Promise.race([connected, closed]);
		isHeld = true;
		const all = bytes(index);
		for (let at = 0; at < all.length && !tcp.destroyed; at += recordBytes)
			await new Promise<void>((resolve) => socket.write(all.subarray(at, at + recordBytes), () => resolve()));
		tcp.write(Buffer.concat(records));
		await Promise.race([answered, closed]);
		tcp.destroy();
		await closed;
		signal.removeEventListener('abort', end);
		return statusOf(received) ?? 'closed';
	};
}

/** Sends prepared TLS records without credentials. Every connection prepares its records before any is sent. */
export function records(make: (client: Tls13Client) => Buffer): Send {
	let made = 0;
	const all = Promise.withResolvers<void>();
	return async ({ server, signal }) => {
		const client = await Tls13Client.connect(server.port);
		const { socket } = client;
		const end = (): void => void socket.destroy();
		signal.addEventListener('abort', end, { once: true });
		// Reading detects that the other side is gone.
		const closed = new Promise<void>((resolve) =>
			socket
				.on('error', () => undefined)
				.once('close', () => resolve())
				.resume(),
		);
		const bytes = make(client);
		if (++made >= connections) all.resolve();
		await all.promise;
		socket.write(bytes);
		await closed;
		signal.removeEventListener('abort', end);
		return 'closed';
	};
}

/** Sends all requests on one connection; the outcome is the status of the last of `count` responses. */
export function pipelined(bytes: Buffer, count: number): Send {
	return async ({ server, signal }) => {
		const socket = connectTls({ ...server.credentials, host: '127.0.0.1', port: server.port, ALPNProtocols: ['http/1.1'] });
		const end = (): void => void socket.destroy();
		signal.addEventListener('abort', end, { once: true });
		let answers = 0;
		let status = 0;
		let rest = '';
		socket
			.on('error', () => undefined)
			.on('data', (data: Buffer) => {
				const text = rest + data.toString('latin1');
				for (const [, found] of text.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)) {
					answers++;
					status = Number(found);
				}
				// Keeps one character less than the search text.
				rest = text.slice(-statusLineBytes + 1);
				if (answers >= count) socket.destroy();
			});
		socket.once('secureConnect', () => socket.write(bytes));
		await new Promise<void>((resolve) => socket.once('close', () => resolve()));
		signal.removeEventListener('abort', end);
		return answers >= count ? status : 'closed';
	};
}

/** Sends as the administrator on a connection that reads nothing and closes after a while. */
export function unread(bytes: (index: number) => string | Buffer, protocol: 'http/1.1' | 'h2'): Send {
	return async ({ server, index, signal }) => {
		const socket = connectTls({ ...server.credentials, host: '127.0.0.1', port: server.port, ALPNProtocols: [protocol] });
		const end = (): void => void socket.destroy();
		signal.addEventListener('abort', end, { once: true });
		socket.on('error', () => undefined).pause();
		socket.once('secureConnect', () => {
			socket.write(bytes(index));
			setTimeout(end, unreadMs);
		});
		await new Promise<void>((resolve) => socket.once('close', () => resolve()));
		signal.removeEventListener('abort', end);
		return 'closed';
	};
}

/** Length of `HTTP/1.1 200 `. */
const statusLineBytes = 13;
/** Longer than the server takes to fill the system's buffers of a connection. */
const unreadMs = 400;

function statusOf(received: string): number | undefined {
	const match = /^HTTP\/1\.[01] (\d{3})/.exec(received);
	return match === null ? undefined : Number(match[1]);
}
