/** Both sides of a connection must keep the same header table through all outcomes of requests (RFC 7541, RFC 9113 4.3). */
import { afterEach, describe, expect, it } from 'vitest';
import { flags, frame, frameTypes, many, number32, setting } from '../../faults/stall/frames.ts';
import { added, get, integer, literal, newestEntry, post, start, tableSize, text } from './blocks.ts';
import { judgeRows, served } from './front-door.ts';
import { type Row, request } from './judged.ts';
import { RawClient } from './raw-client.ts';

const door = served();
const clients: RawClient[] = [];
afterEach(() => {
	for (const client of clients.splice(0)) client.close();
});

async function open(): Promise<RawClient> {
	const client = await RawClient.open(door.port);
	clients.push(client);
	return client;
}

const same = (value: string): Buffer => added(['x-same', value]);
const newest = Buffer.from([newestEntry]);
const asked = get('/asked');
const whole = (...parts: readonly Buffer[]): Buffer => request(1, Buffer.concat(parts));

describe('a block with', () => {
	const broken = ['GOAWAY COMPRESSION_ERROR'] as const;
	const rows: readonly Row[] = [
		{ name: 'entry 0', section: 'RFC 7541 6.1', frames: whole(asked, Buffer.from([0x80])), allowed: broken },
		{ name: 'an entry that there is not', section: 'RFC 7541 2.3.3', frames: whole(asked, newest), allowed: broken },
		{ name: 'a name that there is not', section: 'RFC 7541 2.3.3', frames: whole(asked, Buffer.concat([integer(0x00, 4, 62), text('a')])), allowed: broken },
		{
			name: 'an entry beyond 32 bits',
			section: 'RFC 7541 5.1',
			frames: whole(asked, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])),
			allowed: broken,
		},
		{ name: 'an integer that does not end', section: 'RFC 7541 5.1', frames: whole(asked, Buffer.alloc(50, 0xff)), allowed: broken },
		{
			name: 'an integer of many zeros',
			section: 'RFC 7541 5.1',
			frames: whole(asked, Buffer.concat([Buffer.from([0xff]), Buffer.alloc(20, 0x80), Buffer.from([0])])),
			allowed: broken,
		},
		{ name: 'a text that is cut off', section: 'RFC 7541 5.2', frames: whole(asked, Buffer.from([0x00, 1, 0x61, 10, 0x61])), allowed: broken },
		{ name: 'a name and no value', section: 'RFC 7541 6.2', frames: whole(asked, Buffer.from([0x00, 1, 0x61])), allowed: broken },
		{ name: 'padding of Huffman that is not ones', section: 'RFC 7541 5.2', frames: whole(asked, Buffer.from([0x00, 1, 0x61, 0x81, 0x18])), allowed: broken },
		{ name: 'padding of Huffman of 8 bits', section: 'RFC 7541 5.2', frames: whole(asked, Buffer.from([0x00, 1, 0x61, 0x82, 0x1f, 0xff])), allowed: broken },
		{
			name: 'the end of string in Huffman',
			section: 'RFC 7541 5.2',
			frames: whole(asked, Buffer.from([0x00, 1, 0x61, 0x84, 0xff, 0xff, 0xff, 0xff])),
			allowed: broken,
		},
		{ name: 'a table larger than may be', section: 'RFC 7541 6.3', frames: whole(tableSize(4_097), asked), allowed: broken },
		{ name: 'a change of the table behind a header', section: 'RFC 7541 4.2', frames: whole(asked, tableSize(100)), allowed: broken },
		{ name: 'a change of the table at its beginning', section: 'RFC 7541 4.2', frames: whole(tableSize(100), asked), allowed: ['1: 200'] },
		{ name: 'two changes of the table at its beginning', section: 'RFC 7541 4.2', frames: whole(tableSize(0), tableSize(4_096), asked), allowed: ['1: 200'] },
		{
			name: 'a header larger than the table, which empties it',
			section: 'RFC 7541 4.4',
			frames: whole(tableSize(50), asked, added(['x-same', 'v'.repeat(60)])),
			allowed: ['1: 200'],
		},
		{
			name: 'an entry that was thrown out',
			section: 'RFC 7541 4.3',
			frames: whole(asked, same('a'), added(['y', 'v'.repeat(4_060)]), Buffer.from([0x80 | 63])),
			allowed: broken,
		},
		{ name: 'headers in Huffman', section: 'RFC 7541 5.2', frames: whole(Buffer.from('828487418cf1e3c2e5f23a6ba0ab90f4ff', 'hex')), allowed: ['1: 200'] },
		{ name: 'a fault in trailers', section: '4.3', frames: Buffer.concat([request(1, post('/body'), { ends: false }), request(1, newest)]), allowed: broken },
		{
			name: 'a fault on a stream that is over',
			section: '4.3',
			frames: Buffer.concat([request(1, get('/')), request(3, get('/')), request(1, newest)]),
			allowed: [...broken, 'GOAWAY STREAM_CLOSED', 'GOAWAY PROTOCOL_ERROR'],
		},
	];
	judgeRows(door, rows);
});

/** Frames of stream 1 and of streams below 9 that must leave both tables equal. */
describe('an entry holds for what is asked next when its block', () => {
	const addedTo = (block: Buffer): Buffer => Buffer.concat([block, same('kept')]);
	const reset = frame(frameTypes.reset, 0, 1, number32(8));
	it.each<readonly [string, Buffer]>([
		['was that of a request', request(1, addedTo(get('/')))],
		['was that of a request that is malformed', request(1, Buffer.concat([same('kept'), literal(['connection', 'close']), asked]))],
		['was that of a request without a path', request(1, same('kept'))],
		['had two credentials', request(1, Buffer.concat([addedTo(get('/')), literal(['authorization', 'a']), literal(['authorization', 'b'])]))],
		['had more than 200 headers', request(1, Buffer.concat([addedTo(get('/')), many(250, () => literal(['a', 'b']))]))],
		['was larger than may be', request(1, Buffer.concat([addedTo(get('/')), literal(['x-long', 'v'.repeat(16_000)])]))],
		['was that of a stream that was reset at once', Buffer.concat([request(1, addedTo(get('/never'))), reset])],
		['was that of trailers', Buffer.concat([request(1, post('/body'), { ends: false }), request(1, same('kept'))])],
		['was that of trailers that do not end the body', Buffer.concat([request(1, post('/body'), { ends: false }), request(1, same('kept'), { ends: false })])],
		[
			'was that of trailers of a request that was reset',
			Buffer.concat([request(1, post('/body', ['upgrade', 'x']), { ends: false }), request(1, same('kept'))]),
		],
		['came in pieces of a byte', inPieces(1, addedTo(get('/')))],
	])('%s', async (_, before) => {
		const client = await open();
		client.send(before);
		await client.ping();
		await client.ping();
		client.send(request(9, Buffer.concat([asked, newest])));
		expect(JSON.parse((await client.answer(9)).body.toString()), client.transcript()).toMatchObject({ x: 'kept' });
	});
});

/** Splits a block into as many pieces as nghttp2 accepts: a frame and 8 continuations. */
function inPieces(stream: number, block: Buffer): Buffer {
	const pieces = 8;
	const head = block.subarray(0, block.length - pieces);
	return Buffer.concat([
		frame(frameTypes.headers, flags.endStream, stream, head),
		many(pieces, (i) => frame(frameTypes.continuation, i === pieces - 1 ? flags.endHeaders : 0, stream, block.subarray(head.length + i, head.length + i + 1))),
	]);
}

it('entries are thrown out in the order in which they came', async () => {
	const client = await open();
	const values = Array.from({ length: 200 }, (_, i) => `value-${i}`);
	for (const [i, value] of values.entries()) client.send(request(2 * i + 1, Buffer.concat([get('/'), same(value)])));
	// An entry takes 32 bytes plus its name and value.
	const kept = Math.floor(4_096 / (32 + 6 + 9));
	for (const [i, back] of [0, 1, 50, kept - 1].entries()) {
		const stream = 1_001 + 2 * i;
		client.send(request(stream, Buffer.concat([asked, integer(0x80, 7, 62 + back)])));
		expect(JSON.parse((await client.answer(stream)).body.toString())).toMatchObject({ x: values.at(-1 - back) });
	}
});

describe.each([0, 1, 64, 4_096, 65_536])('a client that keeps a table of %i bytes', (bytes) => {
	it('reads every answer, before and after', async () => {
		const client = await open();
		client.send(request(1, get('/')), request(3, get('/not-modified')));
		expect((await client.answer(1)).status).toBe(200);
		client.send(frame(frameTypes.settings, 0, 0, setting(1, bytes)));
		for (let i = 0; i < 5; i++) {
			client.send(request(5 + 2 * i, get(i % 2 === 0 ? '/' : '/not-modified')));
			const { status, headers } = await client.answer(5 + 2 * i);
			expect(status).toBe(i % 2 === 0 ? 200 : 304);
			expect(headers['content-type']).toBe('text/plain');
		}
		client.send(frame(frameTypes.settings, 0, 0, Buffer.concat([setting(1, 0), setting(1, 4_096)])), request(21, get('/')), request(23, get('/')));
		for (const stream of [21, 23]) expect((await client.answer(stream)).headers['content-length']).toBe('4');
	});
});

it('after a request for an empty table, the next block of the server announces it', async () => {
	const client = await open();
	client.send(request(1, get('/')));
	await client.answer(1);
	client.send(frame(frameTypes.settings, 0, 0, setting(1, 0)), request(3, get('/')));
	const { frames } = await client.answer(3);
	expect(frames[0]?.payload[0]).toBe(0x20);
	client.send(request(5, Buffer.concat(start('GET', '/').map(literal))));
	const later = await client.answer(5);
	expect(later.status).toBe(200);
	// The block must not refer to an entry that the client lacks.
	expect(later.frames[0]?.payload.includes(newestEntry)).toBe(false);
});
