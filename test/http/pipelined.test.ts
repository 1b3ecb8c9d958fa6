/** Pipelined requests on one HTTP/1.1 connection are all answered, and other connections are served in between. */
import { once } from 'node:events';
import tls from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import type { Handler } from '../../runtime/api/request.ts';
import { type Fixture, start } from './fixture.ts';

let fixture: Fixture | undefined;
let client: tls.TLSSocket | undefined;
afterEach(async () => {
	client?.destroy();
	await fixture?.close();
	fixture = undefined;
});

const request = (path: string, body = ''): string =>
	`${body === '' ? 'GET' : 'PUT'} ${path} HTTP/1.1\r\nHost: x\r\n${body === '' ? '' : `Content-Length: ${body.length}\r\n`}\r\n${body}`;
/** Maximum number of requests: the smallest ones that fit in one TLS record, and those sent before it. */
const mostAsked = Math.ceil((16 * 1024) / request('/0').length) + 100;

async function connected(handler: Handler): Promise<tls.TLSSocket> {
	fixture = await start(handler);
	client = tls.connect({ port: fixture.listener.port, host: '127.0.0.1', rejectUnauthorized: false });
	await once(client, 'secureConnect');
	return client;
}

/** Returns the bodies of the responses, each of which ends with `;`. */
function answers(socket: tls.TLSSocket, count: number): Promise<string[]> {
	return new Promise((resolve) => {
		const found: string[] = [];
		let rest = '';
		socket.on('data', (data: Buffer) => {
			const parts = (rest + data.toString('latin1')).split(';');
			rest = parts.pop() ?? '';
			for (const part of parts) found.push(`${part.slice(part.lastIndexOf('\n') + 1)};`);
			if (found.length === count) resolve(found);
		});
	});
}

it.each(['at once', 'after a promise'])('are taken in a record at a time when they are answered %s', async (when) => {
	let most = 0;
	const socket = await connected(({ path }) => {
		most = Math.max(most, fixture?.listener.active ?? 0);
		const answer = { status: 200, headers: {}, body: `${path.slice(1)};` };
		return when === 'at once' ? answer : Promise.resolve(answer);
	});
	const paths = Array.from({ length: 3_000 }, (_, i) => `/${i}`);
	const all = answers(socket, paths.length);
	socket.write(paths.map((path) => request(path)).join(''));
	expect(await all).toEqual(paths.map((path) => `${path.slice(1)};`));
	expect(most).toBeLessThan(mostAsked);
});

it('with bodies between them get answers to their own bodies', async () => {
	const socket = await connected(async (asked) => ({ status: 200, headers: {}, body: `${asked.path.slice(1)} ${(await asked.body()).length};` }));
	const sizes = Array.from({ length: 400 }, (_, i) => (i % 3 === 0 ? 0 : i % 7 === 0 ? 40_000 : 100));
	const all = answers(socket, sizes.length);
	socket.write(sizes.map((size, i) => request(`/${i}`, 'x'.repeat(size))).join(''));
	expect(await all).toEqual(sizes.map((size, i) => `${i} ${size};`));
});

it('with unread answers are buffered up to a bound, and other connections are served', async () => {
	const socket = await connected(() => ({ status: 200, headers: {}, body: Buffer.alloc(100_000, 'x') }));
	socket.pause();
	for (let i = 0; i < 20; i++) socket.write(request('/').repeat(1_000));
	let most = 0;
	for (let i = 0; i < 300; i++) {
		expect((await fixture?.http1('/'))?.status).toBe(200);
		most = Math.max(most, fixture?.listener.active ?? 0);
	}
	expect(most).toBeLessThan(2 * mostAsked);
});
