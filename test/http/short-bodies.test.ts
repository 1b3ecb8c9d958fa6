/** Short HTTP/1.1 bodies, taken directly from Node's parser, have the same bytes as through stream events, for every sender. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { BodyTaker } from '../../runtime/http/body-source.ts';
import { sourceOf } from '../../runtime/http/http1/short-body.ts';

const endings: (() => void)[] = [];

afterEach(() => {
	for (const end of endings.splice(0)) end();
});

/** Reports to a body taker, in order: chunk lengths and words. */
type Told = (number | 'end' | 'closed')[];

interface Taken {
	readonly told: Told;
	readonly incoming: IncomingMessage;
	/** True when the body was read through stream events. */
	readonly byEvents: boolean;
}

/** Reads each body after `before`, and responds once it is complete. */
async function serve(
	before: () => Promise<void> | undefined = () => undefined,
): Promise<{ readonly taken: Taken[]; readonly socket: Socket; read(until: string): Promise<string> }> {
	const taken: Taken[] = [];
	const take = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
		const told: Told = [];
		const taker: BodyTaker = {
			data: (bytes) => told.push(bytes.length),
			end: () => {
				told.push('end');
				outgoing.end('taken');
			},
			close: () => told.push('closed'),
		};
		sourceOf(incoming).take(taker);
		taken.push({ told, incoming, byEvents: incoming.listenerCount('data') > 0 });
	};
	const server = createServer({ optimizeEmptyRequests: true }, (incoming, outgoing) => {
		const waits = before();
		if (waits === undefined) take(incoming, outgoing);
		else void waits.then(() => take(incoming, outgoing));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
	endings.push(() => {
		socket.destroy();
		server.close();
	});
	await once(socket, 'connect');
	let text = '';
	return {
		taken,
		socket,
		read: async (until) => {
			while (!text.includes(until)) text += String((await once(socket, 'data'))[0]);
			const end = text.indexOf(until) + until.length;
			const found = text.slice(0, end);
			text = text.slice(end);
			return found;
		},
	};
}

const head = (length: number): string => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

describe('a short body', () => {
	it('comes as one portion with its head, and the next request of the connection behind it', async () => {
		const { taken, socket, read } = await serve();
		socket.write(`${head(5)}whole${head(3)}two`);
		await read('taken');
		await read('taken');
		expect(taken.map(({ told, byEvents }) => [told, byEvents])).toEqual([
			[[5, 'end'], false],
			[[3, 'end'], false],
		]);
		socket.write(`${head(4)}once`);
		await read('taken');
		expect(taken[2]?.told).toEqual([4, 'end']);
		expect(taken.every(({ incoming }) => incoming.readableEnded)).toBe(true);
	});

	it('comes in pieces as they are sent, and empty', async () => {
		const { taken, socket, read } = await serve();
		socket.write(`${head(6)}one`);
		while (taken[0]?.told.length !== 1) await new Promise(setImmediate);
		socket.write('two');
		await read('taken');
		socket.write(head(0));
		await read('taken');
		expect(taken.map(({ told }) => told)).toEqual([[3, 3, 'end'], ['end']]);
	});

	it('is closed when its client leaves early', async () => {
		const { taken, socket } = await serve();
		socket.write(`${head(6)}one`);
		while (taken[0]?.told.length !== 1) await new Promise(setImmediate);
		socket.destroy();
		while (!taken[0]?.told.includes('closed')) await new Promise(setImmediate);
		expect(taken[0]?.told).toEqual([3, 'closed']);
	});

	it('that arrives before a handler takes it is delivered by events', async () => {
		const { taken, socket, read } = await serve(() => new Promise((resolve) => setImmediate(() => setImmediate(resolve))));
		socket.write(`${head(5)}whole`);
		await read('taken');
		expect(taken[0]?.told.slice(0, 2)).toEqual([5, 'end']);
		expect(taken[0]?.byEvents).toBe(true);
	});
});

it.each([
	['in chunks', 'Transfer-Encoding: chunked', '3\r\none\r\n0\r\n\r\n', 3],
	['of more than the stream keeps', 'Content-Length: 70000', 'x'.repeat(70_000), 70_000],
])('a body %s comes by events', async (_, header, body, length) => {
	const { taken, socket, read } = await serve();
	socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n${body}`);
	await read('taken');
	expect(taken[0]?.byEvents).toBe(true);
	expect(taken[0]?.told.reduce<number>((sum, each) => sum + (typeof each === 'number' ? each : 0), 0)).toBe(length);
});
