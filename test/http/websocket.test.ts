/** Events over WebSockets: the handshake, the frames of both sides, and clients that do with them what they like. */
import { once } from 'node:events';
import tls from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { ApiResponse, EventWriter, Handler, WebSocketOffer } from '../../runtime/api/request.ts';
import { flags, frame, frameTypes, get, number32, preface } from '../faults/stall/frames.ts';
import { type Fixture, start } from './fixture.ts';

let fixture: Fixture;
const clients: WebSocket[] = [];
const sockets: tls.TLSSocket[] = [];
afterEach(async () => {
	for (const client of clients.splice(0)) client.terminate();
	for (const socket of sockets.splice(0)) socket.destroy();
	await fixture.close();
});

/** Text in a message. */
type Tell = (text: string) => boolean;

/** Asked on another connection: what was sent on the first has been read by the time of its answer. */
const elsewhere = '/elsewhere';

/** Answers each request with what `run` tells, over a WebSocket where it is asked for one; what `run` gives ends it. */
function telling(run: (tell: Tell, writer: EventWriter) => Promise<unknown>): Handler {
	return (request): ApiResponse => {
		const { webSocket } = request;
		if (request.path === elsewhere) return { status: 200, headers: {}, body: '' };
		const framed = (text: string): Buffer => webSocket?.message(Buffer.from(text), true) ?? Buffer.from(text);
		const start = async (writer: EventWriter): Promise<void> => void (await run((text) => writer.write(framed(text)), writer));
		return { status: webSocket === undefined ? 200 : 101, headers: accepted(webSocket, request.outgoing), body: { kind: 'events', start } };
	};
}

function accepted(offer: WebSocketOffer | undefined, outgoing: string[] = []): Readonly<Record<string, string>> {
	return offer?.accept(outgoing) ?? {};
}

/** Resolves when the client is gone, or the server drains. */
const untilOver = ({ signal }: EventWriter): Promise<unknown> => (signal.aborted ? Promise.resolve() : once(signal, 'abort'));

/** Tells nothing. */
const silent = telling((_, writer) => untilOver(writer));

function connect(options: { readonly protocols?: readonly string[]; readonly origin?: string } = {}): WebSocket {
	const { protocols = [], origin = 'https://localhost' } = options;
	const client = new WebSocket(`wss://127.0.0.1:${fixture.listener.port}/watch`, [...protocols], { rejectUnauthorized: false, origin });
	clients.push(client);
	return client;
}

/** What the client reads until the end: messages, and the code of the Close. */
async function read(client: WebSocket): Promise<{ messages: string[]; code: number }> {
	const messages: string[] = [];
	client.on('message', (data) => messages.push(String(data)));
	const [code] = (await once(client, 'close')) as [number];
	return { messages, code };
}

const handshake: Readonly<Record<string, string>> = {
	Host: 'localhost',
	Connection: 'Upgrade',
	Upgrade: 'websocket',
	'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
	'Sec-WebSocket-Version': '13',
	Origin: 'https://localhost',
};

/** A request for a WebSocket; an empty value leaves the header out. */
function request(headers: Readonly<Record<string, string>> = {}, line = 'GET /watch HTTP/1.1'): string {
	const lines = Object.entries({ ...handshake, ...headers }).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}\r\n`]));
	return `${line}\r\n${lines.join('')}\r\n`;
}

interface Wire {
	readonly socket: tls.TLSSocket;
	/** All that has come. */
	received(): Buffer;
	/** Resolves when that has this text of single bytes. */
	until(text: string): Promise<void>;
	readonly ended: Promise<unknown>;
}

async function wire(bytes: string): Promise<Wire> {
	const socket = tls.connect({ port: fixture.listener.port, host: '127.0.0.1', rejectUnauthorized: false });
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

/** A frame of a client: masked with zeros, which change nothing. */
function clientFrame(opcode: number, content: Buffer | string = '', { fin = true, masked = true, rsv = 0 } = {}): Buffer {
	const bytes = Buffer.from(content);
	const length = bytes.length < 126 ? [bytes.length] : [126, bytes.length >> 8, bytes.length & 255];
	length[0] = (length[0] ?? 0) | (masked ? 0x80 : 0);
	return Buffer.concat([Buffer.from([(fin ? 0x80 : 0) | (rsv << 4) | opcode, ...length]), Buffer.alloc(masked ? 4 : 0), bytes]);
}

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };
const serverClose = (code: number): Buffer => Buffer.from([0x88, 2, code >> 8, code & 255]);

describe('an upgrade to WebSocket', () => {
	it('has a message for each event, and ends with Close 1000', async () => {
		fixture = await start(telling(async (tell) => ['one', 'two', ''.padEnd(300, 'x'), ''.padEnd(70_000, 'y')].map(tell)));
		const { messages, code } = await read(connect());
		expect(messages.map((text) => text.length)).toEqual([3, 3, 300, 70_000]);
		expect(code).toBe(1000);
		expect(fixture.failures).toEqual([]);
	});

	it('is a stream of the request for who does not ask for it', async () => {
		fixture = await start(telling(async (tell) => tell('one')));
		expect((await fixture.http1('/watch')).body.toString()).toBe('one');
		expect((await fixture.http2('/watch')).body.toString()).toBe('one');
	});

	it.each([
		['no key', { 'Sec-WebSocket-Key': '' }, 400],
		['version 8', { 'Sec-WebSocket-Version': '8' }, 400],
		['no version', { 'Sec-WebSocket-Version': '' }, 400],
		['no Origin', { Origin: '' }, 403],
		['an Origin that is no URI', { Origin: 'null' }, 403],
		['two subprotocols', { 'Sec-WebSocket-Protocol': 'a, b' }, 400],
	])('with %s is refused', async (_, headers, status) => {
		let refused: unknown;
		fixture = await start((asked) => {
			try {
				return { status: 101, headers: accepted(asked.webSocket, asked.outgoing), body: 'never' };
			} catch (error) {
				refused = error;
				return { status: (error as { code: number }).code, headers: {}, body: 'no' };
			}
		});
		const { ended, received } = await wire(request(headers));
		await ended;
		expect(received().toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\nConnection: close\r\n.*no$`, 's'));
		expect(refused).toMatchObject({ message: expect.stringContaining('an upgrade to WebSocket') as string });
		if ('Sec-WebSocket-Version' in headers) expect(received().toString()).toContain('sec-websocket-version: 13\r\n');
	});

	it('agrees to the one subprotocol that is offered', async () => {
		fixture = await start(silent);
		const client = connect({ protocols: ['base64.binary.example'] });
		await once(client, 'open');
		expect(client.protocol).toBe('base64.binary.example');
	});

	it('hashes the key as RFC 6455 does', async () => {
		fixture = await start(silent);
		const { until } = await wire(request());
		await until('sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n');
	});

	it('is one with a body of nothing', async () => {
		fixture = await start(telling(async (tell) => tell('one')));
		const { until } = await wire(request({ 'Content-Length': '0' }));
		await until('HTTP/1.1 101 ');
	});

	it.each([
		['to another protocol', { Upgrade: 'h2c' }],
		['to one of several', { Upgrade: 'h2c, websocket' }],
		['without a Connection that says so', { Connection: 'keep-alive' }],
		['with a body', { 'Content-Length': '2' }],
	])('%s is a request like any', async (_, headers) => {
		fixture = await start(telling(async (tell) => tell('one')));
		const { until } = await wire(`${request(headers)}{}`);
		await until('3\r\none\r\n0\r\n\r\n');
	});

	it('in a POST is a request like any', async () => {
		fixture = await start((asked) => ({ status: asked.webSocket === undefined ? 200 : 500, headers: {}, body: 'fine' }));
		const { received, ended } = await wire(request({ 'Content-Length': '2' }, 'POST /watch HTTP/1.1').concat('{}'));
		await ended;
		expect(received().toString()).toMatch(/^HTTP\/1.1 200 /);
	});

	it('over HTTP/2 has its stream reset', async () => {
		let asked = 0;
		fixture = await start(() => {
			asked++;
			return { status: 200, headers: {}, body: '' };
		});
		const socket = tls.connect({ port: fixture.listener.port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] });
		sockets.push(socket);
		await once(socket, 'secureConnect');
		const [name, value] = ['upgrade', 'websocket'];
		const header = Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]), Buffer.from(value)]);
		const endOfAll = flags.endStream | flags.endHeaders;
		socket.write(Buffer.concat([preface, frame(frameTypes.headers, endOfAll, 1, Buffer.concat([get('/watch'), header]))]));
		let received = Buffer.alloc(0);
		const reset = frame(frameTypes.reset, 0, 1, number32(0x1));
		while (!received.includes(reset)) received = Buffer.concat([received, ...((await once(socket, 'data')) as [Buffer])]);
		expect(asked).toBe(0);
	});

	it('without a Host is refused', async () => {
		fixture = await start(silent);
		const { received, ended } = await wire(request({ Host: '' }));
		await ended;
		expect(received().toString()).toMatch(/^HTTP\/1.1 400 /);
	});

	it('whose request could be read in two ways is refused', async () => {
		fixture = await start(silent);
		const { received, ended } = await wire(request({ 'Content-Type': 'a/b\r\nContent-Type: c/d' }));
		await ended;
		expect(received().toString()).toMatch(/^HTTP\/1.1 400 .*one header "content-type"/s);
	});

	it('behind requests that have no answer yet is answered as if it had not asked', async () => {
		const gate = Promise.withResolvers<void>();
		fixture = await start(async (asked) => {
			if (asked.path === '/watch') gate.resolve();
			else await gate.promise;
			return { status: asked.webSocket === undefined ? 200 : 101, headers: {}, body: `${asked.path};` };
		});
		const { received, ended } = await wire(`GET /first HTTP/1.1\r\nHost: x\r\n\r\n${request()}`);
		await ended;
		expect(received().toString()).toMatch(/\/first;HTTP\/1.1 200 .*\/watch;$/s);
	});

	it('comes on a connection that has had answers', async () => {
		fixture = await start(telling(async (tell) => tell('one')));
		const { socket, until } = await wire('GET /first HTTP/1.1\r\nHost: x\r\n\r\n');
		await until('3\r\none\r\n0\r\n\r\n');
		socket.write(request());
		await until('\x81\x03one');
	});

	it('that the handler fails gets 500', async () => {
		fixture = await start(() => Promise.reject(new Error('on purpose')));
		const { received, ended } = await wire(request());
		await ended;
		expect(received().toString()).toMatch(/^HTTP\/1.1 500 /);
	});

	it('whose client goes away first leaves nothing behind', async () => {
		const gate = Promise.withResolvers<ApiResponse>();
		const heard = Promise.withResolvers<void>();
		const abandoned = Promise.withResolvers<void>();
		fixture = await start((asked) => {
			if (asked.path === elsewhere) return { status: 200, headers: {}, body: '' };
			heard.resolve();
			return gate.promise;
		});
		const { socket } = await wire(request());
		await heard.promise;
		socket.destroy();
		await fixture.http1(elsewhere);
		const run = (writer: EventWriter): Promise<void> => untilOver(writer).then(() => abandoned.resolve());
		gate.resolve({ status: 101, headers: {}, body: { kind: 'events', start: run, abandon: abandoned.resolve } });
		await abandoned.promise;
		while (fixture.listener.active > 0) await new Promise(setImmediate);
		expect(fixture.failures).toEqual([]);
	});
});

describe('an open WebSocket', () => {
	it('ends when the client closes it, with Close 1000', async () => {
		const over = Promise.withResolvers<void>();
		fixture = await start(telling((_, writer) => untilOver(writer).then(() => over.resolve())));
		const client = connect();
		await once(client, 'open');
		client.close(4000, 'enough');
		expect((await read(client)).code).toBe(1000);
		await over.promise;
		while (fixture.listener.active > 0) await new Promise(setImmediate);
	});

	it.each([
		['goes away', (client: tls.TLSSocket) => client.destroy()],
		['says that it sends no more', (client: tls.TLSSocket) => client.end()],
	])('ends when the client %s', async (_, leave) => {
		const over = Promise.withResolvers<void>();
		fixture = await start(telling((_, writer) => untilOver(writer).then(() => over.resolve())));
		const { socket, until } = await wire(request());
		await until('\r\n\r\n');
		leave(socket);
		await over.promise;
		while (fixture.listener.active > 0) await new Promise(setImmediate);
		expect(fixture.failures).toEqual([]);
	});

	it('ends when the server drains, with Close 1000, and holds up no drain', async () => {
		fixture = await start(silent);
		const client = connect();
		await once(client, 'open');
		const ended = read(client);
		const before = performance.now();
		await fixture.listener.drain(30_000);
		expect(performance.now() - before).toBeLessThan(10_000);
		expect((await ended).code).toBe(1000);
	});

	it('breaks off when what tells its events fails', async () => {
		fixture = await start(
			telling(async (tell) => {
				tell('one');
				throw new Error('on purpose');
			}),
		);
		expect((await read(connect())).code).toBe(1006);
		expect(fixture.failures).toEqual([expect.objectContaining({ message: 'on purpose' })]);
	});

	it('drops what the client says, and answers its pings', async () => {
		fixture = await start(silent);
		const client = connect();
		await once(client, 'open');
		for (const message of ['hello', Buffer.alloc(4096)]) client.send(message);
		client.ping('are you there?');
		expect(String((await once(client, 'pong'))[0])).toBe('are you there?');
	});

	it('takes frames that come with the request', async () => {
		fixture = await start(silent);
		const { socket, until } = await wire('');
		socket.write(Buffer.concat([Buffer.from(request()), clientFrame(opcodes.ping, 'early')]));
		await until('\x8a\x05early');
	});

	it('takes frames in pieces', async () => {
		fixture = await start(silent);
		const { socket, until } = await wire(request());
		await until('\r\n\r\n');
		for (const byte of clientFrame(opcodes.ping, 'late')) {
			socket.write(Buffer.from([byte]));
			await new Promise(setImmediate);
		}
		await until('\x8a\x04late');
	});

	it('answers the last of several pings', async () => {
		fixture = await start(silent);
		const { socket, until, received } = await wire(request());
		await until('\r\n\r\n');
		socket.write(Buffer.concat(['one', 'two', 'three'].map((text) => clientFrame(opcodes.ping, text))));
		await until('\x8a\x05three');
		expect(received().includes('\x8a\x03one', 0, 'latin1')).toBe(false);
	});

	it.each([
		['a frame that is not masked', clientFrame(opcodes.text, 'hi', { masked: false }), 1002],
		['a ping in fragments', clientFrame(opcodes.ping, 'hi', { fin: false }), 1002],
		['a ping of more than 125 bytes', clientFrame(opcodes.ping, Buffer.alloc(126)), 1002],
		['bits that no extension has defined', clientFrame(opcodes.text, 'hi', { rsv: 4 }), 1002],
		['a frame of a kind that there is not', clientFrame(3, 'hi'), 1002],
		['the rest of a message that has not begun', clientFrame(opcodes.continuation, 'hi'), 1002],
		['a Close of one byte', clientFrame(opcodes.close, 'h'), 1002],
		['a message of more than 4 KiB', clientFrame(opcodes.text, Buffer.alloc(4097)), 1009],
		['a message of 2^62 bytes, of which none comes', Buffer.from([0x82, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 1009],
		[
			'a message in 65 fragments',
			Buffer.concat([...Array(65)].map((_, i) => clientFrame(i === 0 ? opcodes.text : opcodes.continuation, 'x', { fin: false }))),
			1008,
		],
		['more than 8 KiB at once', Buffer.concat([...Array(9)].map(() => clientFrame(opcodes.binary, Buffer.alloc(1024)))), 1008],
		['a flood of pings', Buffer.concat([...Array(20_000)].map(() => clientFrame(opcodes.ping))), 1008],
	])('%s ends it, with the code that says why', async (_, bytes, code) => {
		const over = Promise.withResolvers<void>();
		fixture = await start(telling((_, writer) => untilOver(writer).then(() => over.resolve())));
		const { socket, until, received, ended } = await wire(request());
		await until('\r\n\r\n');
		socket.write(bytes);
		await ended;
		expect(received().subarray(-4)).toEqual(serverClose(code));
		await over.promise;
		expect(fixture.failures).toEqual([]);
	});

	it('many pieces of one byte are a flood, too', async () => {
		fixture = await start(silent);
		const { socket, until, received, ended } = await wire(request());
		await until('\r\n\r\n');
		let sent = 0;
		void ended.then(() => {
			sent = Number.POSITIVE_INFINITY;
		});
		// Each is a record of its own.
		for (; sent < 5_000; sent++) socket.write(Buffer.from([sent === 0 ? 0x81 : 0]));
		await ended;
		expect([...received().subarray(-4, -2)]).toEqual([0x88, 2]);
	});

	it('a pong comes in no message that is written in slices, and a Close neither', async () => {
		const large = 16 * 1024 * 1024;
		const gate = Promise.withResolvers<void>();
		fixture = await start((asked): ApiResponse => {
			const offer = asked.webSocket;
			if (offer === undefined) return { status: 200, headers: {}, body: '' };
			const message = offer.message(Buffer.alloc(large, 'x'), false);
			const start = async (writer: EventWriter): Promise<void> => {
				for (let at = 0; at < message.length; at += 64 * 1024) if (!writer.write(message.subarray(at, at + 64 * 1024))) await writer.drained();
				await gate.promise;
			};
			return { status: 101, headers: offer.accept([]), body: { kind: 'events', start } };
		});
		const client = connect();
		await once(client, 'open');
		// What is read is nothing while the message is written: it fills what the system holds.
		client.pause();
		const pongs: string[] = [];
		client.on('pong', (data) => pongs.push(String(data)));
		for (const text of ['one', 'two']) client.ping(text);
		await fixture.http1(elsewhere);
		const message = once(client, 'message');
		client.resume();
		const [data] = (await message) as [Buffer];
		expect(data.length).toBe(large);
		expect(data.every((byte) => byte === 0x78)).toBe(true);
		while (pongs.at(-1) !== 'two') await once(client, 'pong');
		gate.resolve();
		expect((await read(client)).code).toBe(1000);
	});

	it('a client that reads nothing has one pong for all its pings when it reads', async () => {
		const begun = Promise.withResolvers<void>();
		fixture = await start(
			telling((tell, writer) => {
				// More than the system holds.
				tell(''.padEnd(16 * 1024 * 1024, 'x'));
				begun.resolve();
				return untilOver(writer);
			}),
		);
		const client = connect();
		await once(client, 'open');
		client.pause();
		await begun.promise;
		const pongs: string[] = [];
		client.on('pong', (data) => pongs.push(String(data)));
		for (const text of ['one', 'two', 'three']) {
			client.ping(text);
			await fixture.http1(elsewhere);
		}
		client.resume();
		while (pongs.length === 0) await once(client, 'pong');
		expect(pongs).toEqual(['three']);
	});
});
