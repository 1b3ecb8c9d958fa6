/** WebSocket handshakes: accepted and refused upgrades, and disconnects of either side. */
import { once } from 'node:events';
import tls from 'node:tls';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ApiResponse, EventWriter } from '../../runtime/api/request.ts';
import { flags, frame, frameTypes, get, number32, preface } from '../faults/stall/frames.ts';
import { type Fixture, start } from './fixture.ts';
import { accepted, elsewhere, read, request, silent, telling, untilOver, webSocketClients } from './websocket-clients.ts';

let fixture: Fixture;
afterEach(() => fixture.close());
// Registered after the fixture, so that its clients end first.
const { connect, wire } = webSocketClients(() => fixture.listener.port);

describe('an upgrade to WebSocket', () => {
	it('has a message for each event, and ends with Close 1000', async () => {
		fixture = await start(telling(async (tell) => ['one', 'two', ''.padEnd(300, 'x'), ''.padEnd(70_000, 'y')].map(tell)));
		const { messages, code } = await read(connect());
		expect(messages.map((text) => text.length)).toEqual([3, 3, 300, 70_000]);
		expect(code).toBe(1000);
		expect(fixture.failures).toEqual([]);
	});

	it('is a plain stream without the upgrade', async () => {
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

	it('accepts the single offered subprotocol', async () => {
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

	it('is accepted with an empty body', async () => {
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

	it('in a POST is handled as a plain request', async () => {
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
		onTestFinished(() => void socket.destroy());
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

	it('with repeated single-valued headers is refused', async () => {
		fixture = await start(silent);
		const { received, ended } = await wire(request({ 'Content-Type': 'a/b\r\nContent-Type: c/d' }));
		await ended;
		expect(received().toString()).toMatch(/^HTTP\/1.1 400 .*one header "content-type"/s);
	});

	it('after unanswered requests is handled as a plain request', async () => {
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

	it('works on a connection with earlier answers', async () => {
		fixture = await start(telling(async (tell) => tell('one')));
		const { socket, until } = await wire('GET /first HTTP/1.1\r\nHost: x\r\n\r\n');
		await until('3\r\none\r\n0\r\n\r\n');
		socket.write(request());
		await until('\x81\x03one');
	});

	it('gets 500 when its handler fails', async () => {
		fixture = await start(() => Promise.reject(new Error('on purpose')));
		const { received, ended } = await wire(request());
		await ended;
		expect(received().toString()).toMatch(/^HTTP\/1.1 500 /);
	});

	it('leaves no watch when its client disconnects first', async () => {
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
