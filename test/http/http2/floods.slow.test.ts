/**
 * Memory cost of frame floods, in a separate server: 16 concurrent clients, most of which read nothing. Each commit takes a third of the
 * floods, and a full run all of them.
 */
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { flags, frame, frameTypes, many, number32, preface, repeatedHeader, setting, settingIds } from '../../faults/stall/frames.ts';
import { megabytes, residentBytes } from '../../setup/resident.ts';
import { shareOf } from '../../setup/sample.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import { get, literal, post } from './blocks.ts';
import { request } from './judged.ts';

const clients = 16;
/** Allowance for OpenSSL, the system's allocator, and garbage that is not yet collected. */
const allowedBytes = 256 * 1024 * 1024;
/** Observation time. By its end the server has read everything that the system accepts for it, so retained memory is visible. */
const watchedMs = 3_000;

const root = get('/');
const configmaps = '/api/v1/namespaces/default/configmaps';

interface Flood {
	readonly name: string;
	readonly bytes: () => Buffer;
	/** Reads the server's responses, and sends the flood again when the server closes the connection. */
	readonly reads?: boolean;
}

const floods: readonly Flood[] = [
	{ name: '500,000 pings whose answers nobody reads', bytes: () => many(500_000, () => frame(frameTypes.ping, 0, 0, Buffer.alloc(8))) },
	{ name: '500,000 SETTINGS whose answers nobody reads', bytes: () => many(500_000, () => frame(frameTypes.settings, 0, 0)) },
	{ name: '50,000 malformed requests whose resets nobody reads', bytes: () => many(50_000, (i) => request(2 * i + 1, get('/', ['upgrade', 'x']))) },
	{ name: '50,000 requests whose answers nobody reads', bytes: () => many(50_000, (i) => request(2 * i + 1, root)) },
	{
		name: '250 discoveries on a window of nothing',
		bytes: () =>
			Buffer.concat([frame(frameTypes.settings, 0, 0, setting(settingIds.initialWindowSize, 0)), many(250, (i) => request(2 * i + 1, get('/openapi/v2')))]),
	},
	{
		name: '10,000 of these, reset one after the other',
		bytes: () =>
			Buffer.concat([
				frame(frameTypes.settings, 0, 0, setting(settingIds.initialWindowSize, 0)),
				many(10_000, (i) =>
					Buffer.concat([request(2 * i + 1, get('/openapi/v2')), ...(i < 100 ? [] : [frame(frameTypes.reset, 0, 2 * (i - 100) + 1, number32(8))])]),
				),
			]),
		reads: true,
	},
	{
		name: 'a head of 8 MB that does not end',
		bytes: () =>
			Buffer.concat([
				frame(frameTypes.headers, flags.endStream, 1, root),
				many(500, () => frame(frameTypes.continuation, 0, 1, literal(['x', 'v'.repeat(16_000)]))),
			]),
	},
	{
		name: 'a header of 4 KB, 12,000 times by reference, on each of 250 streams',
		bytes: () => many(250, (i) => request(2 * i + 1, Buffer.concat([root, repeatedHeader(4_000, 12_000)]))),
		reads: true,
	},
	{ name: '250 bodies that do not come', bytes: () => many(250, (i) => request(2 * i + 1, post(configmaps), { ends: false })) },
	{ name: '500,000 priorities', bytes: () => many(500_000, (i) => frame(frameTypes.priority, 0, 2 * i + 1, Buffer.from([0, 0, 0, 0, 1]))) },
];

describe(`${clients} clients at once`, () => {
	let server: ServerProcess;
	const open: TLSSocket[] = [];
	// A process does not return its peak memory, so each case starts its own.
	beforeEach(async () => {
		server = await startServer(inject('built').kubernetes);
	});
	afterEach(async () => {
		for (const socket of open.splice(0)) socket.destroy();
		await server?.remove();
	});

	async function flood({ reads = false }: Flood, bytes: Buffer): Promise<void> {
		const socket = connect({ ...server.credentials, host: '127.0.0.1', port: server.port, ALPNProtocols: ['h2'] });
		open.push(socket.on('error', () => undefined));
		await once(socket, 'secureConnect');
		if (reads) socket.resume();
		socket.write(preface);
		socket.write(bytes);
	}

	it.each(shareOf(floods, 3).map((one) => [one.name, one] as const))('%s', async (_, one) => {
		// The document is built on the first request.
		expect((await server.call('GET', '/openapi/v2')).status).toBe(200);
		const bytes = one.bytes();
		const before = residentBytes(server);
		let peak = before;
		await Promise.all(Array.from({ length: clients }, () => flood(one, bytes)));
		const end = performance.now() + watchedMs;
		while (performance.now() < end) {
			expect((await server.call('GET', '/livez')).status).toBe(200);
			peak = Math.max(peak, residentBytes(server));
		}
		console.info(`${one.name}: the process had ${megabytes(before)} before, ${megabytes(peak)} at most`);
		expect(peak - before).toBeLessThan(allowedBytes);
	});
});
