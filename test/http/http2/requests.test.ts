/** Valid and malformed requests, and their responses (RFC 9113, section 8). */
import { afterEach, describe, expect, it } from 'vitest';
import { flags, frame, frameTypes } from '../../faults/stall/frames.ts';
import { block, get, type Pair, post, start } from './blocks.ts';
import { digest, judgeRows, largeBody, served } from './front-door.ts';
import { type Row, request, type Verdict } from './judged.ts';
import { endsStream, RawClient } from './raw-client.ts';

const door = served();
const clients: RawClient[] = [];
afterEach(() => {
	for (const client of clients.splice(0)) client.close();
});

async function asked(...bytes: readonly Buffer[]): Promise<RawClient> {
	const client = await RawClient.open(door.port);
	clients.push(client);
	client.send(...bytes);
	return client;
}

/** Allowed reactions to a malformed request (8.1.1): a stream error, which a response may precede, or the end of the connection (5.4). */
const malformed: readonly Verdict[] = ['RST_STREAM 1 PROTOCOL_ERROR', '1: 400', 'GOAWAY PROTOCOL_ERROR'];
const data = (text: string, bits: number = flags.endStream, stream = 1): Buffer => frame(frameTypes.data, bits, stream, Buffer.from(text));

describe('a request whose', () => {
	const [method, scheme, path, authority] = start('GET', '/') as [Pair, Pair, Pair, Pair];
	const more: Pair = ['x-more', '1'];
	const wrong = (name: string, section: string, pairs: readonly Pair[]): Row => ({
		name,
		section,
		frames: request(1, block(...pairs)),
		allowed: malformed,
	});
	const right = (name: string, section: string, pairs: readonly Pair[]): Row => ({ name, section, frames: request(1, block(...pairs)), allowed: ['1: 200'] });
	const rows: readonly Row[] = [
		wrong(':method is missing', '8.3.1', [scheme, path, authority]),
		wrong(':scheme is missing', '8.3.1', [method, path, authority]),
		wrong(':path is missing', '8.3.1', [method, scheme, authority]),
		wrong('headers are none', '8.3.1', []),
		wrong(':method stands twice', '8.3', [method, method, scheme, path, authority]),
		wrong(':scheme stands twice', '8.3', [method, scheme, scheme, path, authority]),
		wrong(':path stands twice', '8.3', [method, scheme, path, path, authority]),
		wrong(':authority stands twice', '8.3', [method, scheme, path, authority, authority]),
		wrong('pseudo-header stands behind a header', '8.3', [method, scheme, path, more, authority]),
		wrong('pseudo-header is unknown', '8.3', [method, scheme, path, authority, [':more', '1']]),
		wrong('pseudo-header is that of an answer', '8.3', [method, scheme, path, authority, [':status', '200']]),
		wrong(':protocol stands there though nobody allowed it', 'RFC 8441 4', [
			['CONNECT', ':method'].reverse() as unknown as Pair,
			scheme,
			path,
			authority,
			[':protocol', 'websocket'],
		]),
		wrong(':path is empty', '8.3.1', [method, scheme, [':path', ''], authority]),
		wrong(':path begins without a slash', '8.3.1', [method, scheme, [':path', 'more'], authority]),
		wrong(':path has a space', '8.2.1', [method, scheme, [':path', '/a b'], authority]),
		wrong(':method is empty', '8.3.1', [[':method', ''], scheme, path, authority]),
		wrong(':method has a space', '8.3.1', [[':method', 'GE T'], scheme, path, authority]),
		wrong('name has a capital', '8.2', [method, scheme, path, authority, ['X-more', '1']]),
		wrong('name is empty', '8.2.1', [method, scheme, path, authority, ['', '1']]),
		wrong('name has a space', '8.2.1', [method, scheme, path, authority, ['x more', '1']]),
		wrong('name has a colon', '8.2.1', [method, scheme, path, authority, ['x:more', '1']]),
		wrong('name has a line feed', '8.2.1', [method, scheme, path, authority, ['x\nmore', '1']]),
		wrong('name has a zero byte', '8.2.1', [method, scheme, path, authority, ['x\0', '1']]),
		wrong('name has a byte beyond ASCII', '8.2.1', [method, scheme, path, authority, ['x\xe9', '1']]),
		wrong('value has a zero byte', '8.2.1', [method, scheme, path, authority, ['x', 'a\0b']]),
		wrong('value has a line feed', '8.2.1', [method, scheme, path, authority, ['x', 'a\nb']]),
		wrong('value has a carriage return', '8.2.1', [method, scheme, path, authority, ['x', 'a\rb']]),
		wrong('value begins with a space', '8.2.1', [method, scheme, path, authority, ['x', ' a']]),
		wrong('value ends with a tab', '8.2.1', [method, scheme, path, authority, ['x', 'a\t']]),
		wrong('headers have connection', '8.2.2', [method, scheme, path, authority, ['connection', 'keep-alive']]),
		wrong('headers have keep-alive', '8.2.2', [method, scheme, path, authority, ['keep-alive', '1']]),
		wrong('headers have proxy-connection', '8.2.2', [method, scheme, path, authority, ['proxy-connection', 'keep-alive']]),
		wrong('headers have transfer-encoding', '8.2.2', [method, scheme, path, authority, ['transfer-encoding', 'chunked']]),
		wrong('headers have upgrade', '8.2.2', [method, scheme, path, authority, ['upgrade', 'websocket']]),
		wrong('te is gzip', '8.2.2', [method, scheme, path, authority, ['te', 'gzip']]),
		wrong('te is more than trailers', '8.2.2', [method, scheme, path, authority, ['te', 'trailers, gzip']]),
		wrong('Host has a space', '8.3.1', [method, scheme, path, ['host', 'a b']]),
		right('te is trailers', '8.2.2', [method, scheme, path, authority, ['te', 'trailers']]),
		right('value is empty', '8.2.1', [method, scheme, path, authority, ['x', '']]),
		right('value has bytes beyond ASCII', '8.2.1', [method, scheme, path, authority, ['x', 'a\xe9b']]),
		right('value has a tab within', '8.2.1', [method, scheme, path, authority, ['x', 'a\tb']]),
		right('name is of marks that a token may have', '8.2.1', [method, scheme, path, authority, ["!#$%&'*+-.^_`|~09az", '1']]),
		right('Host stands for :authority', '8.3.1', [method, scheme, path, ['host', 'localhost']]),
		right('Host and :authority are the same', '8.3.1', [method, scheme, path, authority, ['host', 'localhost']]),
		right(':path is *, of OPTIONS', '8.3.1', [[':method', 'OPTIONS'], scheme, [':path', '*'], authority]),
		right('pseudo-headers come in another order', '8.3', [authority, path, scheme, method]),
		right('scheme is http', '8.3.1', [method, [':scheme', 'http'], path, authority]),
		right('content-length is 0', '8.1.1', [...start('POST', '/body'), ['content-length', '0']]),
	];
	judgeRows(door, rows);
});

describe('a body whose', () => {
	const posted = (...more: readonly Pair[]): Buffer => request(1, post('/body', ...more), { ends: false });
	const sized = (length: string): Buffer => posted(['content-length', length]);
	const trailers = (pairs: readonly Pair[], bits: number = flags.endStream): Buffer => frame(frameTypes.headers, flags.endHeaders | bits, 1, block(...pairs));
	const row = (name: string, section: string, frames: readonly Buffer[], allowed: readonly Verdict[] = malformed): Row => ({
		name,
		section,
		frames: Buffer.concat(frames),
		allowed,
	});
	const rows: readonly Row[] = [
		row('length is as said', '8.1.1', [sized('4'), data('four')], ['1: 200']),
		row(
			'length is as said, in three frames with padding',
			'8.1.1',
			[sized('4'), data('fo', 0), frame(frameTypes.data, flags.padded, 1, Buffer.from('\x02u\0\0')), data('r')],
			['1: 200'],
		),
		row('length is more than said', '8.1.1', [sized('3'), data('four')]),
		row('length is more than said, before its end', '8.1.1', [sized('3'), data('four', 0)]),
		row('length is less than said', '8.1.1', [sized('5'), data('four')]),
		row('length is less than said, and trailers end it', '8.1.1', [sized('5'), data('four', 0), trailers([['x-check', '1']])]),
		row('length is said, and nothing comes', '8.1.1', [request(1, post('/body', ['content-length', '4']))]),
		row('length is no number', '8.1.1', [sized('four'), data('four')]),
		row('length is negative', '8.1.1', [sized('-4'), data('four')]),
		row('length has a sign', '8.1.1', [sized('+4'), data('four')]),
		row('length is beyond 64 bits', '8.1.1', [sized('18446744073709551620'), data('four')]),
		row('length is empty', '8.1.1', [sized(''), data('four')]),
		row('lengths are two, which differ', '8.1.1', [posted(['content-length', '4'], ['content-length', '5']), data('four')]),
		row('trailers end it', '8.1', [sized('4'), data('four', 0), trailers([['x-check', '1']])], ['1: 200']),
		row(
			'trailers come in pieces',
			'8.1',
			[posted(), data('four', 0), frame(frameTypes.headers, flags.endStream, 1), frame(frameTypes.continuation, flags.endHeaders, 1, block(['x-check', '1']))],
			['1: 200'],
		),
		row('trailers are empty', '8.1', [posted(), data('four', 0), trailers([])], ['1: 200']),
		row('trailers do not end it', '8.1', [posted(), data('four', 0), trailers([['x-check', '1']], 0)]),
		row('trailers have a pseudo-header', '8.1', [posted(), data('four', 0), trailers([[':path', '/']])]),
		row('trailers have a capital', '8.2', [posted(), data('four', 0), trailers([['X-check', '1']])]),
		row('trailers have connection', '8.2.2', [posted(), data('four', 0), trailers([['connection', 'close']])]),
	];
	judgeRows(door, rows);
});

describe('an answer', () => {
	it('has a status, a date, lower-case names and no connection headers', async () => {
		const client = await asked(request(1, get('/')));
		const { status, headers, body } = await client.answer(1);
		expect(status).toBe(200);
		expect(body.toString()).toBe('fine');
		expect(headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': '4' });
		expect(Date.parse(String(headers.date))).toBeGreaterThan(0);
		const names = Object.keys(headers);
		expect(names.filter((name) => name !== name.toLowerCase() || ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'].includes(name))).toEqual([]);
	});

	it.each([
		['/no-content', 204],
		['/not-modified', 304],
	])('for %s has no body', async (path, status) => {
		const client = await asked(request(1, get(path)));
		const { status: seen, body, headers } = await client.answer(1);
		expect(seen).toBe(status);
		expect(body).toHaveLength(0);
		expect(headers['content-length']).toBeUndefined();
	});

	it.each(['/', '/large', '/events', '/streamed'])('for HEAD of %s has no body', async (path) => {
		const client = await asked(request(1, block(...start('HEAD', path))));
		const { status, body } = await client.answer(1);
		expect(status).toBe(200);
		expect(body).toHaveLength(0);
	});

	it('with an empty body ends', async () => {
		const client = await asked(request(1, get('/empty')));
		expect(await client.answer(1)).toMatchObject({ status: 200, body: Buffer.alloc(0) });
	});

	it('with headers longer than a frame uses CONTINUATION without interleaving', async () => {
		const client = await asked(frame(frameTypes.windowUpdate, 0, 0, Buffer.from([0, 1, 0, 0])), request(1, get('/large')), request(3, get('/long-head')));
		const { headers } = await client.answer(3);
		expect(headers['x-long']).toBe('v'.repeat(40_000));
		const first = client.frames.findIndex(({ type, stream }) => type === frameTypes.headers && stream === 3);
		const pieces = client.frames.slice(first, first + 3);
		expect(pieces.map(({ type, stream }) => [type, stream])).toEqual([
			[frameTypes.headers, 3],
			[frameTypes.continuation, 3],
			[frameTypes.continuation, 3],
		]);
		expect(client.frames.every(({ payload }) => payload.length <= 16_384)).toBe(true);
	});

	it('100 is sent once, before the body', async () => {
		const client = await asked(request(1, post('/body', ['expect', '100-continue'], ['content-length', '4']), { ends: false }));
		const first = await client.seen(({ headers }) => headers !== undefined);
		expect((await first.headers)?.[':status']).toBe(100);
		expect(endsStream(first)).toBe(false);
		client.send(data('four'));
		expect((await client.answer(1)).body.toString()).toBe(digest(Buffer.from('four')));
		expect(client.frames.filter(({ headers }) => headers !== undefined)).toHaveLength(2);
	});

	it('100 is not sent if the body is not needed', async () => {
		const client = await asked(request(1, post('/', ['expect', '100-continue'], ['content-length', '4']), { ends: false }));
		const first = await client.seen(({ headers }) => headers !== undefined);
		expect((await first.headers)?.[':status']).toBe(200);
	});

	it('can precede the end of an unread body', async () => {
		const client = await asked(request(1, post('/'), { ends: false }));
		expect((await client.answer(1)).body.toString()).toBe('fine');
		client.send(data('more', 0), data('more'));
		await client.ping();
		client.send(request(3, get('/')));
		expect((await client.answer(3)).status).toBe(200);
	});
});

describe('the request that a handler receives', () => {
	it('equals the sent one: cookies and repeated headers joined, lines in order', async () => {
		const pairs: readonly Pair[] = [
			['cookie', 'a=1'],
			['x-same', 'one'],
			['cookie', 'b=2'],
			['x-same', 'two'],
			['te', 'trailers'],
		];
		const client = await asked(request(1, get('/asked?a=1&b=%20', ...pairs)));
		expect(JSON.parse((await client.answer(1)).body.toString())).toEqual({
			method: 'GET',
			path: '/asked',
			query: 'a=1&b=%20',
			cookie: 'a=1; b=2',
			x: 'one, two',
			lines: [
				['x-same', 'one'],
				['x-same', 'two'],
			],
			te: 'trailers',
		});
	});

	it('has the path of an absolute URL', async () => {
		const client = await asked(
			request(1, get('/asked')),
			request(3, block(...start('GET', '/asked').map(([name, value]): Pair => (name === ':path' ? [name, `${value}?x`] : [name, value])))),
		);
		expect(JSON.parse((await client.answer(3)).body.toString())).toMatchObject({ path: '/asked', query: 'x' });
	});
});

it.each(['/large', '/pieces', '/streamed'])('a megabyte of %s arrives completely with wide windows', async (path) => {
	const client = await RawClient.open(door.port, { settings: Buffer.from([0, 4, 0x7f, 0xff, 0xff, 0xff]) });
	clients.push(client);
	client.send(frame(frameTypes.windowUpdate, 0, 0, Buffer.from([0x7f, 0xff, 0, 0])), request(1, get(path)));
	expect(digest((await client.answer(1)).body)).toBe(digest(largeBody));
});
