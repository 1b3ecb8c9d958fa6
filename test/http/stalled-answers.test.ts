/** Clients that send requests but do not read: resources of a response are held for a bounded time, over both protocols. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import tls from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiResponse, Handler } from '../../runtime/api/request.ts';
import { type Fixture, start } from './fixture.ts';

const stallMs = 300;
let fixture: Fixture | undefined;
const clients: tls.TLSSocket[] = [];
afterEach(async () => {
	for (const client of clients.splice(0)) client.destroy();
	await fixture?.close();
	fixture = undefined;
});

const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0, [])]);
/** HPACK block with the method, scheme, path and a one-letter authority. */
const getRoot = frame(1, 5, 1, [0x82, 0x87, 0x84, 0x01, 0x01, 0x78]);

function frame(type: number, flags: number, stream: number, payload: readonly number[]): Buffer {
	const head = Buffer.alloc(9);
	head.writeUIntBE(payload.length, 0, 3);
	head.writeUIntBE(type * 256 + flags, 3, 2);
	head.writeUInt32BE(stream, 5);
	return Buffer.concat([head, Buffer.from(payload)]);
}

const answer = (body: ApiResponse['body']): ApiResponse => ({ status: 200, headers: { 'content-type': 'text/plain' }, body });

/** Produces pieces for as long as they are read, as a large list does. */
function endless(everyMs = 0): Readable {
	const piece = Buffer.alloc(16 * 1024, 'x');
	return new Readable({
		read() {
			if (everyMs === 0) this.push(piece);
			else setTimeout(() => this.push(piece), everyMs);
		},
	});
}

describe.each(['http1', 'http2'] as const)('a client over %s', (protocol) => {
	/** Sends one request and reads nothing. */
	async function ask(handler: Handler): Promise<tls.TLSSocket> {
		fixture = await start(handler, { answerStallMs: stallMs });
		const ALPNProtocols = [protocol === 'http1' ? 'http/1.1' : 'h2'];
		const socket = tls.connect({ port: fixture.listener.port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols });
		clients.push(socket);
		await once(
			socket.on('error', () => undefined),
			'secureConnect',
		);
		socket.write(protocol === 'http1' ? 'GET / HTTP/1.1\r\nHost: x\r\n\r\n' : Buffer.concat([preface, getRoot]));
		return socket;
	}

	it('that does not read a streamed answer is cut off, and its source is closed', async () => {
		const body = endless();
		await ask(() => answer(body));
		await new Promise((resolve) => body.on('error', () => undefined).once('close', resolve));
		while ((fixture as Fixture).listener.active > 0) await new Promise(setImmediate);
		expect(fixture?.failures).toEqual([]);
	});

	it('is not cut off because the answer is slow in the making', async () => {
		let bytes = 0;
		const socket = await ask(() => answer(endless(2 * stallMs)));
		socket.on('data', (data: Buffer) => {
			bytes += data.length;
		});
		while (bytes < 40_000) await once(socket, 'data');
		expect(socket.destroyed).toBe(false);
	});

	it('that does not read the end of a watch is cut off', async () => {
		const over = Promise.withResolvers<void>();
		await ask(() =>
			answer({
				kind: 'events',
				start: async (writer) => {
					const piece = Buffer.alloc(64 * 1024, 'x');
					while (writer.write(piece));
					for (let i = 0; i < 200; i++) writer.write(piece);
					over.resolve();
				},
			}),
		);
		await over.promise;
		const { listener } = fixture as Fixture;
		expect(listener.active).toBe(1);
		while (listener.active > 0) await new Promise(setImmediate);
	});
});

it('an ended connection is closed even if its client does not read the remaining output', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
	try {
		fixture = await start(() => answer(Buffer.alloc(8 * 1024 * 1024, 'x')), { answerStallMs: stallMs });
		const { listener } = fixture;
		const socket = tls.connect({ port: listener.port, host: '127.0.0.1', rejectUnauthorized: false });
		clients.push(socket);
		await once(
			socket.on('error', () => undefined),
			'secureConnect',
		);
		socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
		await once(socket, 'readable');
		// Unparsable bytes end the connection after the response, which is not read.
		await new Promise((resolve) => socket.write('no request\r\n\r\n', resolve));
		await delay(stallMs);
		expect(listener.connections).toBe(1);
		vi.advanceTimersByTime(10_000);
		while (listener.connections > 0) await new Promise(setImmediate);
	} finally {
		vi.useRealTimers();
	}
});
