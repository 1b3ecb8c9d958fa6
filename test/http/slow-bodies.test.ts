/** Slow request bodies occupy no places of other requests, and the memory they hold is bounded. */
import { once } from 'node:events';
import { connect } from 'node:http2';
import { Agent, request as requestHttps } from 'node:https';
import { PassThrough, type Writable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../runtime/api/errors.ts';
import type { ApiRequest, Handler } from '../../runtime/api/request.ts';
import { type InFlight, withOverloadProtection } from '../../runtime/filters/with-overload-protection.ts';
import { readBody } from '../../runtime/http/body.ts';
import { ReadableSource } from '../../runtime/http/body-source.ts';
import { OpenBodies } from '../../runtime/http/open-bodies.ts';
import { type Fixture, start } from './fixture.ts';

let fixture: Fixture | undefined;
let inFlight: InFlight;
const endings: (() => void)[] = [];
afterEach(async () => {
	for (const end of endings.splice(0)) end();
	await fixture?.close();
	fixture = undefined;
});

const limits = { reading: 4, mutating: 4 };
const info = { isResource: true, group: '', version: 'v1', resource: 'configmaps', subresource: '', namespace: 'default', name: 'x' } as const;

/** Reads the body, then runs `work`; failures are answered with their code. */
async function serve(work: (request: ApiRequest) => Promise<void>): Promise<void> {
	inFlight = { reading: 0, mutating: 0 };
	const bounded = withOverloadProtection(
		inFlight,
		limits,
	)(async (request) => {
		const body = await request.body();
		await work(request);
		return { status: 200, headers: {}, body: String(body.length) };
	});
	const handler: Handler = async (request) => {
		request.info = { ...info, verb: 'update' };
		try {
			return await bounded(request);
		} catch (error) {
			return { status: ApiError.from(error).code, headers: {}, body: '' };
		}
	};
	fixture = await start(handler);
}

interface Slow {
	readonly out: Writable;
	readonly status: Promise<number>;
}

function open(protocol: 'http1' | 'http2'): Slow {
	const url = `https://127.0.0.1:${(fixture as Fixture).listener.port}`;
	if (protocol === 'http1') {
		const agent = new Agent();
		endings.push(() => agent.destroy());
		const out = requestHttps(`${url}/`, { agent, method: 'PUT', rejectUnauthorized: false, headers: { 'content-length': '10' } });
		out.on('error', () => undefined).write('half ');
		return { out, status: quiet(once(out, 'response').then(([response]) => response.resume().statusCode)) };
	}
	const session = connect(url, { rejectUnauthorized: false });
	endings.push(() => session.destroy());
	const out = session.request({ ':method': 'PUT', ':path': '/', 'content-length': '10' });
	out.on('error', () => undefined).write('half ');
	return { out, status: quiet(once(out.resume(), 'response').then(([headers]) => headers[':status'])) };
}

/** Ignores rejections: most requests are never answered. */
function quiet(status: Promise<number>): Promise<number> {
	status.catch(() => undefined);
	return status;
}

describe.each(['http1', 'http2'] as const)('bodies over %s', (protocol) => {
	it('use no seat while they arrive', async () => {
		await serve(async () => undefined);
		const slow = Array.from({ length: 20 }, () => open(protocol));
		while ((fixture as Fixture).listener.active < 20) await new Promise(setImmediate);
		expect(inFlight).toEqual({ reading: 0, mutating: 0 });
		expect(await fixture?.[protocol]('/', { method: 'PUT', body: 'at once' })).toMatchObject({ status: 200 });
		for (const { out } of slow.slice(0, 4)) out.end('whole');
		expect(await Promise.all(slow.slice(0, 4).map(({ status }) => status))).toEqual([200, 200, 200, 200]);
		expect(inFlight).toEqual({ reading: 0, mutating: 0 });
	});

	it('are refused when all seats are in use, and release their seats when their clients disconnect', async () => {
		const release = Promise.withResolvers<void>();
		await serve(() => release.promise);
		const late = open(protocol);
		const gone = open(protocol);
		while ((fixture as Fixture).listener.active < 2) await new Promise(setImmediate);
		const working = Array.from({ length: limits.mutating }, () => open(protocol));
		for (const { out } of working) out.end('whole');
		while (inFlight.mutating < limits.mutating) await new Promise(setImmediate);
		late.out.end('whole');
		expect(await late.status).toBe(429);
		expect(await fixture?.[protocol]('/', { method: 'PUT', body: 'at once' })).toMatchObject({ status: 429 });
		gone.out.destroy();
		release.resolve();
		expect(await Promise.all(working.map(({ status }) => status))).toEqual([200, 200, 200, 200]);
		while ((fixture as Fixture).listener.active > 0) await new Promise(setImmediate);
		expect(inFlight).toEqual({ reading: 0, mutating: 0 });
	});
});

it('the oldest incomplete body is ended when all of them exceed the bound', async () => {
	const bounds = new OpenBodies(1_000);
	const sources = Array.from({ length: 3 }, () => new PassThrough());
	const read = sources.map((source) => readBody(new ReadableSource(source), undefined, bounds, {}));
	for (const source of sources) source.write(Buffer.alloc(400));
	await expect(read[0]).rejects.toThrow('the client closed the connection');
	for (const source of sources.slice(1)) source.end(Buffer.alloc(100));
	expect((await Promise.all(read.slice(1))).map(({ length }) => length)).toEqual([500, 500]);
	const more = new PassThrough();
	const whole = readBody(new ReadableSource(more), undefined, bounds, {});
	more.end(Buffer.alloc(1_000));
	expect(await whole).toHaveLength(1_000);
});

it('a body that is cut off for its size does not make room for others', async () => {
	const bounds = new OpenBodies(1_000);
	const far = new PassThrough();
	const cutOff = readBody(new ReadableSource(far), undefined, bounds, {});
	far.write(Buffer.alloc(7 * 1024 * 1024));
	await expect(cutOff).rejects.toThrow('the client closed the connection');
	const sources = Array.from({ length: 3 }, () => new PassThrough());
	const read = sources.map((source) => readBody(new ReadableSource(source), undefined, bounds, {}));
	for (const source of sources) source.write(Buffer.alloc(400));
	await expect(read[0]).rejects.toThrow('the client closed the connection');
	for (const source of sources.slice(1)) source.end();
	expect((await Promise.all(read.slice(1))).map(({ length }) => length)).toEqual([400, 400]);
});

it('many bodies in one-byte pieces delay no other request', async () => {
	await serve(async () => undefined);
	const { port } = (fixture as Fixture).listener;
	const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] });
	endings.push(() => socket.destroy());
	await once(socket.on('error', () => undefined).resume(), 'secureConnect');
	const streams = Array.from({ length: 20 }, (_, i) => 2 * i + 1);
	const heads = streams.map((stream) => frame(1, 4, stream, postRoot));
	const bytes = streams.map((stream) => frame(0, 0, stream, [0x20]));
	socket.write(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0, []), ...heads]));
	while ((fixture as Fixture).listener.active < streams.length) await new Promise(setImmediate);
	socket.write(Buffer.concat([...Array.from({ length: 3_000 }, () => bytes).flat(), ...streams.map((stream) => frame(0, 1, stream, []))]));
	// Frames of all streams are interleaved, so this response arrives long before the last of sixty thousand.
	expect(await fixture?.http2('/', { method: 'PUT', body: 'at once' })).toMatchObject({ status: 200 });
	expect((fixture as Fixture).listener.active).toBe(streams.length);
	while ((fixture as Fixture).listener.active > 0) await new Promise(setImmediate);
	expect((fixture as Fixture).listener.connections).toBeGreaterThan(0);
});

/** HPACK block with the method, scheme, path and a one-letter authority. */
const postRoot = [0x83, 0x87, 0x84, 0x01, 0x01, 0x78];

/** Returns a frame in wire format (RFC 9113 4.1). */
function frame(type: number, flags: number, stream: number, payload: readonly number[]): Buffer {
	const head = Buffer.alloc(9);
	head.writeUIntBE(payload.length, 0, 3);
	head.writeUIntBE(type * 256 + flags, 3, 2);
	head.writeUInt32BE(stream, 5);
	return Buffer.concat([head, Buffer.from(payload)]);
}

it('large bodies with short last frames are complete, for any number on a connection', async () => {
	await serve(async () => undefined);
	const session = connect(`https://127.0.0.1:${(fixture as Fixture).listener.port}`, { rejectUnauthorized: false });
	endings.push(() => session.destroy());
	const [frame, rest] = [Buffer.alloc(16_375), Buffer.alloc(9)];
	for (let round = 0; round < 10; round++) {
		const stream = session.request({ ':method': 'PUT', ':path': '/' });
		let received = '';
		stream.setEncoding('utf8').on('data', (chunk: string) => {
			received += chunk;
		});
		for (let frames = 0; frames < 64; frames++) for (const part of [frame, rest]) await new Promise((written) => stream.write(part, written));
		stream.end();
		await once(stream, 'close');
		expect(received).toBe(String(64 * (frame.length + rest.length)));
	}
});

it.each(['http1', 'http2'] as const)('a body over %s that its client writes word by word is whole, and the connection stays', async (protocol) => {
	const bodies: number[] = [];
	await serve(async (request) => {
		bodies.push((await request.body()).length);
	});
	const words = Array.from({ length: 6_000 }, (_, i) => `k${i % 10}: `);
	const bytes = words.join('').length;
	for (let round = 0; round < 3; round++) expect(await written(protocol, words)).toBe(200);
	expect(bodies).toEqual([bytes, bytes, bytes]);
	expect((fixture as Fixture).listener.connections).toBe(1);
});

const agents = new WeakMap<Fixture, Agent>();
const sessions = new WeakMap<Fixture, ReturnType<typeof connect>>();

/** Sends each word on one connection as a separate chunk or frame and TLS record, like a client that flushes each. */
async function written(protocol: 'http1' | 'http2', words: readonly string[]): Promise<number | undefined> {
	const served = fixture as Fixture;
	const url = `https://127.0.0.1:${served.listener.port}`;
	if (protocol === 'http1') {
		const agent = agents.get(served) ?? new Agent({ keepAlive: true, maxSockets: 1 });
		agents.set(served, agent);
		endings.push(() => agent.destroy());
		const out = requestHttps(`${url}/`, { agent, method: 'PUT', rejectUnauthorized: false });
		const status = once(out, 'response').then(([response]) => response.resume().statusCode as number);
		for (const word of words) out.write(word);
		out.end();
		const code = await status;
		await once(out, 'close');
		return code;
	}
	const session = sessions.get(served) ?? connect(url, { rejectUnauthorized: false });
	sessions.set(served, session);
	endings.push(() => session.destroy());
	const out = session.request({ ':method': 'PUT', ':path': '/' });
	const status = once(out.resume(), 'response').then(([headers]) => headers[':status'] as number);
	for (const word of words) await new Promise((resolve) => out.write(word, resolve));
	out.end();
	return status;
}
