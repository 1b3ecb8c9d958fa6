/** Reading of HTTP/1.1 connections: Node and the server can each pause it, and neither resumes it on behalf of the other. */
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import tls from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Handler } from '../../runtime/api/request.ts';
import { fewPortions } from '../../runtime/http/body.ts';
import { type Fixture, start } from './fixture.ts';

let fixture: Fixture | undefined;
let client: tls.TLSSocket | undefined;
afterEach(async () => {
	vi.restoreAllMocks();
	client?.destroy();
	await fixture?.close();
	fixture = undefined;
});

const recordBytes = 16 * 1024;

async function connected(handler: Handler): Promise<tls.TLSSocket> {
	fixture = await start(handler);
	client = tls.connect({ port: fixture.listener.port, host: '127.0.0.1', rejectUnauthorized: false });
	client.on('error', () => undefined);
	await once(client, 'secureConnect');
	return client;
}

function chunked(path: string, chunk: string, count: number): string {
	return `PUT ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${`${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(count)}0\r\n\r\n`;
}

function sized(path: string, bytes: number): string {
	return `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`;
}

/** Returns the status of each response. */
function answered(socket: tls.TLSSocket, count: number): Promise<string[]> {
	return new Promise((resolve) => {
		const found: string[] = [];
		let rest = '';
		socket.on('data', (data: Buffer) => {
			const text = rest + data.toString('latin1');
			let end = 0;
			for (const match of text.matchAll(/HTTP\/1\.1 (\d\d\d) /g)) {
				found.push(match[1] ?? '');
				end = match.index + match[0].length;
			}
			rest = text.slice(Math.max(end, text.length - 'HTTP/1.1 200'.length));
			if (found.length >= count) resolve(found);
		});
	});
}

describe.each([
	['of a known length', sized('/refused', 300_000)],
	['in chunks', chunked('/refused', 'x'.repeat(1_000), 300)],
	['in small chunks', chunked('/refused', 'x'.repeat(20), 3_000)],
])('an unread body %s', (_, refused) => {
	it.each([1, 2, 3, 8, 30])('after %i unread large answers waits until they are sent', async (answers) => {
		const socket = await connected(({ path }) =>
			path === '/large' ? { status: 200, headers: {}, body: Buffer.alloc(2_000_000) } : { status: 403, headers: {}, body: 'no' },
		);
		socket.pause();
		socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(answers));
		while (fixture?.listener.active !== 0 && (fixture?.listener.active ?? 0) < answers) await new Promise(setImmediate);
		socket.write(refused.repeat(5));
		// Other clients are served meanwhile, long enough for the sent bytes to arrive.
		for (let i = 0; i < 50; i++) expect(await fixture?.http1('/other')).toMatchObject({ status: 403 });
		const all = answered(socket, answers + 5);
		socket.resume();
		expect(await all).toEqual([...Array.from({ length: answers }, () => '200'), ...Array.from({ length: 5 }, () => '403')]);
	});
});

describe('a body in chunks of a byte', () => {
	/** Counts the chunks that arrive as a single portion. */
	function portions(): () => number {
		const push = vi.spyOn(IncomingMessage.prototype, 'push');
		return () => push.mock.calls.filter(([portion]) => portion?.length === 1).length;
	}
	const body = chunked('/', 'x', 2 * fewPortions);
	const ofRecord = Math.ceil(recordBytes / '1\r\nx\r\n'.length);

	it('is not parsed beyond its record before a handler reads it', async () => {
		const release = Promise.withResolvers<void>();
		const count = portions();
		const socket = await connected(async (request) => {
			if (request.path === '/other') return { status: 200, headers: {}, body: '' };
			await release.promise;
			return { status: 200, headers: {}, body: String((await request.body()).length) };
		});
		const closed = new Promise((resolve) => socket.resume().once('close', resolve));
		socket.write(body);
		for (let i = 0; i < 100; i++) await fixture?.http1('/other');
		expect(count()).toBeGreaterThan(0);
		expect(count()).toBeLessThanOrEqual(ofRecord);
		release.resolve();
		await closed;
	});

	it.each(['/asked', '/unasked'])('%s is not taken apart any further when it is cut off', async (path) => {
		const count = portions();
		const socket = await connected(async (request) => {
			await new Promise(setImmediate);
			return { status: 200, headers: {}, body: path === '/asked' ? String((await request.body()).length) : '' };
		});
		const closed = new Promise((resolve) => socket.resume().once('close', resolve));
		socket.write(body);
		await closed;
		expect(count()).toBeLessThanOrEqual(fewPortions + 2 * ofRecord);
	});
});

it.each([
	['of a known length', sized('/', 3_000_000)],
	['in chunks', chunked('/', 'x'.repeat(200), 15_000)],
])('long bodies %s arrive completely, one after another', async (_, request) => {
	const socket = await connected(async (asked) => ({ status: 200, headers: {}, body: `${(await asked.body()).length};` }));
	let text = '';
	const all = new Promise<void>((resolve) =>
		socket.on('data', (data: Buffer) => {
			text += data.toString('latin1');
			if (text.split(';').length > 3) resolve();
		}),
	);
	socket.write(request.repeat(3));
	await all;
	expect(text.match(/\d+;/g)).toEqual(['3000000;', '3000000;', '3000000;']);
});
