/**
 * Tests request smuggling byte by byte, also through a proxy in front. A user who may read one ConfigMap sends bytes that can be parsed in
 * two ways, to reach a Secret or act as another user. Floods are tested in `test/faults/stall`.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { flags, frame, frameTypes, preface } from '../faults/stall/frames.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const scratch = makeScratch();
const core = '/api/v1/namespaces/default';
const group = 'rbac.authorization.k8s.io';
const rbac = `/apis/${group}/v1`;
let server: ServerProcess;

beforeAll(async () => {
	const tokens = join(scratch.path, 'tokens.csv');
	writeFileSync(tokens, 'bobs-token,bob,1\nroots-token,root,2,"system:masters"\n', { mode: 0o600 });
	server = await startServer(inject('built').kubernetes, { flags: ['--authorization-mode', 'RBAC', '--token-auth-file', tokens] });
	const rules = [
		{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] },
		{ apiGroups: [''], resources: ['events'], verbs: ['create'] },
	];
	for (const [path, object] of [
		[`${core}/configmaps`, { metadata: { name: 'settings' } }],
		[`${core}/secrets`, { metadata: { name: 'hidden' }, stringData: { password: 'PLANTED-IN-SECRET' } }],
		[`${rbac}/namespaces/default/roles`, { metadata: { name: 'few' }, rules }],
		[
			`${rbac}/namespaces/default/rolebindings`,
			{ metadata: { name: 'few' }, roleRef: { apiGroup: group, kind: 'Role', name: 'few' }, subjects: [{ apiGroup: group, kind: 'User', name: 'bob' }] },
		],
	] as const)
		expect((await server.call('POST', path, object)).status, path).toBe(201);
});
afterAll(async () => {
	await server?.remove();
	scratch.remove();
});

async function opened(protocol: 'http/1.1' | 'h2'): Promise<TLSSocket> {
	const socket = connect({ host: '127.0.0.1', port: server.port, ca: server.credentials.ca, servername: 'localhost', ALPNProtocols: [protocol] });
	await once(socket, 'secureConnect');
	socket.on('error', () => undefined);
	return socket;
}

function showsNothing(text: string): void {
	expect(text).not.toMatch(/PLANTED|UExBTlRF/);
}

const bob = 'Authorization: Bearer bobs-token';
const mine = `${core}/configmaps/settings`;
const hidden = `${core}/secrets/hidden`;
const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n`;
const inner = `${lines(`GET ${hidden} HTTP/1.1`, 'Host: localhost', 'Authorization: Bearer roots-token')}\r\n`;

describe('over HTTP/1.1', () => {
	/** Returns the codes of all answers on one connection, which ends with the last answer or the first refusal. */
	async function codes(bytes: string): Promise<readonly number[]> {
		const socket = await opened('http/1.1');
		let text = '';
		socket.setEncoding('latin1').on('data', (part: string) => {
			text += part;
		});
		// A request that is refused while it is being sent may end in a reset.
		const closed = new Promise((resolve) => socket.once('close', resolve));
		socket.write(`${bytes}${lines('GET /livez HTTP/1.1', 'Host: localhost', 'Connection: close')}\r\n`, 'latin1');
		await closed;
		showsNothing(text);
		return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code));
	}
	const get = (...more: readonly string[]): string => lines(`GET ${mine} HTTP/1.1`, 'Host: localhost', ...more);
	const post = (...more: readonly string[]): string => lines(`POST ${core}/events HTTP/1.1`, 'Host: localhost', bob, 'Content-Type: application/json', ...more);
	const chunked = (chunk: string): string => `${post('Transfer-Encoding: chunked')}\r\n${chunk}`;

	it('permitted requests succeed', async () => {
		expect(await codes(`${get(bob)}\r\n`)).toEqual([200, 200]);
	});

	it.each([
		['a chunk size with a hexadecimal prefix', chunked(`0x2\r\n{}\r\n0\r\n\r\n${inner}`)],
		['a chunk size with a sign', chunked(`+2\r\n{}\r\n0\r\n\r\n${inner}`)],
		['a negative chunk size', chunked(`-2\r\n{}\r\n0\r\n\r\n${inner}`)],
		['a chunk size with an underscore', chunked(`0_2\r\n{}\r\n0\r\n\r\n${inner}`)],
		['a chunk size of 17 digits', chunked(`10000000000000002\r\n{}\r\n0\r\n\r\n${inner}`)],
		['an empty chunk size', chunked(`\r\n{}\r\n0\r\n\r\n${inner}`)],
		['a chunk that is longer than its size', chunked(`1\r\n{}\r\n0\r\n\r\n${inner}`)],
		['a chunk that ends with a bare line feed', chunked(`2\n{}\n0\n\n${inner}`)],
		['a chunk extension with a quoted line break', chunked(`2;a="\r\n${inner}"\r\n{}\r\n0\r\n\r\n`)],
		['a chunk extension with a line feed', chunked(`2;a\n{}\r\n0\r\n\r\n${inner}`)],
		['a chunk extension with a bare carriage return', chunked(`2;a\r{}\r\n0\r\n\r\n${inner}`)],
		['a length in another base', `${post('Content-Length: 0x2')}\r\n{}${inner}`],
		['a length with an underscore', `${post('Content-Length: 0_2')}\r\n{}${inner}`],
		['a length with two numbers', `${post('Content-Length: 2 2')}\r\n{}${inner}`],
		['an empty length', `${post('Content-Length:')}\r\n{}${inner}`],
		['a negative length', `${post('Content-Length: -2')}\r\n{}${inner}`],
		['a length of 30 digits', `${post(`Content-Length: ${'9'.repeat(30)}`)}\r\n{}${inner}`],
		['a coding after a control character', `${post('Transfer-Encoding: \x0bchunked')}\r\n0\r\n\r\n${inner}`],
		['a coding in a header whose name has a space', `${post('Transfer-Encoding : chunked')}\r\n0\r\n\r\n${inner}`],
		['a coding on a folded line', `${post('Transfer-Encoding:', ' chunked')}\r\n0\r\n\r\n${inner}`],
		['a coding in quotes', `${post('Transfer-Encoding: "chunked"')}\r\n0\r\n\r\n${inner}`],
		['a coding together with identity', `${post('Transfer-Encoding: identity', 'Transfer-Encoding: chunked')}\r\n0\r\n\r\n${inner}`],
		['a header after a line feed in another', `${get('X: a\nAuthorization: Bearer roots-token')}\r\n`],
		['a header after a carriage return in another', `${get('X: a\rAuthorization: Bearer roots-token')}\r\n`],
		['a header without a name', `${get(bob, ': a')}\r\n`],
		['a header without a colon', `${get(bob, 'Authorization')}\r\n`],
		['a header whose name has a zero byte', `${get(bob, 'A\0: b')}\r\n`],
		['a header whose name has brackets', `${get(bob, 'A[]: b')}\r\n`],
		['a header whose name is not ASCII', `${get(bob, 'Authorizatio\xb2n: b')}\r\n`],
		['a request line with a tab', lines(`GET\t${hidden}\tHTTP/1.1`, 'Host: localhost', bob, '')],
		['a request line with a path of two words', lines(`GET ${mine} ${hidden} HTTP/1.1`, 'Host: localhost', bob, '')],
		['a protocol in lower case', lines(`GET ${mine} http/1.1`, 'Host: localhost', bob, '')],
		['a protocol of another version', lines(`GET ${mine} HTTP/1.10`, 'Host: localhost', bob, '')],
		['a method with a colon', lines(`GET: ${mine} HTTP/1.1`, 'Host: localhost', bob, '')],
		['an empty line before the request', `X: y\r\n${get(bob)}\r\n`],
		['a space before the first header', lines(`GET ${mine} HTTP/1.1`, ' Host: localhost', bob, '')],
	])('%s is refused, and no later byte is read', async (_, bytes) => {
		const answered = await codes(bytes);
		expect(answered).toHaveLength(1);
		expect([400, 501, 505]).toContain(answered[0]);
	});

	it.each<[string, string, readonly number[]]>([
		['a request line with two spaces', lines(`GET ${mine}  HTTP/1.1`, 'Host: localhost', bob, ''), [200, 200]],
		['a chunk extension', chunked(`2;name=value\r\n{}\r\n0\r\n\r\n`), [422, 200]],
		[
			'a trailer with a token',
			`${lines(`GET ${hidden} HTTP/1.1`, 'Host: localhost', 'Transfer-Encoding: chunked')}\r\n0\r\nX-Token: roots-token\r\n\r\n`,
			[403, 200],
		],
		['a user and a token in the target', lines(`GET https://root:roots-token@localhost${hidden} HTTP/1.1`, 'Host: localhost', ''), [403, 200]],
		['a name and a token as a password', `${get('Authorization: Basic cm9vdDpyb290cy10b2tlbg==')}\r\n`, [403, 200]],
		['the credentials as a connection option', `${get(bob, 'Connection: keep-alive, Authorization')}\r\n`, [200, 200]],
		[
			'an upgrade to HTTP/2 with a request after it',
			`${get(bob, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__')}\r\n${preface.toString('latin1')}`,
			[200],
		],
		['an original path in a header', `${get(bob, `X-Original-URL: ${hidden}`, `X-Rewrite-URL: ${hidden}`, `X-Forwarded-Prefix: ${hidden}`)}\r\n`, [200, 200]],
		[
			'an address of the server itself in a header',
			lines(`GET ${hidden} HTTP/1.1`, 'Host: localhost', bob, 'X-Forwarded-For: 127.0.0.1', 'Forwarded: for=127.0.0.1;by=root', ''),
			[403, 200],
		],
		['another host', lines(`GET ${hidden} HTTP/1.1`, 'Host: 127.0.0.1:10250', bob, ''), [403, 200]],
	])('%s grants no further access', async (_, bytes, expected) => {
		expect(await codes(bytes)).toEqual(expected);
	});

	it('a thousand headers, or a megabyte of them, are not read to their end', async () => {
		const many = Array.from({ length: 1000 }, (_, i) => `X-${i}: y`);
		for (const headers of [many, [`X: ${'y'.repeat(1_100_000)}`]]) {
			const seen = await codes(`${get(bob, ...headers)}\r\n`);
			// A reset discards data that the client has not read yet.
			expect([[], [431]]).toContainEqual(seen);
		}
		expect((await server.call('GET', '/livez')).status).toBe(200);
	});
});

describe('over HTTP/2', () => {
	type Field = readonly [name: string, value: string];
	/** Encodes a literal field without indexing (RFC 7541, 6.2.2). */
	const literal = (text: string): Buffer => {
		const bytes = Buffer.from(text, 'latin1');
		if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
		const more = bytes.length - 127;
		return Buffer.concat([Buffer.from([127, (more & 127) | 128, more >> 7]), bytes]);
	};
	const block = (fields: readonly Field[]): Buffer => Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), literal(name), literal(value)]));

	/**
	 * Returns the outcome of a stream: `answered` with the ConfigMap, the code of its Status, the text of another refusal, or `ended`
	 * without an answer.
	 */
	async function outcome(head: readonly Field[], body?: string): Promise<number | string> {
		const socket = await opened('h2');
		const parts: Buffer[] = [];
		socket.on('data', (part: Buffer) => parts.push(part));
		const end = body === undefined ? flags.endStream : 0;
		socket.write(
			Buffer.concat([
				preface,
				frame(frameTypes.headers, flags.endHeaders | end, 1, block(head)),
				...(body === undefined ? [] : [frame(frameTypes.data, flags.endStream, 1, Buffer.from(body))]),
				// The answer to this request follows the answers of the others.
				frame(frameTypes.headers, flags.endHeaders | flags.endStream, 3, block(request('/livez', []))),
			]),
		);
		let answer: readonly { readonly type: number; readonly stream: number; readonly flag: number; readonly payload: Buffer }[] = [];
		const isOver = (): boolean => {
			answer = framesOf(Buffer.concat(parts));
			const ended = (stream: number): boolean =>
				answer.some((each) => each.stream === stream && ((each.type <= 1 && (each.flag & flags.endStream) !== 0) || each.type === frameTypes.reset));
			return socket.destroyed || answer.some(({ type }) => type === frameTypes.goAway) || (ended(1) && ended(3));
		};
		await expect.poll(isOver, { timeout: 30_000, interval: 5 }).toBe(true);
		socket.destroy();
		const text = Buffer.concat(answer.filter(({ type, stream }) => type === frameTypes.data && stream === 1).map(({ payload }) => payload)).toString();
		showsNothing(Buffer.concat(parts).toString('latin1'));
		if (!answer.some(({ type, stream }) => type === frameTypes.headers && stream === 1)) return 'ended';
		if (text.startsWith('{"kind":"ConfigMap"')) return 'answered';
		return text.startsWith('{"kind":"Status"') ? (JSON.parse(text) as { code: number }).code : text;
	}

	function framesOf(bytes: Buffer): { type: number; stream: number; flag: number; payload: Buffer }[] {
		const found = [];
		for (let at = 0; at + 9 <= bytes.length; ) {
			const length = bytes.readUIntBE(at, 3);
			if (at + 9 + length > bytes.length) break;
			found.push({ type: bytes[at + 3] ?? 0, flag: bytes[at + 4] ?? 0, stream: bytes.readUInt32BE(at + 5), payload: bytes.subarray(at + 9, at + 9 + length) });
			at += 9 + length;
		}
		return found;
	}

	const own: Field = ['authorization', 'Bearer bobs-token'];
	const pseudo = (path: string): readonly Field[] => [
		[':method', 'GET'],
		[':scheme', 'https'],
		[':authority', 'localhost'],
		[':path', path],
	];
	const request = (path: string, more: readonly Field[] = [own]): readonly Field[] => [...pseudo(path), ...more];
	const without = (name: string): readonly Field[] => request(mine).filter(([each]) => each !== name);

	it('permitted requests succeed', async () => {
		expect(await outcome(request(mine))).toBe('answered');
		expect(await outcome(request(hidden))).toBe(403);
	});

	it.each<[string, readonly Field[]]>([
		['two :path headers', [...pseudo(mine), [':path', hidden], own]],
		['a :path after the other headers', [...without(':path'), [':path', hidden]]],
		['two :method headers', [[':method', 'GET'], ...request(mine)]],
		['two :authority headers', [[':authority', 'other'], ...request(mine)]],
		['no :method', without(':method')],
		['no :path', without(':path')],
		['no :scheme', without(':scheme')],
		['a pseudo-header of responses', [[':status', '200'], ...request(mine)]],
		['an unknown pseudo-header', [[':identity', 'root'], ...request(mine)]],
		['a name in capitals', request(mine, [['Authorization', 'Bearer bobs-token']])],
		['a path with a line break', request(`${mine} HTTP/1.1\r\nauthorization: Bearer roots-token\r\nx:`)],
		['a connection header', request(mine, [own, ['connection', 'authorization']])],
		['a coding', request(mine, [own, ['transfer-encoding', 'chunked']])],
		['an upgrade', request(mine, [own, ['upgrade', 'websocket']])],
		['a Proxy-Connection header', request(mine, [own, ['proxy-connection', 'keep-alive']])],
	])('%s ends the stream', async (_, head) => {
		expect(await outcome(head)).toBe('ended');
	});

	it.each<[string, readonly Field[], string | undefined, number | string]>([
		[
			'a length that is less than the body',
			[...pseudo(`${core}/events`).map(([name, value]) => [name, name === ':method' ? 'POST' : value] as const), own, ['content-length', '1']],
			'{}',
			'ended',
		],
		[
			'two lengths',
			[
				...pseudo(`${core}/events`).map(([name, value]) => [name, name === ':method' ? 'POST' : value] as const),
				own,
				['content-length', '2'],
				['content-length', '9'],
			],
			'{}',
			'ended',
		],
		[
			'two tokens',
			request(mine, [own, ['authorization', 'Bearer roots-token']]),
			undefined,
			'a request may have one header "authorization", but this request has two\n',
		],
		['a name with a line break', request(hidden, [own, ['x: y\r\nauthorization', 'Bearer roots-token']]), undefined, 'ended'],
		['a name with a colon', request(hidden, [own, ['x:y', 'z']]), undefined, 'ended'],
		['an empty name', request(hidden, [own, ['', 'z']]), undefined, 'ended'],
		['a value with a line break', request(hidden, [own, ['x', 'y\r\nauthorization: Bearer roots-token']]), undefined, 'ended'],
		['a value with a zero byte', request(hidden, [['authorization', 'Bearer roots-token\0']]), undefined, 'ended'],
		['an empty path', request(''), undefined, 'ended'],
		['a path without a slash', request('api/v1/secrets'), undefined, 'ended'],
		['a path that is an absolute URL', request(`https://localhost${hidden}`), undefined, 'ended'],
		['a star', request('*'), undefined, 'ended'],
		['a method with a path in it', [[':method', `GET ${hidden}`], ...request(mine).slice(1)], undefined, 'ended'],
		['another scheme', [[':method', 'GET'], [':scheme', 'file'], [':authority', 'localhost'], [':path', hidden], own], undefined, 403],
		[
			'a user in the authority',
			[
				[':method', 'GET'],
				[':scheme', 'https'],
				[':authority', 'root:roots-token@localhost'],
				[':path', hidden],
			],
			undefined,
			'malformed Host header\n',
		],
	])('%s grants no further access', async (_, head, body, expected) => {
		expect(await outcome(head, body)).toBe(expected);
	});
});

describe('with the credentials of another TLS session', () => {
	it('renegotiation keeps the identity of a connection and is bounded', async () => {
		const socket = connect({
			host: '127.0.0.1',
			port: server.port,
			ca: server.credentials.ca,
			servername: 'localhost',
			maxVersion: 'TLSv1.2',
			ALPNProtocols: ['http/1.1'],
		});
		await once(socket, 'secureConnect');
		socket.on('error', () => undefined);
		const closed = once(socket, 'close');
		socket.resume();
		const again = (): Promise<Error | null> => new Promise((resolve) => void socket.renegotiate({ rejectUnauthorized: true }, resolve));
		let times = 0;
		while (!socket.destroyed && times < 20 && (await Promise.race([again(), closed])) === null) times++;
		expect(times).toBeLessThan(5);
		await closed;
	});

	it.each(['TLSv1', 'TLSv1.1'] as const)('%s is refused', async (version) => {
		const socket = connect({
			host: '127.0.0.1',
			port: server.port,
			ca: server.credentials.ca,
			servername: 'localhost',
			minVersion: version,
			maxVersion: version,
			ciphers: 'DEFAULT@SECLEVEL=0',
		});
		const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
		expect(error.code).toMatch(/ERR_SSL|ECONNRESET|EPROTO/);
	});
});
