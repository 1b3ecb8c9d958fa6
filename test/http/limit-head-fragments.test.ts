/** A head may arrive in as many pieces as line-by-line writers produce, but the number is limited so that others do not wait. */
import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import type { Handler } from '../../runtime/api/request.ts';
import { Tls13Client } from '../faults/stall/tls13.ts';
import { type Fixture, start } from './fixture.ts';

let fixture: Fixture;
const clients: Tls13Client[] = [];
afterEach(async () => {
	for (const { socket } of clients.splice(0)) socket.destroy();
	await fixture.close();
});

const ok: Handler = () => ({ status: 200, headers: {}, body: 'ok' });

async function connected(): Promise<Tls13Client> {
	const client = await Tls13Client.connect(fixture.listener.port);
	client.socket.on('error', () => undefined).resume();
	clients.push(client);
	return client;
}

function head(path: string, longest = 0): Buffer {
	return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nx: ${'x'.repeat(longest)}\r\n\r\n`);
}

/** Returns one TLS record per byte. */
function pieces(client: Tls13Client, bytes: Buffer): Buffer {
	return Buffer.concat([...bytes].map((byte) => client.record(Buffer.from([byte]))));
}

const answered = (client: Tls13Client): Promise<unknown> => new Promise((resolve) => client.socket.once('data', resolve));
const closed = (client: Tls13Client): Promise<unknown> => new Promise((resolve) => client.socket.once('close', resolve));

it('heads of some hundred fragments are read, however many a connection has', async () => {
	const asked: string[] = [];
	fixture = await start((request) => {
		asked.push(request.path);
		return ok(request);
	});
	const client = await connected();
	for (let i = 0; i < 4; i++) {
		const answer = answered(client);
		client.socket.write(pieces(client, head(`/${i}`, 600)));
		await answer;
	}
	expect(asked).toEqual(['/0', '/1', '/2', '/3']);
});

it.each(['nothing', 'an answer', 'no answer yet'])('a head in thousands of pieces, after %s, is cut off, and others are served', async (behind) => {
	const asked: string[] = [];
	fixture = await start((request) => {
		asked.push(request.path);
		return request.path === '/first' && behind === 'no answer yet' ? new Promise(() => undefined) : ok(request);
	});
	const [hostile, silent] = [await connected(), await connected()];
	if (behind === 'an answer') {
		const answer = answered(hostile);
		hostile.socket.write(hostile.record(head('/first')));
		await answer;
	}
	const end = closed(hostile);
	if (behind === 'no answer yet') hostile.socket.write(hostile.record(head('/first')));
	hostile.socket.write(pieces(hostile, head('/hostile', 5_000)));
	await end;
	const answer = answered(silent);
	silent.socket.write(silent.record(head('/silent')));
	await answer;
	expect(asked.filter((path) => path !== '/first')).toEqual(['/silent']);
	expect(fixture.failures).toEqual([]);
});

it('written fragments do not count', async () => {
	const events = 3_000;
	fixture = await start((request) => {
		if (request.path !== '/many') return ok(request);
		async function* body(): AsyncGenerator<string> {
			for (let i = 0; i < events; i++) {
				await new Promise(setImmediate);
				yield `${i}\n`;
			}
		}
		return { status: 200, headers: {}, body: Readable.from(body()) };
	});
	const client = await connected();
	let bytes = 0;
	const all = new Promise<void>((resolve) => {
		client.socket.on('data', (data: Buffer) => {
			bytes += data.length;
			if (bytes > events * 22) resolve();
		});
	});
	client.socket.write(client.record(head('/many')));
	await all;
	const answer = answered(client);
	client.socket.write(client.record(head('/after')));
	await answer;
	expect(client.socket.destroyed).toBe(false);
});
