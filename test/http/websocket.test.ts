/** Open WebSockets: frames of both sides, and misbehaving clients. */
import { once } from 'node:events';
import type tls from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiResponse, EventWriter } from '../../runtime/api/request.ts';
import { type Fixture, start } from './fixture.ts';
import { clientFrame, elsewhere, opcodes, read, request, serverClose, silent, telling, untilOver, webSocketClients } from './websocket-clients.ts';

let fixture: Fixture;
afterEach(() => fixture.close());
// Registered after the fixture, so that its clients end first.
const { connect, wire } = webSocketClients(() => fixture.listener.port);

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
		// Longer than the timeout of the test.
		await fixture.listener.drain(60_000);
		expect((await ended).code).toBe(1000);
	});

	it('ends when its source of events fails', async () => {
		fixture = await start(
			telling(async (tell) => {
				tell('one');
				throw new Error('on purpose');
			}),
		);
		expect((await read(connect())).code).toBe(1006);
		expect(fixture.failures).toEqual([expect.objectContaining({ message: 'on purpose' })]);
	});

	it('drops messages of the client, and answers its pings', async () => {
		fixture = await start(silent);
		const client = connect();
		await once(client, 'open');
		for (const message of ['hello', Buffer.alloc(4096)]) client.send(message);
		client.ping('are you there?');
		expect(String((await once(client, 'pong'))[0])).toBe('are you there?');
	});

	it('accepts frames that arrive with the request', async () => {
		fixture = await start(silent);
		const { socket, until } = await wire('');
		socket.write(Buffer.concat([Buffer.from(request()), clientFrame(opcodes.ping, 'early')]));
		await until('\x8a\x05early');
	});

	it('accepts fragmented frames', async () => {
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
	])('%s ends it with the matching code', async (_, bytes, code) => {
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

	it('many pieces of one byte count as a flood, too', async () => {
		fixture = await start(silent);
		const { socket, until, received, ended } = await wire(request());
		await until('\r\n\r\n');
		let sent = 0;
		void ended.then(() => {
			sent = Number.POSITIVE_INFINITY;
		});
		// Each write is a separate TLS record.
		for (; sent < 5_000; sent++) socket.write(Buffer.from([sent === 0 ? 0x81 : 0]));
		await ended;
		expect([...received().subarray(-4, -2)]).toEqual([0x88, 2]);
	});

	it('no pong or Close interrupts a message that is written in slices', async () => {
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
		// The client reads nothing while the message is written, which fills the system's buffers.
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

	it('a client that does not read gets one pong for all its pings', async () => {
		const begun = Promise.withResolvers<void>();
		fixture = await start(
			telling((tell, writer) => {
				// Larger than the system's buffers.
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
