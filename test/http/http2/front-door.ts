/** Handlers for the HTTP/2 tests, served by a separate listener. */
import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiRequest, ApiResponse } from '../../../runtime/api/request.ts';
import { type Fixture, start } from '../fixture.ts';
import { judged, type Row } from './judged.ts';

/** Returns bytes in which all positions differ, so that lost, duplicated or reordered data shows. */
export function patterned(bytes: number): Buffer {
	const made = Buffer.alloc(bytes);
	for (let at = 0; at + 4 <= bytes; at += 4) made.writeUInt32BE(Math.imul(at, 2_654_435_761) >>> 0, at);
	return made;
}

export const digest = (bytes: Buffer): string => `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`;

const large = patterned(1024 * 1024);
const plain = { 'content-type': 'text/plain' } as const;

const text = (body: ApiResponse['body'], more: Readonly<Record<string, string>> = {}, status = 200): ApiResponse => ({
	status,
	headers: { ...plain, ...more },
	body,
});

/** Bodies of `/held`, which the tests continue and end. */
export const held: PassThrough[] = [];

/** Responses by path. Other paths answer `fine` immediately without reading the body. */
const answers: Readonly<Record<string, (request: ApiRequest) => ApiResponse | Promise<ApiResponse>>> = {
	'/body': (request) =>
		request.body().then(
			(body) => text(digest(body)),
			() => text('the body did not come', {}, 400),
		),
	'/never': () => new Promise(() => undefined),
	'/until-gone': (request) => new Promise((_resolve, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason))),
	'/large': () => text(large),
	'/pieces': () => text([large.subarray(0, 1_000), large.subarray(1_000, 500_000), large.subarray(500_000)]),
	'/streamed': () => text(Readable.from([large.subarray(0, 70_000), large.subarray(70_000, 70_001), large.subarray(70_001)])),
	'/held': () => {
		const body = new PassThrough();
		held.push(body);
		return text(body);
	},
	'/events': () =>
		text({
			kind: 'events',
			start: (writer) => {
				writer.write(Buffer.from('event\n'));
				return new Promise((resolve) => writer.signal.addEventListener('abort', () => resolve(), { once: true }));
			},
		}),
	'/no-content': () => text('', {}, 204),
	'/not-modified': () => text('', { etag: '"1"' }, 304),
	'/empty': () => text(''),
	'/long-head': () => text('fine', { 'x-long': 'v'.repeat(40_000) }),
	'/asked': (request) =>
		text(
			JSON.stringify({
				method: request.method,
				path: request.path,
				query: request.query,
				cookie: request.header('cookie'),
				x: request.header('x-same'),
				lines: request.headersBeginning('x-'),
				te: request.header('te'),
			}),
		),
};

export const largeBody = large;

export function answerByPath(request: ApiRequest): ApiResponse | Promise<ApiResponse> {
	return answers[request.path]?.(request) ?? text('fine');
}

/** Starts one listener for the tests of a file. */
export function served(): { readonly port: number; readonly fixture: Fixture } {
	let fixture: Fixture | undefined;
	beforeAll(async () => {
		fixture = await start(answerByPath);
	});
	afterAll(async () => {
		await fixture?.close();
	});
	const open = (): Fixture => {
		if (fixture === undefined) throw new Error('the listener is open while tests run');
		return fixture;
	};
	return {
		get port() {
			return open().listener.port;
		},
		get fixture() {
			return open();
		},
	};
}

/** Registers one test for each row. */
export function judgeRows(door: { readonly port: number }, rows: readonly Row[]): void {
	it.each(rows.map((row) => [row.name, row.section, row] as const))('%s (%s)', async (_name, _section, row) => {
		const { verdict, seen } = await judged(door.port, row);
		expect(row.allowed, `${verdict}: ${seen}`).toContain(verdict);
	});
}
