import { once } from 'node:events';
import http2 from 'node:http2';
import net from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import tls from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiRequest, ApiResponse, EventWriter, Handler } from '../../runtime/api/request.ts';
import { documentOf, respondDocument } from '../../runtime/http/endpoints/document.ts';
import { type Client, type Fixture, start } from './fixture.ts';

let fixture: Fixture | undefined;
afterEach(async () => {
	await fixture?.close();
	fixture = undefined;
});

const text = (body: ApiResponse['body'], status = 200): ApiResponse => ({ status, headers: { 'content-type': 'text/plain' }, body });

async function serve(protocol: 'http1' | 'http2', handler: Handler): Promise<Client> {
	fixture = await start(handler);
	return fixture[protocol];
}

const megabytes = (n: number) => Buffer.alloc(n * 1024 * 1024, 'x');

/** A frame as it is on the wire (RFC 9113 4.1). */
function http2Frame(type: number, flags: number, stream: number, payload: readonly number[]): Buffer {
	const head = Buffer.alloc(9);
	head.writeUIntBE(payload.length, 0, 3);
	head.writeUIntBE(type * 256 + flags, 3, 2);
	head.writeUInt32BE(stream, 5);
	return Buffer.concat([head, Buffer.from(payload)]);
}

/** Method, scheme and path of a request, from HPACK's static table, and an authority of one letter. */
const getRoot = [0x82, 0x87, 0x84, 0x01, 0x01, 0x78];

describe.each(['http1', 'http2'] as const)('listener over %s', (protocol) => {
	it('maps method, path, query and headers', async () => {
		const ask = await serve(protocol, (request) => text(`${request.method} ${request.path} ${request.query} ${request.header('x-test')}`));
		const answer = await ask('/a%20b?c=d%20e', { method: 'PUT', headers: { 'x-test': 'y' } });
		expect(answer.body.toString()).toBe('PUT /a b c=d%20e y');
		expect(answer.headers['content-length']).toBe(String(answer.body.length));
		expect(answer.headers['cache-control']).toBe('no-cache, private');
	});

	it.each([
		['Impersonate-Extra-Scopes', true],
		['impersonate-', true],
		['Impersonate', false],
		['x-impersonate-user', false],
	])('tells by the beginning of its name whether there is a header: %s', async (name, found) => {
		const ask = await serve(protocol, (request) => text(String(request.hasHeaderBeginning('impersonate-'))));
		expect((await ask('/', { headers: { 'x-test': 'impersonate-user', [name]: 'impersonate-user' } })).body.toString()).toBe(String(found));
	});

	it.each<[string, () => ApiResponse['body']]>([
		['text', () => 'häppy'],
		['bytes', () => Buffer.from('häppy')],
		['pieces', () => [Buffer.from('hä'), Buffer.from('ppy')]],
		['a stream', () => Readable.from([Buffer.from('hä'), Buffer.from('ppy')])],
		['events', () => ({ kind: 'events', start: async (writer: EventWriter) => void [writer.write(Buffer.from('hä')), writer.write(Buffer.from('ppy'))] })],
	])('writes %s', async (_, body) => {
		const ask = await serve(protocol, () => text(body()));
		expect((await ask('/')).body.toString()).toBe('häppy');
		expect((await ask('/', { method: 'HEAD' })).body.length).toBe(0);
	});

	it('an answer without a body stays without one', async () => {
		const ask = await serve(protocol, () => text('never', 304));
		const answer = await ask('/');
		expect([answer.status, answer.body.length, answer.headers['content-length']]).toEqual([304, 0, undefined]);
	});

	it('appends what stages sent along, twice if need be', async () => {
		const ask = await serve(protocol, (request) => {
			request.outgoing?.push('warning', '299 - "a"', 'warning', '299 - "b"');
			return text('');
		});
		expect((await ask('/')).headers.warning).toBe('299 - "a", 299 - "b"');
	});

	it('reads a body, and only up to 3 MiB', async () => {
		const ask = await serve(protocol, async (request) => {
			try {
				return text(`${(await request.body()).length}`);
			} catch (error) {
				return text((error as Error).message, (error as { code: number }).code);
			}
		});
		expect((await ask('/', { method: 'POST', body: 'abc' })).body.toString()).toBe('3');
		expect((await ask('/', { method: 'POST', body: megabytes(3) })).body.toString()).toBe(String(3 * 1024 * 1024));
		const refused = await ask('/', { method: 'POST', body: megabytes(4) }).catch((error: Error) => error);
		// The client may see the answer or the connection closing before it has sent all.
		if (!(refused instanceof Error)) expect(refused.status).toBe(413);
	});

	it('a handler that answers without reading the body does not hang the client', async () => {
		const ask = await serve(protocol, () => text('no thanks', 403));
		expect((await ask('/', { method: 'POST', body: megabytes(1) })).status).toBe(403);
		expect((await ask('/', { method: 'POST', body: 'x' })).status).toBe(403);
	});

	it('knows the user of a certificate, and nobody without one', async () => {
		const ask = await serve(protocol, (request) => text(JSON.stringify(request.clientUser?.groups ?? null)));
		expect((await ask('/', { certificate: true })).body.toString()).toBe('["system:masters","system:authenticated"]');
		expect((await ask('/')).body.toString()).toBe('null');
	});

	it('compresses large answers for who asks', async () => {
		const ask = await serve(protocol, (request) =>
			text(request.path === '/stream' ? Readable.from([megabytes(1)]) : request.path === '/small' ? 'x' : megabytes(1)),
		);
		for (const path of ['/', '/stream']) {
			const answer = await ask(path, { headers: { 'accept-encoding': 'gzip' } });
			expect(answer.headers['content-encoding']).toBe('gzip');
			expect(gunzipSync(answer.body).equals(megabytes(1))).toBe(true);
		}
		expect((await ask('/small', { headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding']).toBeUndefined();
		expect((await ask('/', { headers: { 'accept-encoding': 'gzip;q=0' } })).headers['content-encoding']).toBeUndefined();
		expect((await ask('/stream')).body.length).toBe(1024 * 1024);
	});

	it('tells caches that large answers depend on the encoding, beside what else they depend on', async () => {
		const ask = await serve(protocol, (request) => {
			const body = request.path === '/stream' ? Readable.from([megabytes(1)]) : request.path === '/pieces' ? [megabytes(1)] : megabytes(1);
			const document = documentOf(megabytes(1));
			return request.path === '/document' ? respondDocument(request, document, 'text/plain') : text(body);
		});
		const gzip = { 'accept-encoding': 'gzip' };
		for (const path of ['/', '/stream', '/pieces']) {
			for (const headers of [{}, gzip]) expect((await ask(path, { headers })).headers).toMatchObject({ vary: 'Accept-Encoding' });
		}
		const [plain, compressed] = [await ask('/document'), await ask('/document', { headers: gzip })];
		expect([plain.headers.vary, compressed.headers.vary]).toEqual(['Accept, Accept-Encoding', 'Accept, Accept-Encoding']);
		// Not the same bytes, so not the same strong tag; either is enough to be spared the document, in either encoding.
		expect(compressed.headers.etag).toBe(`W/${plain.headers.etag}`);
		for (const etag of [plain, compressed].map(({ headers }) => String(headers.etag))) {
			for (const headers of [{}, gzip]) {
				const known = await ask('/document', { headers: { ...headers, 'if-none-match': `"other", ${etag}` } });
				expect([known.status, known.body.length, known.headers.etag, known.headers.vary]).toEqual([304, 0, etag, 'Accept, Accept-Encoding']);
			}
		}
	});

	it('a handler that throws answers 500, and the next request is served', async () => {
		const ask = await serve(protocol, (request) => {
			if (request.path === '/boom') throw new Error('boom');
			return text('fine');
		});
		expect((await ask('/boom')).status).toBe(500);
		expect((await ask('/')).body.toString()).toBe('fine');
		expect(fixture?.failures).toHaveLength(1);
	});

	it('an answer that cannot be written harms nobody else', async () => {
		const halves = [Buffer.from('half'), { length: 20_000 } as Buffer];
		const ask = await serve(protocol, async (request) => {
			if (request.path === '/begun') return text(halves);
			if (request.path === '/header') return { ...text(''), headers: { 'x test': 'y' } };
			return text('fine');
		});
		await expect(ask('/begun')).rejects.toThrow();
		expect(await ask('/header')).toMatchObject({ status: 500, body: Buffer.from('Internal error occurred\n') });
		expect((await ask('/')).body.toString()).toBe('fine');
		expect(fixture?.failures.length).toBe(2);
	});

	it('a small piece that cannot be written is reported, and the answer says so', async () => {
		const ask = await serve(protocol, (request) => text(request.path === '/' ? 'fine' : [Buffer.from('half'), { length: 15 } as Buffer]));
		expect(await ask('/bad')).toMatchObject({ status: 500, body: Buffer.from('Internal error occurred\n') });
		expect(fixture?.failures).toHaveLength(1);
		expect((await ask('/')).body.toString()).toBe('fine');
	});

	it.each([
		['is no bytes', {}, 1],
		['is no bytes, in a compressed answer', { 'accept-encoding': 'gzip' }, 20_000],
	])('a piece of a streamed answer that %s is reported, and the answer does not look complete', async (_, headers, before) => {
		let pieces = 0;
		const body = () =>
			new Readable({
				read() {
					this.push(pieces++ < before ? Buffer.alloc(16, 'x') : { length: 5 });
				},
			});
		const ask = await serve(protocol, (request) => text(request.path === '/' ? 'fine' : body()));
		await expect(ask('/bad', { headers })).rejects.toThrow();
		expect(fixture?.failures).toHaveLength(1);
		expect(String(fixture?.failures[0])).toContain('chunk');
		expect((await ask('/')).body.toString()).toBe('fine');
	});

	it('an event body that fails breaks the stream, so that it does not look complete', async () => {
		const ask = await serve(protocol, () =>
			text({
				kind: 'events',
				start: async (writer) => {
					writer.write(Buffer.from('half'));
					throw new Error('lost the store');
				},
			}),
		);
		await expect(ask('/')).rejects.toThrow();
		expect(fixture?.failures).toHaveLength(1);
	});

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
		// Refused, or on a connection that was open before: answered and ended.
		await ask('/late').catch(() => undefined);
		release?.();
		expect((await slow).body.toString()).toBe('done');
		await drained;
		expect(fixture?.listener.active).toBe(0);
		expect(fixture?.failures).toEqual([]);
	});
});

describe('listener', () => {
	it('tells a handler when its client goes away', async () => {
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
		// A client that still sends may see the connection reset before it reads why.
		if (data[0] !== 'closed') expect(String(data[0])).toContain(status);
		socket.destroy();
	});

	/** What a server answers to bytes, until it ends the connection. */
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
	])('refuses what could be read in two ways: %s', async (_, bytes, status) => {
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
				// The body is the last that comes.
				if (received.includes('\n')) resolve();
			});
		});
		await answered;
		expect(received.toString('latin1')).toContain('a request has one header "authorization", and this one has two\n');
		socket.destroy();
	});

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
		const before = performance.now();
		await listener.drain(60_000);
		expect(performance.now() - before).toBeLessThan(12_000);
		expect(listener.active).toBe(0);
	});

	it.each(['TLSv1.2', 'TLSv1.3'] as const)('a resumed %s session keeps its user, and gives none to who had none', async (version) => {
		await serve('http1', (request) => text(request.clientUser?.name ?? 'nobody'));
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

	it('closes connections beyond the bound, and takes others once there is room', async () => {
		fixture = await start(() => text('here'), { maxConnections: 1 });
		const { listener } = fixture;
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
		// Raw frames: Node's own client holds resets back.
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
		// A hundred, and those that are under way when the last of them is one too many; Node by itself takes a thousand frames that are wrong.
		expect(begun).toBeLessThan(400);
		expect(fixture?.listener.active).toBe(0);
		expect((await ask('/')).body.toString()).toBe('fine');
	});

	it.each([
		['plain HTTP', 'GET / HTTP/1.1\r\n\r\n', 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n'],
		['garbage', 'nonsense, and enough of it to be read as a record', ''],
	])('%s on the port harms nobody', async (_, wire, expected) => {
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

	it('answers pipelined requests in order, whatever takes longer', async () => {
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
		// `close` of the last one comes a turn later.
		while ((fixture?.listener.active ?? 0) > 0) await new Promise(setImmediate);
		socket.destroy();
	});

	it.each(['at once', 'after a promise'])('answers %s a client that has said all that it will say', async (when) => {
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

	it('a drain waits for no handshake', async () => {
		await serve('http1', () => text('fine'));
		const { listener } = fixture as Fixture;
		const silent = net.connect(listener.port, '127.0.0.1');
		silent.on('error', () => undefined);
		await once(silent, 'connect');
		// A whole exchange on another connection: the listener has seen this one by then.
		await fixture?.http1('/');
		const closed = once(silent, 'close');
		const before = performance.now();
		await listener.drain(8_000);
		expect(performance.now() - before).toBeLessThan(4_000);
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

	it('draining lets what is written go out, and cuts off who does not read it', async () => {
		const body = megabytes(30);
		await serve('http1', () => text(body));
		const { listener } = fixture as Fixture;
		const open = async (): Promise<tls.TLSSocket> => {
			const socket = tls.connect({ port: listener.port, host: '127.0.0.1', rejectUnauthorized: false });
			await once(socket, 'secureConnect');
			socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
			return socket;
		};
		const reader = await open();
		const idler = await open();
		idler.pause();
		let bytes = 0;
		const read = new Promise<void>((resolve) => reader.on('data', (data: Buffer) => (bytes += data.length)).on('close', resolve));
		await once(reader, 'data');
		await listener.drain(1_000);
		await read;
		expect(bytes).toBeGreaterThan(body.length);
		while (listener.connections > 0) await new Promise(setImmediate);
		idler.destroy();
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
			tls: { cert: keys.serving.cert, key: keys.serving.key, clientCa: [] },
			host: '127.0.0.1',
			port: listener.port,
			answerStallMs: 1_000,
			identify: () => undefined,
			handler: () => text(''),
			onFailure: () => undefined,
		});
		await expect(again).rejects.toThrow('EADDRINUSE');
	});
});
