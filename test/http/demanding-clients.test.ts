/** HTTP/2 client behaviour that flood limits must tolerate, because the connection carries other requests too. */
import { once } from 'node:events';
import http2 from 'node:http2';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiResponse, Handler } from '../../runtime/api/request.ts';
import { type Fixture, start } from './fixture.ts';

let fixture: Fixture | undefined;
let session: http2.ClientHttp2Session | undefined;
afterEach(async () => {
	session?.destroy();
	await fixture?.close();
	fixture = undefined;
});

const answer = (body: ApiResponse['body']): ApiResponse => ({ status: 200, headers: { 'content-type': 'text/plain' }, body });

async function connect(handler: Handler): Promise<http2.ClientHttp2Session> {
	fixture = await start(handler);
	session = http2.connect(`https://127.0.0.1:${fixture.listener.port}`, { rejectUnauthorized: false, maxSendHeaderBlockLength: 1024 * 1024 });
	session.on('error', () => undefined);
	await once(session, 'remoteSettings');
	return session;
}

const open = (on: http2.ClientHttp2Session, path = '/'): http2.ClientHttp2Stream => on.request({ ':path': path }).on('error', () => undefined);

async function statusOf(on: http2.ClientHttp2Session, path: string): Promise<unknown> {
	const stream = on.request({ ':path': path });
	const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
	stream.close();
	return headers[':status'];
}

describe('a client over HTTP/2', () => {
	it('may cancel requests hundreds of times a second', async () => {
		let begun = 0;
		const client = await connect((request) => {
			if (request.path === '/fine') return answer('fine');
			begun++;
			return new Promise(() => undefined);
		});
		const rounds = 12;
		const atOnce = 50;
		for (let round = 1; round <= rounds; round++) {
			const streams = Array.from({ length: atOnce }, () => open(client));
			while (begun < round * atOnce && !client.destroyed) await new Promise(setImmediate);
			// Passes the event loop iteration in which the server began the last request.
			await new Promise(setImmediate);
			for (const stream of streams) stream.close(http2.constants.NGHTTP2_CANCEL);
			await Promise.all(streams.map((stream) => stream.closed || once(stream, 'close')));
		}
		expect(begun).toBe(rounds * atOnce);
		expect(await statusOf(client, '/fine')).toBe(200);
	});

	it('may send a hundred requests, and restart all of them at once', async () => {
		let begun = 0;
		const client = await connect(() => {
			begun++;
			return new Promise(() => undefined);
		});
		const atOnce = 100;
		let streams = Array.from({ length: atOnce }, () => open(client));
		while (begun < atOnce) await new Promise(setImmediate);
		const before = streams;
		for (const stream of before) stream.close(http2.constants.NGHTTP2_CANCEL);
		streams = before.map(() => open(client));
		while (begun < 2 * atOnce && !streams.some(({ closed }) => closed)) await new Promise(setImmediate);
		expect(begun).toBe(2 * atOnce);
		for (const stream of streams) stream.close(http2.constants.NGHTTP2_CANCEL);
	});

	it('may use all of its streams, and open a new one for each canceled one', async () => {
		let begun = 0;
		const client = await connect((request) => {
			if (request.path === '/fine') return answer('fine');
			begun++;
			return new Promise(() => undefined);
		});
		const all = client.remoteSettings.maxConcurrentStreams ?? 0;
		const streams = Array.from({ length: all }, () => open(client));
		while (begun < all) await new Promise(setImmediate);
		// Node may still count the cancelled stream, so each round may be refused.
		for (let i = 0; i < 300; i++) {
			streams.shift()?.close(http2.constants.NGHTTP2_CANCEL);
			streams.push(open(client));
			if (i % 20 === 0) await new Promise(setImmediate);
		}
		for (const stream of streams) stream.close(http2.constants.NGHTTP2_CANCEL);
		await Promise.all(streams.map((stream) => stream.closed || once(stream, 'close')));
		expect(await statusOf(client, '/fine')).toBe(200);
	});

	it('receives the bound of heads, and only longer heads are refused', async () => {
		const client = await connect(() => answer('fine'));
		const most = client.remoteSettings.maxHeaderListSize ?? 0;
		// Sent in one header; the size leaves room for the other headers of a request.
		expect(await statusOf(client, `/?${'x'.repeat(most - 1_000)}`)).toBe(200);
		const half = 'x'.repeat(most / 2);
		const refused = client.request({ ':path': '/', 'x-first': half, 'x-second': half });
		const [headers] = (await once(refused, 'response')) as [http2.IncomingHttpHeaders];
		expect(headers[':status']).toBe(431);
		expect(await statusOf(client, '/')).toBe(200);
		expect(client.destroyed).toBe(false);
	});

	it('may ask for more while it reads large answers slowly', async () => {
		const large = Buffer.alloc(300_000, 'x');
		let begun = 0;
		const client = await connect((request) => {
			if (request.path === '/fine') return answer('fine');
			begun++;
			return answer(large);
		});
		for (let i = 0; i < 80; i++) open(client);
		while (begun < 80) await new Promise(setImmediate);
		expect(await statusOf(client, '/fine')).toBe(200);
	});
});
