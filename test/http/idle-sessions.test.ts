/** Idle HTTP/2 connections are closed, even with incomplete frames. */
import { once } from 'node:events';
import http2 from 'node:http2';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiResponse } from '../../runtime/api/request.ts';
import { headersTimeoutMs, idleTimeoutMs } from '../../runtime/http/connection.ts';
import { Http2Server } from '../../runtime/http/http2/server.ts';
import { InFlight } from '../../runtime/http/in-flight.ts';
import { flags, frame, frameTypes, getRoot, preface } from '../faults/stall/frames.ts';

const closing: (() => void)[] = [];
afterEach(() => {
	for (const close of closing.splice(0)) close();
});

interface Served {
	readonly server: Http2Server;
	readonly port: number;
	/** Server side of the next connection. */
	readonly socket: Promise<Socket>;
	readonly failures: unknown[];
}

/** Serves without TLS, which does not matter for these tests. */
async function serve(answer: ApiResponse | Promise<ApiResponse>): Promise<Served> {
	const failures: unknown[] = [];
	const exchanges = new InFlight({ answerStallMs: 60_000, compresses: false, handler: () => answer, onFailure: (error) => failures.push(error) });
	const server = new Http2Server(exchanges, () => undefined);
	const listener = createServer((socket) => server.add(socket as TLSSocket)).listen(0, '127.0.0.1');
	closing.push(() => listener.close());
	await once(listener, 'listening');
	return { server, port: (listener.address() as AddressInfo).port, socket: once(listener, 'connection').then(([socket]) => socket), failures };
}

const fine: ApiResponse = { status: 200, headers: {}, body: 'fine' };

it.each([
	['that asks nothing', preface, idleTimeoutMs],
	['whose only head does not end', Buffer.concat([preface, frame(frameTypes.headers, flags.endStream, 1, getRoot)]), headersTimeoutMs],
])('a connection %s', async (_, bytes, afterMs) => {
	const { server, port, socket } = await serve(fine);
	const client = connect(port, '127.0.0.1').resume();
	closing.push(() => client.destroy());
	client.write(bytes);
	const ours = await socket;
	await vi.waitFor(() => expect(ours.bytesRead).toBe(bytes.length));
	server.connections.endIdle(performance.now() + afterMs - 1_000);
	expect(ours.writableEnded).toBe(false);
	const closed = once(client, 'close');
	server.connections.endIdle(performance.now() + afterMs);
	await closed;
});

describe('a connection that is not idle', () => {
	it('waits for an answer, and is idle from its end on', async () => {
		const answer = Promise.withResolvers<ApiResponse>();
		const { server, port, failures } = await serve(answer.promise);
		const client = http2.connect(`http://127.0.0.1:${port}`);
		closing.push(() => client.destroy());
		const stream = client.request({ ':path': '/' });
		await vi.waitFor(() => expect(stream.pending).toBe(false));
		const answered = once(stream, 'response');
		await new Promise<void>((resolve) => client.ping(() => resolve()));
		server.connections.endIdle(performance.now() + 2 * idleTimeoutMs);
		answer.resolve(fine);
		const [headers] = (await answered) as [http2.IncomingHttpHeaders];
		expect(headers[':status']).toBe(200);
		await once(stream.resume(), 'close');
		server.connections.endIdle(performance.now() + idleTimeoutMs - 1_000);
		await new Promise<void>((resolve) => client.ping(() => resolve()));
		const goneAway = once(client, 'goaway');
		server.connections.endIdle(performance.now() + idleTimeoutMs);
		await goneAway;
		await once(client, 'close');
		expect(failures).toEqual([]);
	});
});
