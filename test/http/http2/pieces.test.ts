/** The meaning of a connection's bytes does not depend on its TLS record boundaries. */
import { afterEach, expect, it } from 'vitest';
import { flags, frame, frameTypes, many, number32, setting } from '../../faults/stall/frames.ts';
import { added, get, newestEntry, post } from './blocks.ts';
import { digest, served } from './front-door.ts';
import { request } from './judged.ts';
import { RawClient } from './raw-client.ts';

const door = served();
const clients: RawClient[] = [];
afterEach(() => {
	for (const client of clients.splice(0)) client.close();
});

async function open(): Promise<RawClient> {
	// The acknowledgement of the server's settings must not split a frame.
	const client = await RawClient.open(door.port, { settled: true });
	clients.push(client);
	return client;
}

const body = Buffer.from('a body in two frames');

/**
 * Returns every frame that may accompany a request: settings, pings, a block in three frames, and a padded body in two.
 * Trailers and a reset of another stream follow.
 */
function talk(stream: number): Buffer {
	const block = Buffer.concat([post('/body', ['content-length', `${body.length}`]), added(['x-same', `${stream}`])]);
	return Buffer.concat([
		frame(frameTypes.settings, 0, 0, setting(4, 65_535)),
		frame(frameTypes.headers, 0, stream, block.subarray(0, 7)),
		frame(frameTypes.continuation, 0, stream, block.subarray(7, 9)),
		frame(frameTypes.continuation, flags.endHeaders, stream, block.subarray(9)),
		frame(0xfe, 0, stream, Buffer.from('unknown')),
		frame(frameTypes.data, flags.padded, stream, Buffer.concat([Buffer.from([5]), body.subarray(0, 6), Buffer.alloc(5)])),
		frame(frameTypes.windowUpdate, 0, 0, number32(100)),
		request(stream + 2, get('/never')),
		frame(frameTypes.reset, 0, stream + 2, number32(8)),
		frame(frameTypes.data, 0, stream, body.subarray(6)),
		frame(frameTypes.headers, flags.endHeaders | flags.endStream, stream, Buffer.from([newestEntry])),
	]);
}

const bytes = talk(1).length;

it('a talk of every kind of frame is understood, in two records, wherever it is cut', async () => {
	const client = await open();
	for (let cut = 1; cut < bytes; cut++) {
		const stream = 4 * cut + 1;
		const said = talk(stream);
		await client.sendRecord(said.subarray(0, cut));
		await client.sendRecord(said.subarray(cut));
		expect((await client.answer(stream)).body.toString(), `cut at ${cut}`).toBe(digest(body));
	}
}, 60_000);

it.each([1, 2, 3, 7, 9, 10, 64])('requests in records of %i bytes are answered', async (recordBytes) => {
	const client = await open();
	await client.sendInRecords(recordBytes, Buffer.concat([talk(1), talk(5), talk(9)]));
	for (const stream of [1, 5, 9]) expect((await client.answer(stream)).body.toString()).toBe(digest(body));
});

it('many exchanges in one write with arbitrary records are answered', async () => {
	const client = await open();
	const talks = 100;
	client.send(many(talks, (i) => talk(4 * i + 1)));
	for (let i = 0; i < talks; i++) expect((await client.answer(4 * i + 1)).body.toString()).toBe(digest(body));
});

it('a frame of the maximum size in pieces, with later frames, is read', async () => {
	const client = await open();
	const large = Buffer.alloc(16_384, 'x');
	const said = Buffer.concat([request(1, post('/body'), { ends: false }), frame(frameTypes.data, flags.endStream, 1, large), request(3, get('/'))]);
	await client.sendInRecords(1_001, said);
	expect((await client.answer(1)).body.toString()).toBe(digest(large));
	expect((await client.answer(3)).body.toString()).toBe('fine');
});

it('headers in frames of a byte are a head, as far as a head may have frames', async () => {
	const client = await open();
	const block = get('/');
	const pieces = 8;
	const said = Buffer.concat([
		frame(frameTypes.headers, flags.endStream, 1, block.subarray(0, block.length - pieces)),
		many(pieces, (i) =>
			frame(frameTypes.continuation, i === pieces - 1 ? flags.endHeaders : 0, 1, block.subarray(block.length - pieces + i, block.length - pieces + i + 1)),
		),
	]);
	await client.sendInRecords(1, said);
	expect((await client.answer(1)).body.toString()).toBe('fine');
});

it('a request cut off by the end of the connection is dropped, and others are served', async () => {
	const before = door.fixture.listener.active;
	const said = talk(1);
	for (let cut = 1; cut < said.length; cut += 7) {
		const client = await open();
		client.socket.end(said.subarray(0, cut));
		await client.ended();
	}
	while (door.fixture.listener.active > before) await new Promise(setImmediate);
	expect((await door.fixture.http2('/')).status).toBe(200);
	expect(door.fixture.failures).toEqual([]);
});
