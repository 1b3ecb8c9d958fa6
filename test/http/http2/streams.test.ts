/** Lifecycle of streams and connections (RFC 9113, sections 3.4, 5 and 6.8). */
import { afterEach, describe, expect, it } from 'vitest';
import { flags, frame, frameTypes, many, number32, setting } from '../../faults/stall/frames.ts';
import { start } from '../fixture.ts';
import { added, get, newestEntry, post } from './blocks.ts';
import { answerByPath, judgeRows, served } from './front-door.ts';
import { codeOf, judge, laterStream, type Row, request, settingsAcks } from './judged.ts';
import { isAck, magic, RawClient } from './raw-client.ts';

const door = served();
const clients: RawClient[] = [];
afterEach(() => {
	for (const client of clients.splice(0)) client.close();
});

async function open(options: Parameters<typeof RawClient.open>[1] = {}, port = door.port): Promise<RawClient> {
	const client = await RawClient.open(port, options);
	clients.push(client);
	return client;
}

const settings = frame(frameTypes.settings, 0, 0);
const root = get('/');
const cancel = number32(8);
const never = (stream: number): Buffer => request(stream, get('/never'));
const reset = (stream: number): Buffer => frame(frameTypes.reset, 0, stream, cancel);
const data = (stream: number, bits = 0, payload = Buffer.from('x')): Buffer => frame(frameTypes.data, bits, stream, payload);

describe('the preface', () => {
	it.each([
		['another word', Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n'), settings])],
		['another version', Buffer.concat([Buffer.from('PRI * HTTP/2.1\r\n\r\nSM\r\n\r\n'), settings])],
		['zeros', Buffer.alloc(64)],
		['no SETTINGS behind it, but HEADERS', Buffer.concat([magic, request(1, root)])],
		['no SETTINGS behind it, but PING', Buffer.concat([magic, frame(frameTypes.ping, 0, 0, Buffer.alloc(8))])],
		['no SETTINGS behind it, but a frame of an unknown type', Buffer.concat([magic, frame(0xfe, 0, 0, Buffer.alloc(8))])],
	])('with %s closes the connection', async (_, bytes) => {
		const client = await open({ silent: true });
		client.send(bytes);
		const verdict = await judge(client, { cutOff: true });
		expect(['closed', 'GOAWAY PROTOCOL_ERROR'], client.transcript()).toContain(verdict);
	});

	it.each([0, 1, 10, 23, 24, 28, 32])('that ends after %i bytes closes the connection', async (bytes) => {
		const client = await open({ silent: true });
		client.socket.end(Buffer.concat([magic, settings]).subarray(0, bytes));
		await client.ended();
	});

	it.each([1, 2, 5, 23, 24, 25, 33])('in TLS records of %i bytes is accepted', async (bytes) => {
		const client = await open({ silent: true });
		await client.sendInRecords(bytes, Buffer.concat([magic, settings, request(1, root)]));
		expect((await client.answer(1)).body.toString()).toBe('fine');
	});

	it('of the server is SETTINGS, before any other frame', async () => {
		const client = await open();
		client.send(request(1, root));
		await client.answer(1);
		const [first] = client.frames;
		expect(first).toMatchObject({ type: frameTypes.settings, flags: 0, stream: 0 });
		const said = new Map<number, number>();
		const payload = first?.payload ?? Buffer.alloc(0);
		for (let at = 0; at < payload.length; at += 6) said.set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
		expect(said.get(3), 'MAX_CONCURRENT_STREAMS').toBe(250);
		expect(said.get(6), 'MAX_HEADER_LIST_SIZE').toBe(64 * 1024);
		expect([undefined, 0], 'ENABLE_PUSH').toContain(said.get(2));
	});
});

it('each SETTINGS is acknowledged, and no acknowledgement is', async () => {
	const client = await open();
	client.send(settings, frame(frameTypes.settings, 0, 0, setting(4, 1_000)), settings);
	await client.ping();
	await client.ping();
	expect(settingsAcks(client)).toBe(4);
});

it('pings are answered in order, with their payload, also after unanswered requests', async () => {
	const client = await open();
	const said = Array.from({ length: 5 }, (_, i) => Buffer.alloc(8, `${i}`));
	client.send(never(1), ...said.map((payload) => frame(frameTypes.ping, 0, 0, payload)));
	await client.ping();
	const answered = client.frames.filter((seen) => seen.type === frameTypes.ping);
	expect(answered.slice(0, 5).map(({ payload }) => payload.toString())).toEqual(said.map(String));
	expect(answered.every(isAck)).toBe(true);
});

it('an unexpected PING answer is ignored', async () => {
	const client = await open();
	client.send(frame(frameTypes.ping, 1, 0, Buffer.alloc(8, 'a')));
	await client.ping();
	expect(client.frames.filter(({ type, payload }) => type === frameTypes.ping && payload.toString() === 'aaaaaaaa')).toEqual([]);
});

describe('a stream', () => {
	const posted = request(1, post('/never'), { ends: false });
	const over = Buffer.concat([request(1, root), request(3, root)]);
	/**
	 * Allowed reactions by 5.1: a stream error of type STREAM_CLOSED, or a connection error when the stream was closed long ago (5.4 allows
	 * either).
	 */
	const closed = ['RST_STREAM 1 STREAM_CLOSED', 'GOAWAY STREAM_CLOSED'] as const;
	const rows: readonly Row[] = [
		{ name: 'that was never opened: DATA', section: '5.1', frames: data(1), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'that was never opened: DATA that ends it', section: '5.1', frames: data(1, flags.endStream), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{ name: 'that a server would open: DATA', section: '5.1', frames: data(2), allowed: ['GOAWAY PROTOCOL_ERROR'] },
		{
			name: 'that was passed over: DATA',
			section: '5.1.1',
			frames: Buffer.concat([request(3, root), data(1)]),
			allowed: [...closed, 'GOAWAY PROTOCOL_ERROR'],
		},
		{
			name: 'that was passed over: HEADERS',
			section: '5.1.1',
			frames: Buffer.concat([never(3), request(1, root)]),
			allowed: ['GOAWAY PROTOCOL_ERROR', 'GOAWAY STREAM_CLOSED'],
		},
		{ name: 'whose request is whole: DATA', section: '5.1', frames: Buffer.concat([never(1), data(1)]), allowed: closed },
		{ name: 'whose request is whole: HEADERS', section: '5.1', frames: Buffer.concat([never(1), request(1, root)]), allowed: closed },
		{
			name: 'whose body is whole: DATA',
			section: '5.1',
			frames: Buffer.concat([posted, data(1, flags.endStream), data(1)]),
			allowed: closed,
		},
		{
			name: 'whose request is whole: WINDOW_UPDATE',
			section: '5.1',
			frames: Buffer.concat([never(1), frame(frameTypes.windowUpdate, 0, 1, number32(1))]),
			allowed: ['nothing'],
		},
		{ name: 'that is answered: DATA', section: '5.1', frames: Buffer.concat([over, data(1)]), allowed: closed },
		{
			name: 'that is answered: HEADERS',
			section: '5.1',
			frames: Buffer.concat([over, request(1, root)]),
			allowed: [...closed, 'GOAWAY PROTOCOL_ERROR'],
		},
		{ name: 'that is answered: RST_STREAM', section: '5.1', frames: Buffer.concat([over, reset(1)]), allowed: ['1: 200', '3: 200'] },
		{ name: 'that its client reset: DATA', section: '5.1', frames: Buffer.concat([posted, reset(1), data(1)]), allowed: closed },
		{
			name: 'that its client reset: HEADERS',
			section: '5.1',
			frames: Buffer.concat([posted, reset(1), request(1, root)]),
			allowed: [...closed, 'GOAWAY PROTOCOL_ERROR'],
		},
		{
			name: 'that the server reset: DATA, which was under way',
			section: '5.1',
			frames: Buffer.concat([request(1, post('/never', ['upgrade', 'x']), { ends: false }), data(1), data(1, flags.endStream)]),
			allowed: ['RST_STREAM 1 PROTOCOL_ERROR'],
		},
	];
	judgeRows(door, rows);
});

describe('250 streams', () => {
	const most = 250;

	it('are accepted, and further ones are refused until one ends', async () => {
		const client = await open();
		client.send(many(most + 2, (i) => never(2 * i + 1)));
		const refused = await client.seen(({ type }) => type === frameTypes.reset);
		await client.ping();
		await client.ping();
		const resets = client.frames.filter(({ type }) => type === frameTypes.reset);
		expect(resets.map(({ stream }) => stream)).toEqual([2 * most + 1, 2 * most + 3]);
		expect(codeOf(refused)).toBe('REFUSED_STREAM');
		client.send(reset(1));
		await client.ping();
		await new Promise(setImmediate);
		client.send(request(2 * most + 5, root));
		expect((await client.answer(2 * most + 5)).status).toBe(200);
	});

	it('are counted while they are open, not in all', async () => {
		const client = await open();
		for (let round = 0; round < 4; round++) {
			const first = 1 + round * 2 * most;
			client.send(many(most, (i) => request(first + 2 * i, root)));
			await Promise.all(Array.from({ length: most }, (_, i) => client.answer(first + 2 * i)));
		}
		expect(client.frames.filter(({ type }) => type === frameTypes.reset)).toEqual([]);
	});

	it('keep the header table valid when one is refused', async () => {
		const client = await open();
		client.send(many(most, (i) => never(2 * i + 1)));
		client.send(request(2 * most + 1, Buffer.concat([root, added(['x-same', 'kept'])])), reset(1), reset(3));
		await client.ping();
		await new Promise(setImmediate);
		client.send(request(2 * most + 3, Buffer.concat([get('/asked'), Buffer.from([newestEntry])])));
		expect(JSON.parse((await client.answer(2 * most + 3)).body.toString())).toMatchObject({ x: 'kept' });
	});
});

describe('a farewell', () => {
	it('from a client still gets its requests answered', async () => {
		const client = await open();
		const body = request(1, post('/body'), { ends: false });
		client.send(body, frame(frameTypes.goAway, 0, 0, number32(0, 0)), data(1, flags.endStream));
		expect((await client.answer(1)).body.toString()).toMatch(/^1 /);
	});

	it('from a draining server lets streams end, refuses new ones, then closes the connection', async () => {
		let release: (() => void) | undefined;
		const own = await start((asked) =>
			asked.path === '/slow' ? new Promise((resolve) => (release = () => resolve({ status: 200, headers: {}, body: 'slow' }))) : answerByPath(asked),
		);
		try {
			const client = await open({}, own.listener.port);
			client.send(request(1, get('/slow')), request(3, get('/events')));
			await client.seen(({ stream, type }) => stream === 3 && type === frameTypes.data);
			const drained = own.listener.drain(10_000);
			const farewell = await client.seen(({ type }) => type === frameTypes.goAway);
			expect(codeOf(farewell)).toBe('NO_ERROR');
			expect(farewell.payload.readUInt32BE(0) & 0x7fffffff).toBeGreaterThanOrEqual(3);
			expect((await client.answer(3)).body.toString()).toBe('event\n');
			client.send(request(laterStream, root));
			await client.ping();
			release?.();
			expect((await client.answer(1)).body.toString()).toBe('slow');
			await client.ended();
			await drained;
			const last = client.frames.filter(({ type }) => type === frameTypes.goAway).at(-1);
			const late = client.frames.find(({ stream, headers }) => stream === laterStream && headers !== undefined);
			// A client may retry a stream above the last id of the GOAWAY, so the server must not have answered that stream.
			if ((last?.payload.readUInt32BE(0) ?? 0) < laterStream) expect(late).toBeUndefined();
			expect(own.failures).toEqual([]);
		} finally {
			await own.close();
		}
	});
});
