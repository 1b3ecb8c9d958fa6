/**
 * Floods of frames that cost more to process than to send. The connection ends with ENHANCE_YOUR_CALM or the code of the violated rule, its
 * state is freed, and other clients are served meanwhile. test/faults/stall measures how long others wait.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { ending, flags, frame, frameTypes, many, number32, repeatedHeader, setting, settingIds } from '../../faults/stall/frames.ts';
import { added, get, literal, newestEntry, post, tableSize } from './blocks.ts';
import { served } from './front-door.ts';
import { codeOf, type ErrorCode, framed, request } from './judged.ts';
import { RawClient } from './raw-client.ts';

const door = served();
const clients: RawClient[] = [];
afterEach(() => {
	for (const client of clients.splice(0)) client.close();
});

const root = get('/');
const reset = (stream: number): Buffer => frame(frameTypes.reset, 0, stream, number32(8));
/** Table entry of 1,000 bytes. */
const entry = added(['x-same', 'v'.repeat(1_000)]);
const calm: readonly ErrorCode[] = ['ENHANCE_YOUR_CALM'];

interface Flood {
	readonly name: string;
	readonly bytes: () => Buffer;
	/** Allowed codes of the final GOAWAY. */
	readonly codes: readonly ErrorCode[];
	/** The client reads none of the server's responses. */
	readonly readsNothing?: boolean;
}

const ended: readonly Flood[] = [
	{ name: 'streams opened and reset', bytes: () => many(2_000, (i) => Buffer.concat([request(2 * i + 1, root), reset(2 * i + 1)])), codes: calm },
	{
		name: 'streams that are malformed, so that the server resets them',
		bytes: () => many(2_000, (i) => request(2 * i + 1, get('/', ['upgrade', 'x']))),
		codes: calm,
	},
	{
		name: 'streams whose window is opened beyond its bound, so that the server resets them',
		bytes: () => many(2_000, (i) => Buffer.concat([request(2 * i + 1, get('/never')), frame(frameTypes.windowUpdate, 0, 2 * i + 1, number32(0x7fffffff))])),
		codes: ['ENHANCE_YOUR_CALM', 'FLOW_CONTROL_ERROR'],
	},
	{
		name: 'DATA on a stream whose request is whole, so that the server resets it',
		bytes: () => many(2_000, (i) => Buffer.concat([request(2 * i + 1, get('/never')), frame(frameTypes.data, 0, 2 * i + 1, Buffer.from('x'))])),
		codes: ['ENHANCE_YOUR_CALM', 'STREAM_CLOSED'],
	},
	{
		name: 'CONTINUATION of a byte, without an end',
		bytes: () =>
			Buffer.concat([frame(frameTypes.headers, flags.endStream, 1, root), many(50_000, () => frame(frameTypes.continuation, 0, 1, Buffer.from([0x82])))]),
		codes: ['ENHANCE_YOUR_CALM', 'PROTOCOL_ERROR', 'INTERNAL_ERROR'],
	},
	{
		name: 'CONTINUATION without a header block, without an end',
		bytes: () => Buffer.concat([frame(frameTypes.headers, flags.endStream, 1, root), many(50_000, () => frame(frameTypes.continuation, 0, 1))]),
		codes: ['ENHANCE_YOUR_CALM', 'PROTOCOL_ERROR', 'INTERNAL_ERROR'],
	},
	{
		name: 'CONTINUATION of 16 KB, without an end',
		bytes: () =>
			Buffer.concat([
				frame(frameTypes.headers, flags.endStream, 1, root),
				many(200, () => frame(frameTypes.continuation, 0, 1, literal(['x', 'v'.repeat(16_000)]))),
			]),
		codes: ['ENHANCE_YOUR_CALM', 'PROTOCOL_ERROR', 'INTERNAL_ERROR', 'COMPRESSION_ERROR'],
	},
	{ name: 'SETTINGS, of a client that reads nothing', bytes: () => many(200_000, () => frame(frameTypes.settings, 0, 0)), codes: calm, readsNothing: true },
	{
		name: 'SETTINGS with 2,000 settings each',
		bytes: () =>
			many(300, () =>
				frame(
					frameTypes.settings,
					0,
					0,
					many(2_000, (i) => setting(4, i)),
				),
			),
		codes: calm,
	},
	{
		name: 'PING, of a client that reads nothing',
		bytes: () => many(300_000, () => frame(frameTypes.ping, 0, 0, Buffer.alloc(8))),
		codes: calm,
		readsNothing: true,
	},
	{
		name: 'DATA of nothing',
		bytes: () => Buffer.concat([request(1, post('/body'), { ends: false }), many(200_000, () => frame(frameTypes.data, 0, 1))]),
		codes: calm,
	},
	{
		name: 'header blocks beyond the bound by reference, each refused with 431',
		bytes: () =>
			Buffer.concat([request(1, Buffer.concat([root, entry])), many(200, (i) => request(2 * i + 3, Buffer.concat([root, Buffer.alloc(70, newestEntry)])))]),
		codes: calm,
	},
	{
		name: 'the same as trailers',
		bytes: () =>
			Buffer.concat([
				request(1, Buffer.concat([root, entry])),
				many(200, (i) => Buffer.concat([request(2 * i + 3, post('/never'), { ends: false }), request(2 * i + 3, Buffer.alloc(70, newestEntry))])),
			]),
		codes: calm,
	},
	{ name: 'one header block of 30,000 entries of the table', bytes: () => framed(1, Buffer.concat([root, many(30_000, () => added(['a', '']))])), codes: calm },
	{
		name: 'one header block that names an entry of 4 KB 120,000 times',
		bytes: () => framed(1, Buffer.concat([root, repeatedHeader(4_000, 120_000)])),
		codes: calm,
	},
	{
		name: 'WINDOW_UPDATE by 1 of the connection, for which 250 answers wait',
		bytes: () => Buffer.concat([many(250, (i) => request(2 * i + 1, get('/large'))), many(500_000, () => frame(frameTypes.windowUpdate, 0, 0, number32(1)))]),
		codes: calm,
	},
	{
		name: 'WINDOW_UPDATE by 1 of each of 250 streams',
		bytes: () =>
			Buffer.concat([
				frame(frameTypes.settings, 0, 0, setting(settingIds.initialWindowSize, 0)),
				frame(frameTypes.windowUpdate, 0, 0, number32(0x7000_0000)),
				many(250, (i) => request(2 * i + 1, get('/large'))),
				many(500_000, (i) => frame(frameTypes.windowUpdate, 0, 2 * (i % 250) + 1, number32(1))),
			]),
		codes: calm,
	},
	{
		name: 'SETTINGS that change the windows of 250 streams',
		bytes: () =>
			Buffer.concat([
				many(250, (i) => request(2 * i + 1, get('/large'))),
				many(20_000, (i) => frame(frameTypes.settings, 0, 0, setting(settingIds.initialWindowSize, i % 2 === 0 ? 1 : 65_535))),
			]),
		codes: calm,
	},
	{ name: 'WINDOW_UPDATE by 1', bytes: () => many(500_000, () => frame(frameTypes.windowUpdate, 0, 0, number32(1))), codes: calm },
	{ name: 'PRIORITY', bytes: () => many(500_000, (i) => frame(frameTypes.priority, 0, 2 * (i % 100_000) + 1, Buffer.from([0, 0, 0, 0, 1]))), codes: calm },
	{ name: 'frames of an unknown type', bytes: () => many(500_000, () => frame(0xfe, 0, 0)), codes: calm },
	{
		name: 'RST_STREAM of one stream',
		bytes: () => Buffer.concat([request(1, get('/never')), many(500_000, () => reset(1))]),
		codes: ['ENHANCE_YOUR_CALM', 'STREAM_CLOSED'],
	},
	{
		name: 'changes of the size of the header table in a block',
		bytes: () => request(1, Buffer.concat([many(4_000, (i) => tableSize(i % 2 === 0 ? 0 : 4_096)), root])),
		codes: ['ENHANCE_YOUR_CALM', 'COMPRESSION_ERROR'],
	},
];

/** Traffic that may be legitimate, but must cost no more than its length suggests; the connection may continue or end. */
const borne: readonly Pick<Flood, 'name' | 'bytes'>[] = [
	{
		name: 'a header of 4 KB, 16,000 times by reference on 250 streams',
		bytes: () =>
			Buffer.concat([
				request(1, Buffer.concat([root, added(['x-same', 'v'.repeat(4_000)])])),
				many(249, (i) => request(2 * i + 3, Buffer.concat([root, Buffer.alloc(16_000, newestEntry)]))),
			]),
	},
	{
		name: 'heads of 100 KB on 100 streams',
		bytes: () => many(100, (i) => framed(2 * i + 1, Buffer.concat([root, many(7, (n) => literal([`x-${n}`, 'v'.repeat(15_000)]))]))),
	},
	{
		name: '10,000 headers of nothing on 50 streams',
		bytes: () => many(50, (i) => request(2 * i + 1, Buffer.concat([root, many(3_000, () => literal(['a', '']))]))),
	},
	{
		name: 'an entry for each header, on 100 streams',
		bytes: () => many(100, (i) => request(2 * i + 1, Buffer.concat([root, many(100, (n) => added([`x-${n}`, `${i}`]))]))),
	},
	{
		name: 'windows of 100 streams that are changed, with each SETTINGS',
		bytes: () =>
			Buffer.concat([
				many(100, (i) => request(2 * i + 1, get('/large'))),
				many(5_000, (i) => frame(frameTypes.settings, 0, 0, setting(settingIds.initialWindowSize, i % 100))),
			]),
	},
	{
		name: 'large answers that are reset before they are read',
		bytes: () => many(100, (i) => Buffer.concat([request(2 * i + 1, get('/large')), reset(2 * i + 1)])),
	},
	// These limits are rates, so a slow machine may tolerate the flood.
	{ name: '30,000 streams beyond those that are allowed', bytes: () => many(30_000, (i) => request(2 * i + 1, get('/never'))) },
	{ name: '10,000 requests, a few hundred at a time', bytes: () => many(10_000, (i) => request(2 * i + 1, root)) },
];

async function gone(): Promise<void> {
	const { listener } = door.fixture;
	while (listener.active > 0 || listener.connections > 0) await new Promise(setImmediate);
}

describe('a connection is ended for', () => {
	it.each(ended.map((flood) => [flood.name, flood] as const))('%s', async (_, { bytes, codes, readsNothing = false }) => {
		const client = await RawClient.open(door.port, { readsNothing });
		clients.push(client);
		client.send(bytes());
		expect((await door.fixture.http2('/')).status).toBe(200);
		if (readsNothing) {
			// A client that reads nothing does not see the end behind the unread frames, so the test watches the server.
			while (door.fixture.listener.connections > 0) await new Promise(setImmediate);
		} else {
			// Sends two pings, because the connection may end between an answer and the next frame.
			const isBorne = (await client.ping()) !== undefined && (await client.ping()) !== undefined;
			expect(isBorne, `it goes on; seen:\n${client.transcript()}`).toBe(false);
			await client.ended();
			const farewell = client.frames.find(({ type }) => type === frameTypes.goAway);
			// The GOAWAY may be lost with the connection when the client keeps sending.
			if (farewell !== undefined) expect(codes).toContain(codeOf(farewell));
		}
		await gone();
		expect(door.fixture.failures).toEqual([]);
	});
});

describe('clients are served, and no state remains, after', () => {
	it.each(borne.map((flood) => [flood.name, flood] as const))('%s', async (_, { bytes }) => {
		const client = await RawClient.open(door.port);
		clients.push(client);
		client.send(bytes());
		expect((await door.fixture.http2('/')).status).toBe(200);
		client.send(ending);
		await client.ended();
		await gone();
		expect(door.fixture.failures).toEqual([]);
	});
});
