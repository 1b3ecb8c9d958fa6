/** Limits of header size, and malformed requests with well-formed headers. */
import { afterEach, describe, expect, it } from 'vitest';
import { many } from '../../faults/stall/frames.ts';
import { added, block, get, literal, newestEntry, type Pair, start } from './blocks.ts';
import { judgeRows, served } from './front-door.ts';
import { framed, type Row, request, type Verdict } from './judged.ts';
import { RawClient } from './raw-client.ts';

const door = served();
const clients: RawClient[] = [];
afterEach(() => {
	for (const client of clients.splice(0)) client.close();
});

const root = get('/');
const valued = (headers: number, bytes: number): Buffer => many(headers, (i) => literal([`x-${i}`, 'v'.repeat(bytes)]));
/** A server may answer 431 or treat the request as malformed (10.5.1). The connection may end when a single header exceeds the limit. */
const tooMuch: readonly Verdict[] = ['RST_STREAM 1 ENHANCE_YOUR_CALM', '1: 431', 'RST_STREAM 1 PROTOCOL_ERROR'];
const tooLong: readonly Verdict[] = [...tooMuch, 'GOAWAY ENHANCE_YOUR_CALM', 'GOAWAY COMPRESSION_ERROR'];

describe('a head', () => {
	const rows: readonly Row[] = [
		{ name: 'of 60 KB in four headers', section: '10.5.1', frames: framed(1, Buffer.concat([root, valued(4, 15_000)])), allowed: ['1: 200'] },
		{ name: 'of 64,000 bytes in one', section: '10.5.1', frames: framed(1, Buffer.concat([root, valued(1, 64_000)])), allowed: ['1: 200'] },
		{ name: 'of 70 KB in seven', section: '10.5.1', frames: framed(1, Buffer.concat([root, valued(7, 10_000)])), allowed: tooMuch },
		{ name: 'of 70 KB in one', section: '10.5.1', frames: framed(1, Buffer.concat([root, valued(1, 70_000)])), allowed: tooLong },
		{ name: 'of 130 KB in two', section: '10.5.1', frames: framed(1, Buffer.concat([root, valued(2, 65_000)])), allowed: tooLong },
		{
			name: 'of 70 KB by reference to one entry',
			section: '10.5.1',
			frames: framed(1, Buffer.concat([root, added(['x-same', 'v'.repeat(1_000)]), Buffer.alloc(70, newestEntry)])),
			allowed: tooMuch,
		},
		{ name: 'of 190 headers', section: '10.5.1', frames: framed(1, Buffer.concat([root, valued(190, 1)])), allowed: ['1: 200'] },
		{ name: 'of 300 headers', section: '10.5.1', frames: framed(1, Buffer.concat([root, valued(300, 1)])), allowed: tooMuch },
		{ name: 'of 2,000 headers', section: '10.5.1', frames: framed(1, Buffer.concat([root, valued(2_000, 1)])), allowed: tooMuch },
		{ name: 'with two credentials', section: '10.3', frames: request(1, get('/', ['authorization', 'a'], ['authorization', 'b'])), allowed: ['1: 400'] },
		{
			name: 'with two types of content',
			section: '10.3',
			frames: request(1, get('/', ['content-type', 'a'], ['content-type', 'b'])),
			allowed: ['1: 400', 'RST_STREAM 1 PROTOCOL_ERROR'],
		},
		{ name: 'with two hosts', section: '10.3', frames: request(1, get('/', ['host', 'a'], ['host', 'a'])), allowed: ['1: 400', 'RST_STREAM 1 PROTOCOL_ERROR'] },
	];
	// The limit applies to clients that have acknowledged it.
	judgeRows(
		door,
		rows.map((row) => ({ ...row, client: { settled: true } })),
	);
});

describe('a request', () => {
	const [method, scheme, path, authority] = start('GET', '/') as [Pair, Pair, Pair, Pair];
	const malformed: readonly Verdict[] = ['RST_STREAM 1 PROTOCOL_ERROR', '1: 400', 'GOAWAY PROTOCOL_ERROR'];
	const rows: readonly Row[] = [
		{ name: 'for no host', section: '8.3.1', frames: request(1, block(method, scheme, path)), allowed: malformed },
		// A server SHOULD treat it as malformed.
		{
			name: 'for two hosts that differ',
			section: '8.3.1',
			frames: request(1, block(method, scheme, path, authority, ['host', 'elsewhere'])),
			allowed: [...malformed, '1: 200'],
		},
		{ name: 'CONNECT with a path', section: '8.5', frames: request(1, block([':method', 'CONNECT'], scheme, path, authority)), allowed: malformed },
		{ name: 'CONNECT without a host', section: '8.5', frames: request(1, block([':method', 'CONNECT'])), allowed: malformed },
		// The handler decides about the method.
		{
			name: 'CONNECT',
			section: '8.5',
			frames: request(1, block([':method', 'CONNECT'], authority)),
			allowed: ['1: 200', '1: 405', 'RST_STREAM 1 CONNECT_ERROR'],
		},
		{ name: 'of 500 cookies', section: '8.2.3', frames: framed(1, Buffer.concat([root, many(500, () => literal(['cookie', 'a=1']))])), allowed: tooMuch },
	];
	judgeRows(door, rows);
});

it('too long heads do not affect later ones', async () => {
	const client = await RawClient.open(door.port, { settled: true });
	clients.push(client);
	for (let i = 0; i < 20; i++) client.send(framed(4 * i + 1, Buffer.concat([root, valued(7, 10_000)])), request(4 * i + 3, root));
	for (let i = 0; i < 20; i++) expect((await client.answer(4 * i + 3)).body.toString()).toBe('fine');
});
