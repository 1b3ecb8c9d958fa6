/** WebSocket test tools: handlers that send events, the library's client, and raw bytes. */
import { once } from 'node:events';
import tls from 'node:tls';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import type { ApiResponse, EventWriter, Handler, WebSocketOffer } from '../../runtime/api/request.ts';

/** Sends text in a message. */
export type Tell = (text: string) => boolean;

/** Path requested on another connection; its response proves that the server has read the bytes sent on the first. */
export const elsewhere = '/elsewhere';

/** Answers each request with the events that `run` sends, over a WebSocket when requested. The connection ends when `run` resolves. */
export function telling(run: (tell: Tell, writer: EventWriter) => Promise<unknown>): Handler {
	return (request): ApiResponse => {
		const { webSocket } = request;
		if (request.path === elsewhere) return { status: 200, headers: {}, body: '' };
		const framed = (text: string): Buffer => webSocket?.message(Buffer.from(text), true) ?? Buffer.from(text);
		const start = async (writer: EventWriter): Promise<void> => void (await run((text) => writer.write(framed(text)), writer));
		return { status: webSocket === undefined ? 200 : 101, headers: accepted(webSocket, request.outgoing), body: { kind: 'events', start } };
	};
}

export function accepted(offer: WebSocketOffer | undefined, outgoing: string[] = []): Readonly<Record<string, string>> {
	return offer?.accept(outgoing) ?? {};
}

/** Resolves when the client is gone or the server drains. */
export const untilOver = ({ signal }: EventWriter): Promise<unknown> => (signal.aborted ? Promise.resolve() : once(signal, 'abort'));

/** Sends no events. */
export const silent = telling((_, writer) => untilOver(writer));

/** Reads until the end; returns the messages and the close code. */
export async function read(client: WebSocket): Promise<{ messages: string[]; code: number }> {
	const messages: string[] = [];
	client.on('message', (data) => messages.push(String(data)));
	const [code] = (await once(client, 'close')) as [number];
	return { messages, code };
}

export const handshake: Readonly<Record<string, string>> = {
	Host: 'localhost',
	Connection: 'Upgrade',
	Upgrade: 'websocket',
	'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
	'Sec-WebSocket-Version': '13',
	Origin: 'https://localhost',
};

/** Returns a WebSocket upgrade request; an empty value omits the header. */
export function request(headers: Readonly<Record<string, string>> = {}, line = 'GET /watch HTTP/1.1'): string {
	const lines = Object.entries({ ...handshake, ...headers }).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}\r\n`]));
	return `${line}\r\n${lines.join('')}\r\n`;
}

export interface Wire {
	readonly socket: tls.TLSSocket;
	/** Returns all received bytes. */
	received(): Buffer;
	/** Resolves when the received bytes contain this text. */
	until(text: string): Promise<void>;
	readonly ended: Promise<unknown>;
}

/** Returns a client frame, masked with zeros, which leave the content unchanged. */
export function clientFrame(opcode: number, content: Buffer | string = '', { fin = true, masked = true, rsv = 0 } = {}): Buffer {
	const bytes = Buffer.from(content);
	const length = bytes.length < 126 ? [bytes.length] : [126, bytes.length >> 8, bytes.length & 255];
	length[0] = (length[0] ?? 0) | (masked ? 0x80 : 0);
	return Buffer.concat([Buffer.from([(fin ? 0x80 : 0) | (rsv << 4) | opcode, ...length]), Buffer.alloc(masked ? 4 : 0), bytes]);
}

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };
export const serverClose = (code: number): Buffer => Buffer.from([0x88, 2, code >> 8, code & 255]);

/** Clients of the listener on the port that `port` returns; they are closed after each test. */
export function webSocketClients(port: () => number) {
	const clients: WebSocket[] = [];
	const sockets: tls.TLSSocket[] = [];
	afterEach(() => {
		for (const client of clients.splice(0)) client.terminate();
		for (const socket of sockets.splice(0)) socket.destroy();
	});

	function connect(options: { readonly protocols?: readonly string[]; readonly origin?: string } = {}): WebSocket {
		const { protocols = [], origin = 'https://localhost' } = options;
		const client = new WebSocket(`wss://127.0.0.1:${port()}/watch`, [...protocols], { rejectUnauthorized: false, origin });
		clients.push(client);
		return client;
	}

	async function wire(bytes: string): Promise<Wire> {
		const socket = tls.connect({ port: port(), host: '127.0.0.1', rejectUnauthorized: false });
		sockets.push(socket);
		let all = Buffer.alloc(0);
		socket
			.on('error', () => undefined)
			.on('data', (data: Buffer) => {
				all = Buffer.concat([all, data]);
			});
		const ended = new Promise((resolve) => socket.once('close', resolve).once('end', resolve));
		await once(socket, 'secureConnect');
		socket.write(bytes);
		const until = async (text: string): Promise<void> => {
			while (!all.includes(text, 0, 'latin1'))
				await Promise.race([once(socket, 'data'), ended.then(() => Promise.reject(new Error(`the end came before ${text}: ${all}`)))]);
		};
		return { socket, received: () => all, until, ended };
	}

	return { connect, wire };
}
