/** Graceful shutdown of a server: requests in flight complete, and no client delays it. */
import { once } from 'node:events';
import http2 from 'node:http2';
import net from 'node:net';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiResponse } from '../../runtime/api/request.ts';
import type { Listener } from '../../runtime/http/listener.ts';
import type { Fixture } from './fixture.ts';
import { fixture, megabytes, serve, text } from './served.ts';

/** Longer than all bounds below, so that a drain which is over before has waited for them alone. */
const drainMs = 60_000;
/** Bound on the wait for the rest of a body: two rounds (open-bodies.ts). */
const bodiesMs = 5_000;
/** Bound on the wait for a client to read the end of a watch (event-writer.ts). */
const eventsMs = 2_000;

/** Drains on a fake clock, and expects the drain to be over after this time and not before. */
async function drainTakes(listener: Listener, ms: number): Promise<void> {
	let isOver = false;
	const drained = listener.drain(drainMs).then(() => {
		isOver = true;
	});
	await vi.advanceTimersByTimeAsync(ms - 1);
	expect(isOver).toBe(false);
	await vi.advanceTimersByTimeAsync(1);
	await drained;
}

describe.each(['http1', 'http2'] as const)('over %s', (protocol) => {
	it('draining ends event streams in good order, lets requests finish, and takes no new ones', async () => {
		let release: (() => void) | undefined;
		const seen: string[] = [];
		const ask = await serve(protocol, (request): ApiResponse | Promise<ApiResponse> => {
			seen.push(request.path);
			if (request.path === '/slow')
				return new Promise((resolve) => {
					release = () => resolve(text('done'));
				});
			return text({
				kind: 'events',
				start: (writer) => {
					writer.write(Buffer.from('event\n'));
					return new Promise((resolve) => writer.signal.addEventListener('abort', () => resolve(), { once: true }));
				},
			});
		});
		const watch = ask('/watch');
		const slow = ask('/slow');
		while (seen.length < 2) await new Promise(setImmediate);
		const drained = fixture?.listener.drain(10_000);
		expect((await watch).body.toString()).toBe('event\n');
		// Either refused, or answered and closed when the connection was already open.
		await ask('/late').catch(() => undefined);
		release?.();
		expect((await slow).body.toString()).toBe('done');
		await drained;
		expect(fixture?.listener.active).toBe(0);
		expect(fixture?.failures).toEqual([]);
	});
});

describe('a listener that drains', () => {
	beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }));
	afterEach(() => void vi.useRealTimers());

	it.each(['http1', 'http2'] as const)('a client that stalls within a body over %s does not hold a drain', async (protocol) => {
		await serve(protocol, (request) => request.body().then((body) => text(String(body.length))));
		const { listener } = fixture as Fixture;
		const port = listener.port;
		if (protocol === 'http1') {
			const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
			await once(socket, 'secureConnect');
			socket.on('error', () => undefined).write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
		} else {
			const session = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
			const stream = session.on('error', () => undefined).request({ ':path': '/', ':method': 'POST' });
			stream.on('error', () => undefined).write('half');
		}
		while (listener.active < 1) await new Promise(setImmediate);
		await drainTakes(listener, bodiesMs);
		expect(listener.active).toBe(0);
	});

	it('a drain waits for no handshake', async () => {
		await serve('http1', () => text('fine'));
		const { listener } = fixture as Fixture;
		const silent = net.connect(listener.port, '127.0.0.1');
		silent.on('error', () => undefined);
		await once(silent, 'connect');
		// A complete exchange on another connection ensures that the listener has seen this one.
		await fixture?.http1('/');
		const closed = once(silent, 'close');
		await listener.drain(drainMs);
		await closed;
	});

	it('a drain answers all that was asked on a connection before it ends it', async () => {
		const release = Promise.withResolvers<void>();
		await serve('http1', (request) => release.promise.then(() => text(`${request.path.slice(1)};`)));
		const { listener } = fixture as Fixture;
		const socket = tls.connect({ port: listener.port, host: '127.0.0.1', rejectUnauthorized: false });
		await once(socket, 'secureConnect');
		let received = '';
		socket.on('data', (data: Buffer) => (received += data.toString('latin1')));
		const closed = once(socket, 'close');
		socket.write(['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
		while (listener.active < 3) await new Promise(setImmediate);
		const drained = listener.drain(8_000);
		release.resolve();
		await Promise.all([drained, closed]);
		expect(received.match(/\d;/g)).toEqual(['1;', '2;', '3;']);
	});

	it.each(['http1', 'http2'] as const)('does not wait for a client that has not read the end of a watch over %s', async (protocol) => {
		const over = Promise.withResolvers<void>();
		await serve(protocol, () =>
			text({
				kind: 'events',
				start: async (writer) => {
					const piece = Buffer.alloc(64 * 1024, 'x');
					for (let i = 0; i < 200; i++) writer.write(piece);
					over.resolve();
				},
			}),
		);
		const { listener } = fixture as Fixture;
		const port = listener.port;
		if (protocol === 'http1') {
			const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
			await once(socket, 'secureConnect');
			socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
		} else {
			const session = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
			session
				.on('error', () => undefined)
				.request({ ':path': '/' })
				.on('error', () => undefined);
		}
		await over.promise;
		await new Promise(setImmediate);
		expect(listener.active).toBe(1);
		await drainTakes(listener, eventsMs);
	});

	/** Asks for a body that connections do not buffer. */
	async function askFor(body: Buffer): Promise<tls.TLSSocket> {
		await serve('http1', () => text(body));
		const socket = tls.connect({ port: (fixture as Fixture).listener.port, host: '127.0.0.1', rejectUnauthorized: false });
		await once(socket, 'secureConnect');
		socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
		return socket;
	}

	it('writes a response in full while it drains', async () => {
		const body = megabytes(30);
		const reader = await askFor(body);
		let bytes = 0;
		const read = new Promise<void>((resolve) => reader.on('data', (data: Buffer) => (bytes += data.length)).on('close', resolve));
		await once(reader, 'data');
		await fixture?.listener.drain(drainMs);
		await read;
		expect(bytes).toBeGreaterThan(body.length);
	});

	it('cuts off a client that does not read when the time of the drain is over', async () => {
		const idler = await askFor(megabytes(30));
		const { listener } = fixture as Fixture;
		while (listener.active < 1) await new Promise(setImmediate);
		await drainTakes(listener, drainMs);
		while (listener.connections > 0) await new Promise(setImmediate);
		idler.destroy();
	});
});
