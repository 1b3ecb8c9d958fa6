/** Flow control in both directions (RFC 9113 5.2, 6.9): never more bytes than the window allows, and every allowed byte. */
import { afterEach, describe, expect, it } from 'vitest';
import { flags, frame, frameTypes, number32, setting } from '../../faults/stall/frames.ts';
import { get, post } from './blocks.ts';
import { digest, held, largeBody, patterned, served } from './front-door.ts';
import { judge, request } from './judged.ts';
import { endsStream, RawClient } from './raw-client.ts';
import { Upload } from './upload.ts';

const door = served();
const clients: RawClient[] = [];
afterEach(() => {
	for (const client of clients.splice(0)) client.close();
});

const windowId = 4;
const defaultWindow = 65_535;
const widest = 0x7fffffff;

async function open(window = defaultWindow, more: Buffer = Buffer.alloc(0)): Promise<RawClient> {
	const client = await RawClient.open(door.port, { settings: Buffer.concat([setting(windowId, window), more]) });
	clients.push(client);
	return client;
}

const grant = (stream: number, bytes: number): Buffer => frame(frameTypes.windowUpdate, 0, stream, number32(bytes));
const wide = grant(0, widest - defaultWindow);
const window = (bytes: number): Buffer => frame(frameTypes.settings, 0, 0, setting(windowId, bytes));

/** Waits until this number of bytes of a stream has arrived. */
async function has(client: RawClient, stream: number, bytes: number): Promise<void> {
	let sum = 0;
	await client.seen((seen) => {
		if (seen.type === frameTypes.data && seen.stream === stream) sum += seen.payload.length;
		return sum >= bytes;
	});
}

/** Waits until the server has finished all immediate work. */
async function quiet(client: RawClient): Promise<void> {
	for (let i = 0; i < 3; i++) await client.ping();
}

const paths = ['/large', '/pieces', '/streamed'] as const;

describe.each(paths)('an answer of a megabyte, %s,', (path) => {
	it.each([0, 1, 100])(
		'with a window of %i bytes arrives as the window opens, in order',
		async (first) => {
			const client = await open(first);
			client.send(wide, request(1, get(path)));
			await client.seen(({ headers, stream }) => headers !== undefined && stream === 1);
			await has(client, 1, first);
			await quiet(client);
			expect(client.dataBytes()).toBe(first);
			let granted = first;
			for (let step = 0; granted < largeBody.length; step++) {
				const bytes = step < 100 ? 1 : (step - 99) * 97;
				granted = granted + bytes;
				client.send(grant(1, bytes));
				const wanted = Math.min(granted, largeBody.length);
				await has(client, 1, wanted);
				expect(client.dataBytes()).toBe(wanted);
			}
			expect(digest((await client.answer(1)).body)).toBe(digest(largeBody));
		},
		60_000,
	);

	it('stops at the window of the connection, and continues with it', async () => {
		const client = await open(widest);
		client.send(request(1, get(path)));
		await has(client, 1, defaultWindow);
		await quiet(client);
		expect(client.dataBytes()).toBe(defaultWindow);
		// Windows do not limit header blocks.
		client.send(request(3, get('/')));
		await client.seen(({ headers, stream }) => headers !== undefined && stream === 3);
		await quiet(client);
		expect(client.dataBytes()).toBe(defaultWindow);
		client.send(grant(0, 1));
		while (client.dataBytes() < defaultWindow + 1) await client.ping();
		await quiet(client);
		expect(client.dataBytes()).toBe(defaultWindow + 1);
		client.send(wide);
		expect(digest((await client.answer(1)).body)).toBe(digest(largeBody));
		expect((await client.answer(3)).body.toString()).toBe('fine');
	});
});

describe('SETTINGS that change the window', () => {
	it('open streams that wait', async () => {
		const client = await open(10);
		client.send(wide, request(1, get('/large')), request(3, get('/large')));
		await has(client, 1, 10);
		await has(client, 3, 10);
		client.send(window(1_000));
		await has(client, 1, 1_000);
		await has(client, 3, 1_000);
		await quiet(client);
		expect([client.dataBytes(1), client.dataBytes(3)]).toEqual([1_000, 1_000]);
		client.send(window(widest));
		for (const stream of [1, 3]) expect(digest((await client.answer(stream)).body)).toBe(digest(largeBody));
	});

	it('may make them negative before the end of a stream, which needs no window', async () => {
		const client = await open(1_000);
		client.send(request(1, get('/held')));
		await client.seen(({ headers, stream }) => headers !== undefined && stream === 1);
		const body = held.pop();
		body?.write(Buffer.alloc(1_000, 'x'));
		await has(client, 1, 1_000);
		client.send(window(0));
		await quiet(client);
		body?.end();
		expect((await client.answer(1)).body.length).toBe(1_000);
		client.send(request(3, get('/no-content')));
		expect((await client.answer(3)).status).toBe(204);
	});

	it('may make them negative, and no data is sent before they are positive again', async () => {
		const client = await open(1_000);
		client.send(wide, request(1, get('/large')));
		await has(client, 1, 1_000);
		client.send(window(0), grant(1, 500));
		await quiet(client);
		expect(client.dataBytes()).toBe(1_000);
		client.send(grant(1, 500));
		await quiet(client);
		expect(client.dataBytes()).toBe(1_000);
		client.send(grant(1, 100));
		await has(client, 1, 1_100);
		await quiet(client);
		expect(client.dataBytes()).toBe(1_100);
		client.send(window(50));
		await has(client, 1, 1_150);
		await quiet(client);
		expect(client.dataBytes()).toBe(1_150);
		client.send(grant(1, widest - 100));
		expect(digest((await client.answer(1)).body)).toBe(digest(largeBody));
	});

	it('change the window of open streams by the difference, and of new streams to the new value', async () => {
		const client = await open(100);
		client.send(wide, request(1, get('/large')));
		await has(client, 1, 100);
		client.send(window(70), window(130), request(3, get('/large')));
		await has(client, 1, 130);
		await has(client, 3, 130);
		await quiet(client);
		expect([client.dataBytes(1), client.dataBytes(3)]).toEqual([130, 130]);
	});

	it('do not change the window of the connection', async () => {
		const client = await open(widest);
		client.send(request(1, get('/large')));
		await has(client, 1, defaultWindow);
		client.send(window(0), window(widest));
		await quiet(client);
		expect(client.dataBytes()).toBe(defaultWindow);
	});
});

describe('streams of one connection', () => {
	it('blocked by their windows do not stop other streams', async () => {
		const client = await open();
		client.send(wide);
		for (let i = 0; i < 100; i++) client.send(request(2 * i + 1, get('/large')));
		client.send(request(201, get('/')), request(203, post('/body'), { ends: false }), frame(frameTypes.data, flags.endStream, 203, Buffer.from('x')));
		expect((await client.answer(201)).body.toString()).toBe('fine');
		expect((await client.answer(203)).body.toString()).toMatch(/^1 /);
		await has(client, 199, defaultWindow);
		client.send(grant(55, widest - defaultWindow));
		expect(digest((await client.answer(55)).body)).toBe(digest(largeBody));
	});

	it('share its window: none waits until another is whole', async () => {
		// Equal shares would give each stream half; the test accepts a quarter.
		const least = largeBody.length / 4;
		const client = await open(widest);
		const streams = Array.from({ length: 10 }, (_, i) => 2 * i + 1);
		client.send(...streams.map((stream) => request(stream, get('/large'))));
		let granted = defaultWindow;
		while (granted < (streams.length * largeBody.length) / 2) {
			client.send(grant(0, 32_768));
			granted += 32_768;
			while (client.dataBytes() < granted) await client.ping();
		}
		expect(client.frames.filter(endsStream).length).toBeLessThan(streams.length);
		for (const stream of streams) expect(client.dataBytes(stream), `stream ${stream}`).toBeGreaterThan(least);
		client.send(wide);
		for (const stream of streams) expect(digest((await client.answer(stream)).body)).toBe(digest(largeBody));
	}, 60_000);

	it('deliver watch events while a large answer waits for the connection window', async () => {
		const client = await open(widest);
		client.send(request(1, get('/large')));
		await has(client, 1, defaultWindow);
		client.send(request(3, get('/events')), grant(0, 32_768));
		await client.seen(({ headers, stream }) => headers !== undefined && stream === 3);
		client.send(wide);
		await has(client, 3, 6);
	});
});

describe.each([
	[16_384, Buffer.alloc(0)],
	[20_000, setting(5, 20_000)],
	[0xffffff, setting(5, 0xffffff)],
])('with frames of at most %i bytes', (most, settings) => {
	it('no frame is larger', async () => {
		const client = await open(widest, settings);
		client.send(wide, request(1, get('/large')), request(3, get('/long-head')), request(5, get('/streamed')));
		for (const stream of [1, 5]) expect(digest((await client.answer(stream)).body)).toBe(digest(largeBody));
		expect((await client.answer(3)).headers['x-long']).toHaveLength(40_000);
		expect(Math.max(...client.frames.map(({ payload }) => payload.length))).toBeLessThanOrEqual(most);
	});
});

describe('a body', () => {
	it.each([
		['in frames as large as may be', 16_384, 0],
		['in frames of 1,000 bytes', 1_000, 0],
		['in frames with padding', 1_000, 255],
	])('of 3 MB %s arrives whole as windows are returned', async (_, frameBytes, padding) => {
		const client = await open();
		const body = patterned(3_000_000);
		client.send(request(1, post('/body', ['content-length', `${body.length}`]), { ends: false }));
		await new Upload(client).send(1, body, { frameBytes, padding });
		expect((await client.answer(1)).body.toString()).toBe(digest(body));
	});

	it('arrives whole next to others', async () => {
		const client = await open();
		const bodies = Array.from({ length: 10 }, (_, i) => patterned(300_000 + i));
		const upload = new Upload(client);
		await Promise.all(
			bodies.map(async (body, i) => {
				client.send(request(2 * i + 1, post('/body'), { ends: false }));
				await upload.send(2 * i + 1, body, { frameBytes: 5_000 });
				expect((await client.answer(2 * i + 1)).body.toString()).toBe(digest(body));
			}),
		);
	});

	it.each(['/', '/no-content'])('that no handler reads, of %s, returns its window', async (path) => {
		const client = await open();
		const upload = new Upload(client);
		const body = patterned(200_000);
		for (let stream = 1; stream < 20; stream += 2) {
			client.send(request(stream, post(path), { ends: false }));
			await upload.send(stream, body);
			expect((await client.answer(stream)).status).toBeLessThan(300);
		}
		client.send(request(101, post('/body'), { ends: false }));
		await upload.send(101, body);
		expect((await client.answer(101)).body.toString()).toBe(digest(body));
	});

	it('that its client cuts off returns its window', async () => {
		const client = await open();
		const upload = new Upload(client);
		for (let stream = 1; stream < 60; stream += 2) {
			client.send(request(stream, post(stream % 4 === 1 ? '/never' : '/body'), { ends: false }));
			await upload.send(stream, Buffer.alloc(10_000), { ends: false });
			client.send(frame(frameTypes.reset, 0, stream, number32(8)));
		}
		const body = patterned(500_000);
		client.send(request(101, post('/body'), { ends: false }));
		await upload.send(101, body);
		expect((await client.answer(101)).body.toString()).toBe(digest(body));
	});

	it('of a request that the server resets returns its window', async () => {
		const client = await open();
		const upload = new Upload(client);
		for (let stream = 1; stream < 40; stream += 2) {
			client.send(request(stream, post('/', ['upgrade', 'x']), { ends: false }), frame(frameTypes.data, flags.endStream, stream, Buffer.alloc(10_000)));
			upload.spent(10_000);
			await client.seen((seen) => seen.type === frameTypes.reset && seen.stream === stream);
		}
		const body = patterned(500_000);
		client.send(request(101, post('/body'), { ends: false }));
		await upload.send(101, body);
		expect((await client.answer(101)).body.toString()).toBe(digest(body));
	});

	it('beyond the window is refused', async () => {
		const client = await open();
		const upload = new Upload(client);
		client.send(request(1, post('/never'), { ends: false }));
		await client.ping();
		const room = Math.max(upload.room(1), defaultWindow) + 16_384;
		for (let sent = 0; sent < room; sent += 16_384) client.send(frame(frameTypes.data, 0, 1, Buffer.alloc(16_384)));
		expect(['GOAWAY FLOW_CONTROL_ERROR', 'RST_STREAM 1 FLOW_CONTROL_ERROR', 'closed'], client.transcript()).toContain(await judge(client));
	});

	it('that waits for its window does not delay others', async () => {
		const client = await open();
		const upload = new Upload(client);
		client.send(request(1, post('/never'), { ends: false }));
		await client.ping();
		// Fills the stream's window. The connection window is equally large, so other streams wait for this stream's returned credit.
		client.send(request(3, get('/')));
		client.send(frame(frameTypes.data, 0, 1, Buffer.alloc(16_384)));
		upload.spent(16_384, 1);
		expect((await client.answer(3)).status).toBe(200);
		const body = patterned(400_000);
		client.send(request(5, post('/body'), { ends: false }));
		await upload.send(5, body);
		expect((await client.answer(5)).body.toString()).toBe(digest(body));
	});
});
