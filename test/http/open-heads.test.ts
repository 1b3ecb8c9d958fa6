/** Unfinished request heads are bounded in total; bodies and later bytes do not count as heads. */
import { once } from 'node:events';
import tls from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { flags, frame, frameTypes, getRoot, many, preface } from '../faults/stall/frames.ts';
import { type Fixture, start } from './fixture.ts';

let fixture: Fixture;
const clients: tls.TLSSocket[] = [];
afterEach(async () => {
	for (const client of clients.splice(0)) client.destroy();
	await fixture.close();
});

async function connected(protocol: 'h2' | 'http/1.1' = 'http/1.1'): Promise<tls.TLSSocket> {
	const socket = tls.connect({ ALPNProtocols: [protocol], port: fixture.listener.port, host: '127.0.0.1', rejectUnauthorized: false });
	clients.push(socket);
	await once(
		socket.on('error', () => undefined),
		'secureConnect',
	);
	return socket;
}

async function serve(): Promise<void> {
	fixture = await start(async (request) => ({ status: 200, headers: {}, body: `${(await request.body()).length};` }), { mostOpenHeadBytes });
}

/** Bound that few heads reach. */
const mostOpenHeadBytes = 8 * 1024 * 1024;

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const half = `GET / HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 190 }, (_, i) => `x-${i}: ${'b'.repeat(5_200)}\r\n`).join('')}`;
/** Number of heads that fit in the limit, and of those beyond it. */
const beyond = 16;
const fitting = Math.floor(mostOpenHeadBytes / half.length);

it.each([
	['on a connection of their own', ''],
	['behind a request', request],
])('heads %s that do not end are closed beyond the bound, and others are served', async (_, before) => {
	await serve();
	let closed = 0;
	const enough = Promise.withResolvers<void>();
	const open: tls.TLSSocket[] = [];
	for (let i = 0; i < fitting + beyond; i++) {
		const socket = await connected();
		open.push(socket);
		socket.resume().once('close', () => {
			if (++closed === beyond - 1) enough.resolve();
		});
		if (before !== '') {
			socket.write(before);
			await once(socket, 'data');
		}
		socket.write(half);
	}
	await enough.promise;
	expect((await fixture.http1('/')).status).toBe(200);
	const kept = open.filter((socket) => !socket.destroyed);
	expect(kept.length).toBeGreaterThanOrEqual(fitting - 2);
	const [socket] = kept as [tls.TLSSocket];
	socket.write('\r\n');
	expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/);
});

/** A head just inside the limit, with values that are not indexed. */
const pieces = 8;
const pieceBytes = 16_000;
const long = 60_000;
const value = Buffer.concat([
	Buffer.from([0x00, 1, 0x61, 127, 0x80 | ((long - 127) & 127), 0x80 | (((long - 127) >> 7) & 127), (long - 127) >> 14]),
	Buffer.alloc(long, 'x'),
]);
const block = Buffer.concat([getRoot, value, value, value]);
const piece = (at: number): Buffer => block.subarray(at * pieceBytes, (at + 1) * pieceBytes);
function endless(stream: number): Buffer {
	return Buffer.concat([
		frame(frameTypes.headers, flags.endStream, stream, piece(0)),
		many(pieces - 1, (i) => frame(frameTypes.continuation, 0, stream, piece(i + 1))),
	]);
}
const whole = frame(frameTypes.headers, flags.endStream | flags.endHeaders, 1, getRoot);
const fittingHttp2 = Math.floor(mostOpenHeadBytes / endless(1).length);

it.each([
	['alone', preface, 1],
	['behind a request', Buffer.concat([preface, whole]), 3],
] as const)('heads over HTTP/2 that do not end, %s, are closed beyond the bound, and others are served', async (_, before, stream) => {
	await serve();
	let closed = 0;
	const enough = Promise.withResolvers<void>();
	const open: tls.TLSSocket[] = [];
	for (let i = 0; i < fittingHttp2 + 2 * beyond; i++) {
		const socket = await connected('h2');
		open.push(socket);
		socket.resume().once('close', () => {
			if (++closed === beyond) enough.resolve();
		});
		socket.write(before);
		socket.write(endless(stream));
	}
	await enough.promise;
	expect((await fixture.http2('/')).status).toBe(200);
	expect(open.filter((socket) => !socket.destroyed).length).toBeGreaterThanOrEqual(fittingHttp2 - 2 * beyond);
});

const bytes = 400_000;
it.each([
	['of a known length', `PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`],
	['in chunks', `PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${`2710\r\n${'x'.repeat(10_000)}\r\n`.repeat(bytes / 10_000)}0\r\n\r\n`],
])('bodies %s that came whole do not count', async (_, put) => {
	await serve();
	const sockets: tls.TLSSocket[] = [];
	for (let i = 0; i * bytes <= mostOpenHeadBytes; i++) {
		const socket = await connected();
		sockets.push(socket);
		socket.write(put);
		expect(String((await once(socket, 'data'))[0])).toContain(`${bytes};`);
	}
	// Waits longer than the interval of the check for heads.
	await new Promise((resolve) => setTimeout(resolve, 600));
	for (const socket of sockets) {
		socket.write(request);
		expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/);
	}
});
