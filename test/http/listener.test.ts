/** Connections: allowed bytes, limits on their number, and how they end. */
import { once } from 'node:events';
import http2 from 'node:http2';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import tls from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import type { ApiRequest } from '../../runtime/api/request.ts';
import { createServer } from '../../runtime/http/tls-server.ts';
import { believed, type Fixture, userOf } from './fixture.ts';
import { fixture, serve, text } from './served.ts';

/** Returns a frame in wire format (RFC 9113 4.1). */
function http2Frame(type: number, flags: number, stream: number, payload: readonly number[]): Buffer {
	const head = Buffer.alloc(9);
	head.writeUIntBE(payload.length, 0, 3);
	head.writeUIntBE(type * 256 + flags, 3, 2);
	head.writeUInt32BE(stream, 5);
	return Buffer.concat([head, Buffer.from(payload)]);
}

/** HPACK block with the method, scheme and path from the static table, and a one-letter authority. */
const getRoot = [0x82, 0x87, 0x84, 0x01, 0x01, 0x78];

describe('listener', () => {
	it('notifies a handler when its client disconnects', async () => {
		const asked = Promise.withResolvers<ApiRequest>();
		await serve('http1', (request) => {
			void request.signal;
			asked.resolve(request);
			return new Promise(() => undefined);
		});
		const socket = tls.connect({ port: fixture?.listener.port ?? 0, host: '127.0.0.1', rejectUnauthorized: false });
		await once(socket, 'secureConnect');
		socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
		const { signal } = await asked.promise;
		const aborted = once(signal, 'abort');
		socket.destroy();
		await aborted;
		expect((signal.reason as Error).message).toBe('the client went away');
	});

	it.each([
		['garbage', 'nonsense\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
		['too large headers', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(1_100_000)}\r\n\r\n`, 'HTTP/1.1 431 Request Header Fields Too Large'],
	])('%s gets a plain refusal', async (_, wire, status) => {
		await serve('http1', () => text('never'));
		const socket = tls.connect({ port: fixture?.listener.port ?? 0, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
		await once(socket, 'secureConnect');
		socket.on('error', () => undefined);
		socket.write(wire);
		const data = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])]);
		// A client that is still sending may see a reset before it reads the reason.
		if (data[0] !== 'closed') expect(String(data[0])).toContain(status);
		socket.destroy();
	});

	/** Returns the server's output for these bytes, until the server closes the connection. */
	async function exchange(bytes: string | Buffer): Promise<string> {
		const socket = tls.connect({ port: fixture?.listener.port ?? 0, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
		await once(socket, 'secureConnect');
		let received = '';
		socket.on('error', () => undefined).on('data', (data: Buffer) => (received += data.toString('latin1')));
		const closed = once(socket, 'close');
		socket.write(bytes);
		await closed;
		return received;
	}

	const chunked = '5\r\nhello\r\n0\r\n\r\n';
	const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
	it.each([
		['two Host headers', `GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n${smuggled}`, 400],
		['two credentials', `GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n${smuggled}`, 400],
		['two content types', `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Type: c/d\r\nContent-Length: 0\r\n\r\n${smuggled}`, 400],
		['two lengths', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 0\r\n\r\nhello${smuggled}`, 400],
		['two lengths in one', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 5\r\n\r\nhello${smuggled}`, 400],
		['a length that is no number', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nhello${smuggled}`, 400],
		['a length beside chunks', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}${smuggled}`, 400],
		['a coding before chunks', `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n${chunked}${smuggled}`, 501],
		[
			'a coding in a header of its own',
			`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}${smuggled}`,
			501,
		],
		['chunks twice', `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\n${chunked}${smuggled}`, 400],
		['an unknown coding', `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n${chunked}${smuggled}`, 501],
		['a coding after chunks', `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, xchunked\r\n\r\n${chunked}${smuggled}`, 400],
		['a coding with a parameter', `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked;q=1\r\n\r\n${chunked}${smuggled}`, 501],
		['chunks in HTTP/1.0', `POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}${smuggled}`, 400],
		['no version', `GET / \r\n\r\n${smuggled}`, 400],
		['HTTP/0.9', `GET /\r\n\r\n`, 400],
		['HTTP/2.0 without its preface', `GET / HTTP/2.0\r\nHost: x\r\n\r\n${smuggled}`, 505],
		['a Host with a space', `GET / HTTP/1.1\r\nHost: a b\r\n\r\n${smuggled}`, 400],
		['a Host with a path', `GET / HTTP/1.1\r\nHost: a/b\r\n\r\n${smuggled}`, 400],
		['a Host with a user', `GET / HTTP/1.1\r\nHost: a@b\r\n\r\n${smuggled}`, 400],
		['a Host beyond ASCII', `GET / HTTP/1.1\r\nHost: ä\r\n\r\n${smuggled}`, 400],
		['no Host', `GET / HTTP/1.1\r\n\r\n`, 400],
		['a folded header', `GET / HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\nHost: y\r\n\r\n${smuggled}`, 400],
		['space before a colon', `GET / HTTP/1.1\r\nHost : x\r\n\r\n${smuggled}`, 400],
		['a line that ends with a line feed alone', `GET / HTTP/1.1\r\nHost: x\nX: y\r\n\r\n${smuggled}`, 400],
		['a zero byte in a header', `GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n${smuggled}`, 400],
		['a chunk size that is no number', `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n${smuggled}`, 400],
		['more headers than anybody sends', `GET / HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(250)}\r\n${smuggled}`, 431],
		['more headers than Node keeps', `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(3000)}Host: x\r\n\r\n${smuggled}`, 431],
	])('refuses ambiguous requests: %s', async (_, bytes, status) => {
		const asked: string[] = [];
		await serve('http1', async (request) => {
			asked.push(request.path);
			return text(String((await request.body()).length));
		});
		const answer = await exchange(bytes);
		expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
		expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
		expect(asked.filter((path) => path === '/smuggled')).toEqual([]);
	});

	it.each(['', 'x', '127.0.0.1:6443', '[::1]:6443', '[fe80::1%25eth0]', 'a.b-c_d~e'])('answers to the Host %j', async (host) => {
		await serve('http1', () => text('yes'));
		expect(await exchange(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200/);
	});

	it('refuses two credentials over HTTP/2 too', async () => {
		await serve('http2', () => text('never'));
		const socket = tls.connect({ port: fixture?.listener.port ?? 0, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] });
		await once(socket, 'secureConnect');
		const literal = (value: string): Buffer => Buffer.from([value.length, ...Buffer.from(value)]);
		const credentials = ['a', 'b'].map((token) => Buffer.concat([Buffer.from([0]), literal('authorization'), literal(`Bearer ${token}`)]));
		const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), http2Frame(4, 0, 0, [])]);
		socket.on('error', () => undefined).write(Buffer.concat([preface, http2Frame(1, 5, 1, [...getRoot, ...Buffer.concat(credentials)])]));
		let received = Buffer.alloc(0);
		const answered = new Promise<void>((resolve) => {
			socket.on('data', (data: Buffer) => {
				received = Buffer.concat([received, data]);
				// The body arrives last.
				if (received.includes('\n')) resolve();
			});
		});
		await answered;
		expect(received.toString('latin1')).toContain('a request may have one header "authorization", but this request has two\n');
		socket.destroy();
	});

	it.each(['TLSv1.2', 'TLSv1.3'] as const)('a resumed %s session keeps its user, or its anonymity', async (version) => {
		await serve('http1', (request) => text(userOf(request)?.name ?? 'nobody'));
		const { keys, listener } = fixture as Fixture;
		const connect = async (credentials: object, session?: Buffer): Promise<{ answer: string; session: Buffer; reused: boolean }> => {
			const socket = tls.connect({
				port: listener.port,
				host: '127.0.0.1',
				ca: keys.authority.cert,
				minVersion: version,
				maxVersion: version,
				...credentials,
				...(session && { session }),
			});
			let ticket: Buffer | undefined;
			socket.on('session', (given: Buffer) => {
				ticket = given;
			});
			await once(socket, 'secureConnect');
			socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
			const [data] = (await once(socket, 'data')) as [Buffer];
			const reused = socket.isSessionReused();
			socket.destroy();
			return { answer: data.toString().split('\r\n\r\n')[1] ?? '', session: ticket ?? Buffer.alloc(0), reused };
		};
		for (const [credentials, user] of [
			[{ cert: keys.admin.cert, key: keys.admin.key }, 'admin'],
			[{}, 'nobody'],
		] as const) {
			const first = await connect(credentials);
			expect(first.answer).toBe(user);
			const second = await connect({}, first.session);
			expect(second).toMatchObject({ reused: true, answer: user });
		}
	});

	it('closes connections beyond the bound, and accepts new ones after others end', async () => {
		await serve('http1', () => text('here'), { maxConnections: 1 });
		const { listener } = fixture as Fixture;
		const connect = (): Promise<tls.TLSSocket | undefined> =>
			new Promise((resolve) => {
				const socket = tls.connect({ port: listener.port, host: '127.0.0.1', rejectUnauthorized: false }, () => resolve(socket));
				socket.on('error', () => undefined);
				socket.once('close', () => resolve(undefined));
			});
		const first = await connect();
		expect(first).toBeDefined();
		expect(await connect()).toBeUndefined();
		first?.destroy();
		await vi.waitFor(async () => {
			const next = await connect();
			next?.destroy();
			expect(next).toBeDefined();
		});
	});

	it.each([
		[1_000, 60_000],
		[600_000, 600_000],
	])('a request that may take %i ms has %i ms to arrive over HTTP/1.1', async (requestTimeoutMs, expected) => {
		await serve('http1', () => text('fine'));
		const { cert, key } = (fixture as Fixture).keys.serving;
		const server = createServer({ cert, key, authorities: believed('') }, requestTimeoutMs);
		expect(server).toMatchObject({ requestTimeout: expected });
		server.close();
	});

	it('a reset over HTTP/2 aborts the request', async () => {
		const begun: ApiRequest[] = [];
		await serve('http2', (request) => {
			begun.push(request);
			void request.signal;
			return new Promise(() => undefined);
		});
		const session = http2.connect(`https://127.0.0.1:${fixture?.listener.port}`, { rejectUnauthorized: false });
		await once(session, 'connect');
		const open = (): http2.ClientHttp2Stream => session.request({ ':path': '/' }).on('error', () => undefined);
		const waiting = open();
		while (begun.length < 1) await new Promise(setImmediate);
		const aborted = once((begun[0] as ApiRequest).signal, 'abort');
		waiting.close(http2.constants.NGHTTP2_CANCEL);
		await aborted;
		await delay(10);
		expect(fixture?.listener.active).toBe(0);
		session.destroy();
	});

	it.each([
		['resets them', 5, (stream: number) => http2Frame(3, 0, stream, [0, 0, 0, http2.constants.NGHTTP2_CANCEL])],
		['sends a window beyond its bound for them', 4, (stream: number) => http2Frame(8, 0, stream, [0x7f, 0xff, 0xff, 0xff])],
		['sends trailers that do not end them', 4, (stream: number) => http2Frame(1, 4, stream, getRoot)],
	])('a client that opens streams and %s is cut off, the others are not', async (_, openFlags, reset) => {
		let begun = 0;
		const ask = await serve('http2', () => {
			begun++;
			return text('fine');
		});
		// Uses raw frames, because Node's client delays resets.
		const socket = tls.connect({ port: fixture?.listener.port ?? 0, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] });
		socket.on('error', () => undefined).resume();
		await once(socket, 'secureConnect');
		socket.write(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), http2Frame(4, 0, 0, [])]));
		let sent = 0;
		for (; sent < 20_000 && !socket.closed; sent++) {
			socket.write(Buffer.concat([http2Frame(1, openFlags, 2 * sent + 1, getRoot), reset(2 * sent + 1)]));
			if (sent % 50 === 0) await new Promise(setImmediate);
		}
		expect(sent).toBeLessThan(20_000);
		// The limit is two hundred, plus the requests in flight when it is exceeded. Node's own limit is a thousand invalid frames.
		expect(begun).toBeLessThan(400);
		expect(fixture?.listener.active).toBe(0);
		expect((await ask('/')).body.toString()).toBe('fine');
	});

	it.each([
		['plain HTTP', 'GET / HTTP/1.1\r\n\r\n', 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n'],
		['garbage', 'nonsense, and enough of it to be read as a record', ''],
	])('survives %s on the port', async (_, wire, expected) => {
		const ask = await serve('http1', () => text('fine'));
		const socket = net.connect(fixture?.listener.port ?? 0, '127.0.0.1');
		const received: Buffer[] = [];
		socket.on('error', () => undefined).on('data', (data: Buffer) => received.push(data));
		socket.write(wire);
		await once(socket, 'close');
		const answer = Buffer.concat(received).toString('latin1');
		if (expected === '') expect(answer).not.toContain('HTTP');
		else expect(answer).toBe(expected);
		expect((await ask('/')).body.toString()).toBe('fine');
		expect(fixture?.failures).toEqual([]);
	});

	it('answers pipelined requests in order, however long each takes', async () => {
		const release = Promise.withResolvers<void>();
		await serve('http1', (request) => (request.path === '/1' ? release.promise.then(() => text('first;')) : text(`${request.path.slice(1)};`)));
		const socket = tls.connect({ port: fixture?.listener.port ?? 0, host: '127.0.0.1', rejectUnauthorized: false });
		await once(socket, 'secureConnect');
		let received = '';
		const all = new Promise<void>((resolve) => {
			socket.on('data', (data: Buffer) => {
				received += data.toString('latin1');
				if (received.includes('3;')) resolve();
			});
		});
		socket.write(['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
		while ((fixture?.listener.active ?? 0) < 3) await new Promise(setImmediate);
		release.resolve();
		await all;
		expect(received.match(/(first|\d);/g)).toEqual(['first;', '2;', '3;']);
		// The `close` of the last stream comes one event loop iteration later.
		while ((fixture?.listener.active ?? 0) > 0) await new Promise(setImmediate);
		socket.destroy();
	});

	it.each(['at once', 'after a promise'])('answers %s a client that has closed its side', async (when) => {
		await serve('http1', () => (when === 'at once' ? text('fine') : Promise.resolve(text('fine'))));
		const socket = tls.connect({ port: fixture?.listener.port ?? 0, host: '127.0.0.1', rejectUnauthorized: false });
		await once(socket, 'secureConnect');
		let received = '';
		socket.on('data', (data: Buffer) => (received += data.toString('latin1')));
		const closed = once(socket, 'close');
		socket.end('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
		await closed;
		expect(received).toContain('fine');
	});

	it('closes connections that ask nothing, and no others', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
		try {
			const release = Promise.withResolvers<void>();
			await serve('http1', (request) => (request.path === '/slow' ? release.promise.then(() => text('done')) : text('fine')));
			const { listener } = fixture as Fixture;
			const open = async (path: string): Promise<{ socket: tls.TLSSocket; data: Promise<unknown[]> }> => {
				const socket = tls.connect({ port: listener.port, host: '127.0.0.1', rejectUnauthorized: false });
				await once(socket, 'secureConnect');
				const data = once(socket, 'data');
				socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
				return { socket, data };
			};
			const idle = await open('/');
			const waiting = await open('/slow');
			await idle.data;
			while (listener.active < 1) await new Promise(setImmediate);
			vi.advanceTimersByTime(90_000);
			await new Promise(setImmediate);
			expect(listener.connections).toBe(2);
			const closed = once(idle.socket.resume(), 'close');
			vi.advanceTimersByTime(10_000);
			await closed;
			release.resolve();
			expect(String(await waiting.data)).toContain('done');
			waiting.socket.destroy();
		} finally {
			vi.useRealTimers();
		}
	});

	it('a busy port is an error that the caller sees', async () => {
		await serve('http1', () => text('fine'));
		const { listen } = await import('../../runtime/http/listener.ts');
		const { keys, listener } = fixture as Fixture;
		const again = listen({
			tls: { cert: keys.serving.cert, key: keys.serving.key, authorities: believed('') },
			host: '127.0.0.1',
			port: listener.port,
			requestTimeoutMs: 60_000,
			answerStallMs: 1_000,
			compresses: true,
			handshakes: { failed: 0 },
			webSocketOrigins: [],
			http2: 'own',
			identify: () => undefined,
			handler: () => text(''),
			onFailure: () => undefined,
		});
		await expect(again).rejects.toThrow('EADDRINUSE');
	});
});
