/** Tests requests of client packages: retries, credentials, and their end. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Client, type ClientOptions } from '../../sdk/typescript/client/client.ts';
import type { Definition } from '../../sdk/typescript/client/definition.ts';
import { ApiError, ConnectionError, isReason } from '../../sdk/typescript/client/errors.ts';
import type { FetchInit } from '../../sdk/typescript/client/requests.ts';
import type { ResourceClient } from '../../sdk/typescript/client/resource-client.ts';

const widgets: Definition = { group: 'example.com', version: 'v1', kind: 'Widget', resource: 'widgets', namespaced: false };

type Answer = Response | Error;

interface Asked extends FetchInit {
	readonly url: string;
}

/** Returns a client whose server gives these answers in order, and the requests that it received. */
function clientOf(answers: readonly Answer[], options: Partial<ClientOptions> = {}): { readonly widgets: ResourceClient; readonly asked: Asked[] } {
	const asked: Asked[] = [];
	const left = [...answers];
	const fetch = async (url: string, init: FetchInit): Promise<Response> => {
		asked.push({ ...init, url });
		const answer = left.shift();
		if (answer === undefined) throw new Error('nothing more was expected');
		if (answer instanceof Error) throw answer;
		return answer;
	};
	const client = new Client({ server: 'https://127.0.0.1:1/', fetch, ...options });
	return { widgets: client.resource({ ...widgets, namespaced: false } as never) as ResourceClient, asked };
}

const widget = (version = '1'): Response => Response.json({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a', resourceVersion: version } });
const refusal = (code: number, reason: string, { details = {}, headers = {} }: { details?: object; headers?: Record<string, string> } = {}): Response =>
	Response.json({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message: `${reason}!`, reason, code, details }, { status: code, headers });
const broken = new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });

afterEach(() => void vi.useRealTimers());

/** Returns the outcome with all pauses skipped, and their total length. */
async function passed<T>(work: () => Promise<T>): Promise<{ readonly outcome: PromiseSettledResult<T>; readonly ms: number }> {
	vi.useFakeTimers();
	const start = Date.now();
	const settled = Promise.allSettled([work()]);
	await vi.runAllTimersAsync();
	const [outcome] = await settled;
	return { outcome, ms: Date.now() - start };
}

describe('a call is sent again', () => {
	it.each([
		['a read without an answer', [broken, widget()], 'get', 2],
		['a write without an answer is not: it may have been done', [broken], 'delete', 1],
		['a read that a proxy refused', [new Response('', { status: 502 }), widget()], 'get', 2],
		['a write that a proxy refused is not', [new Response('', { status: 502 })], 'delete', 1],
		['what was too much, read or write', [refusal(429, 'TooManyRequests'), widget()], 'delete', 2],
		['an error of the server is not', [refusal(500, 'InternalError')], 'get', 1],
		['what is refused for good is not', [refusal(403, 'Forbidden')], 'get', 1],
	] as const)('%s', async (_, answers, verb, times) => {
		const { widgets, asked } = clientOf(answers);
		const { outcome } = await passed(() => widgets[verb]('a'));
		expect(asked.length).toBe(times);
		expect(outcome.status).toBe(times > 1 ? 'fulfilled' : 'rejected');
	});

	it.each([
		['in seconds, of the header', refusal(503, 'ServiceUnavailable', { headers: { 'retry-after': '7' } }), 7_000],
		['in seconds, of the details', refusal(429, 'TooManyRequests', { details: { retryAfterSeconds: 3 } }), 3_000],
		['of a write, too', refusal(500, 'InternalError', { headers: { 'retry-after': '1' } }), 1_000],
	] as const)('after the delay that the server asks for, %s', async (_, answer, ms) => {
		const { widgets, asked } = clientOf([answer, widget()]);
		const { outcome, ms: waited } = await passed(() => widgets.delete('a'));
		expect([outcome.status, asked.length, waited]).toEqual(['fulfilled', 2, ms]);
	});

	it('at the time that the server gives', async () => {
		vi.useFakeTimers({ now: Date.parse('2030-01-01T00:00:00Z') });
		const { widgets } = clientOf([refusal(503, 'ServiceUnavailable', { headers: { 'retry-after': 'Tue, 01 Jan 2030 00:00:09 GMT' } }), widget()]);
		const got = widgets.get('a');
		await vi.advanceTimersByTimeAsync(8_999);
		expect(vi.getTimerCount()).toBe(1);
		await vi.advanceTimersByTimeAsync(1);
		expect((await got).metadata.name).toBe('a');
	});

	it('unless the delay is too long or the call was aborted', async () => {
		const late = refusal(429, 'TooManyRequests', { headers: { 'retry-after': '61' } });
		await expect(clientOf([late]).widgets.get('a')).rejects.toMatchObject({ reason: 'TooManyRequests', retryAfterMs: 61_000 });
		await expect(clientOf([broken], { retries: { attempts: 0 } }).widgets.get('a')).rejects.toBeInstanceOf(ConnectionError);
	});

	it('ten times at most, in pauses that grow', async () => {
		const { widgets, asked } = clientOf(Array.from({ length: 11 }, () => broken));
		const { outcome, ms } = await passed(() => widgets.get('a'));
		expect(outcome).toMatchObject({
			status: 'rejected',
			reason: { name: 'ConnectionError', message: 'GET /apis/example.com/v1/widgets/a: no answer: read ECONNRESET' },
		});
		expect(asked.length).toBe(11);
		expect(ms).toBeGreaterThan(10_000);
		expect(ms).toBeLessThan(32_000);
	});

	it('no more once it is aborted', async () => {
		const ending = new AbortController();
		const { widgets, asked } = clientOf([refusal(503, 'ServiceUnavailable', { headers: { 'retry-after': '30' } })]);
		const got = widgets.get('a', { signal: ending.signal });
		const rejected = expect(got).rejects.toThrow('enough');
		await vi.waitFor(() => expect(asked.length).toBe(1));
		ending.abort(new Error('enough'));
		await rejected;
	});

	it('no more after its time', async () => {
		const { outcome } = await passed(() =>
			clientOf([refusal(503, 'ServiceUnavailable', { headers: { 'retry-after': '30' } })]).widgets.get('a', { timeoutMs: 1_000 }),
		);
		expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError', message: 'no answer within 1000 ms' } });
	});
});

describe('credentials', () => {
	it('come from a token or a token function', async () => {
		let count = 0;
		const { widgets, asked } = clientOf([widget(), widget()], { token: async () => `t${++count}`, headers: { 'x-own': 'yes' } });
		await widgets.get('a');
		await widgets.get('a');
		expect(asked.map(({ headers }) => [headers.authorization, headers['x-own']])).toEqual([
			['Bearer t1', 'yes'],
			['Bearer t2', 'yes'],
		]);
	});

	it('are requested once more after a 401', async () => {
		let refused = 0;
		const credentials = { headers: () => ({ authorization: `Bearer ${refused}` }), refused: () => ++refused > 0 };
		const { widgets, asked } = clientOf([refusal(401, 'Unauthorized'), widget()], { credentials });
		await widgets.get('a');
		expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer 0', 'Bearer 1']);
		const again = clientOf([refusal(401, 'Unauthorized'), refusal(401, 'Unauthorized')], { credentials });
		await expect(again.widgets.get('a')).rejects.toMatchObject({ reason: 'Unauthorized' });
		expect(again.asked.length).toBe(2);
	});
});

describe('errors', () => {
	it('distinguish a missing object from an unserved kind', async () => {
		const gone = () => refusal(404, 'NotFound', { details: { name: 'a', kind: 'widgets' } });
		const { widgets } = clientOf([gone(), gone(), refusal(404, 'NotFound'), new Response('404 page not found', { status: 404 })]);
		expect(await widgets.find('a')).toBeUndefined();
		await expect(widgets.get('a')).rejects.toMatchObject({ reason: 'NotFound' });
		await expect(widgets.find('a')).rejects.toMatchObject({ reason: 'NotFound' });
		await expect(widgets.find('a')).rejects.toMatchObject({ reason: 'NotFound', message: '404 page not found' });
	});

	it('carry the Status of the server', async () => {
		const details = { name: 'a', kind: 'Widget', causes: [{ reason: 'FieldValueRequired', field: 'spec', message: 'Required value' }] };
		const error = await clientOf([refusal(422, 'Invalid', { details })])
			.widgets.create({})
			.catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({
			status: 422,
			reason: 'Invalid',
			message: 'Invalid!',
			causes: details.causes,
			details,
			request: 'POST /apis/example.com/v1/widgets',
		});
		expect(isReason(error, 'Invalid')).toBe(true);
		expect(isReason(error, 'Conflict')).toBe(false);
	});

	it.each([
		[new Response('<html>no</html>', { status: 404 }), { status: 404, reason: 'NotFound', message: '<html>no</html>', causes: [] }],
		[new Response('', { status: 418 }), { status: 418, reason: 'Unknown', message: 'the server answered 418' }],
		[new Response('<html>', { status: 200 }), { name: 'ConnectionError' }],
	])('describe answers of other programs', async (answer, expected) => {
		await expect(clientOf([answer]).widgets.get('a')).rejects.toMatchObject(expected);
	});

	it('warnings are delivered', async () => {
		const told: string[] = [];
		const answer = Response.json({}, { headers: { warning: '299 - "one \\"quoted\\"", 299 - "two, with a comma"' } });
		await clientOf([answer], { onWarning: (text) => told.push(text) }).widgets.get('a');
		expect(told).toEqual(['one "quoted"', 'two, with a comma']);
	});
});

describe('requests', () => {
	it('selectors', async () => {
		const list = (): Response => Response.json({ metadata: {}, items: null });
		const { widgets, asked } = clientOf([list(), list()]);
		await widgets.list({ labelSelector: { a: 'b', c: ['d', 'e'], f: true, g: false, h: { not: 'i' }, j: { not: ['k', 'l'] } }, limit: 2 });
		expect(
			(await widgets.list({ labelSelector: 'x in (y)', fieldSelector: { 'spec.a': 'b,c=d\\', 'spec.e': { not: 'f' }, 'spec.g': undefined } })).items,
		).toEqual([]);
		expect(asked.map(({ url }) => Object.fromEntries(new URL(url).searchParams))).toEqual([
			{ labelSelector: 'a=b,c in (d,e),f,!g,h!=i,j notin (k,l)', limit: '2' },
			{ labelSelector: 'x in (y)', fieldSelector: 'spec.a=b\\,c\\=d\\\\,spec.e!=f' },
		]);
	});

	it('escape names and refuse path segments', async () => {
		const { widgets, asked } = clientOf([widget()]);
		await widgets.get('system:a/b c');
		expect(asked[0]?.url).toBe('https://127.0.0.1:1/apis/example.com/v1/widgets/system%3Aa%2Fb%20c');
		for (const name of ['', '.', '..']) expect(() => widgets.get(name)).toThrow('is no name');
		await expect(widgets.apply({ metadata: { name: 'a' } })).rejects.toThrow('fieldManager');
		expect(() => widgets.update({})).toThrow('no metadata.name');
		expect(() => new Client({ server: '127.0.0.1' })).toThrow('is no address of a server');
	});

	it('an expired chunk ends the list, or it continues at the current version', async () => {
		const chunk = (name: string, next?: string): Response =>
			Response.json({ metadata: { resourceVersion: '1', ...(next && { continue: next }) }, items: [{ metadata: { name } }] });
		const expired = (): Response => Response.json({ kind: 'Status', reason: 'Expired', code: 410, metadata: { continue: 'later' } }, { status: 410 });
		const seen = async (widgets: ResourceClient, whenExpired?: 'continue'): Promise<string[]> => {
			const names: string[] = [];
			for await (const { items } of widgets.chunks({ size: 1, whenExpired })) names.push(...items.map(({ metadata }) => metadata.name));
			return names;
		};
		await expect(seen(clientOf([chunk('a', 'next'), expired()]).widgets)).rejects.toMatchObject({ reason: 'Expired' });
		const { widgets, asked } = clientOf([chunk('a', 'next'), expired(), chunk('b')]);
		expect(await seen(widgets, 'continue')).toEqual(['a', 'b']);
		expect(asked.map(({ url }) => new URL(url).searchParams.get('continue'))).toEqual([null, 'next', 'later']);
	});
});
