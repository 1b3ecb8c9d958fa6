import { afterEach, describe, expect, it, vi } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import { type Authorizer, allowed, noOpinion } from '../../runtime/api/authorization.ts';
import { ApiError } from '../../runtime/api/errors.ts';
import { anonymous } from '../../runtime/api/identity.ts';
import { unchanged } from '../../runtime/api/messages-by-release.ts';
import { parseQuery } from '../../runtime/api/query.ts';
import type { ApiRequest, ApiResponse, EventBody, EventWriter, Handler } from '../../runtime/api/request.ts';
import { bearerToken } from '../../runtime/auth/authn/bearer.ts';
import { authentication } from '../../runtime/auth/authn/chain.ts';
import type { Authenticate } from '../../runtime/auth/authn/contract.ts';
import { readTokens } from '../../runtime/auth/authn/static-tokens.ts';
import { plainImpersonator } from '../../runtime/auth/impersonation/plain.ts';
import { chain } from '../../runtime/filters/chain.ts';
import { FailedAttempts } from '../../runtime/filters/failed-attempts.ts';
import { OpenWatches } from '../../runtime/filters/with-watch-bound.ts';
import { requestInfo } from '../../runtime/http/request-info.ts';
import type { Endpoint } from '../../runtime/model/endpoint.ts';
import { Exposition } from '../../runtime/telemetry/exposition.ts';
import { RequestMetrics } from '../../runtime/telemetry/request-metrics.ts';
import { exposedText, metricValues } from '../setup/metrics.ts';

const root = { authorization: 'Bearer root' };
const clerk = { authorization: 'Bearer clerk' };
const ok: ApiResponse = { status: 200, headers: {}, body: 'ok' };

const lookup = readTokens('root,root,1,system:masters\nalice,alice,2\nclerk,clerk,3\n', 'tokens', () => undefined);
const bearer: Authenticate = (request) => {
	const token = bearerToken(request.header('authorization'));
	return token === undefined ? undefined : (lookup(token) ?? 'refused');
};

interface Setup {
	readonly send: (
		method: string,
		url: string,
		headers?: Readonly<Record<string, string>>,
	) => { answer: ApiResponse | Promise<ApiResponse>; request: ApiRequest };
	readonly metrics: RequestMetrics;
	readonly unexpected: unknown[];
	scrape(): Promise<string>;
}

function setup(handler: Handler, limits = { reading: 2, mutating: 1 }): Setup {
	const metrics = new RequestMetrics({
		namesConnections: () => true,
		describe: (_, __, resource) => (resource === 'configmaps' ? { removedRelease: '1.22' } : undefined),
	});
	const unexpected: unknown[] = [];
	const authorizer: Authorizer = { authorize: ({ user }) => (user.groups.includes('system:masters') || user.name === 'clerk' ? allowed : noOpinion) };
	const run = chain(
		{
			encodeStatus: (_, error) => ({ status: error.code, headers: {}, body: error.message }),
			onUnexpected: (error) => unexpected.push(error),
			recorder: metrics,
			naming: {
				parse: (request) => requestInfo(request, new Set()),
				find: ({ resource, subresource }) => (resource === 'configmaps' && subresource === '' ? configMaps : undefined),
			},
			authenticate: authentication({ authenticators: [bearer], anonymous: () => anonymous }),
			authorizer,
			impersonator: plainImpersonator(authorizer, 'example.com'),
			domain: 'example.com',
			tellsSelectors: true,
			audit: undefined,
			attempts: { success: 0, failure: 0 },
			failures: new FailedAttempts(),
			inFlight: { reading: 0, mutating: 0 },
			watches: new OpenWatches(),
			maxWatches: 2,
			limits,
			requestTimeoutMs: 60_000,
			words: unchanged,
		},
		handler,
	);
	const send: Setup['send'] = (method, url, headers = {}) => {
		const [path = '', query = ''] = url.split('?');
		const request = {
			method,
			path,
			query,
			parameters: () => parseQuery(query),
			header: (name: string) => headers[name],
			headersBeginning: (prefix: string) => Object.entries(headers).filter(([name]) => name.startsWith(prefix)) as [string, string][],
			peer: undefined,
			info: { isResource: false, verb: '' },
			user: undefined,
			warnings: [],
			outgoing: [],
			abort: vi.fn(),
		} as unknown as ApiRequest;
		return { answer: run(request), request };
	};
	return {
		send,
		metrics,
		unexpected,
		scrape: () => exposedText(new Exposition([metrics.families()], { release: '1.26', vocabulary, showsHidden: false, log: { warn: () => undefined } })),
	};
}

const configMaps: Endpoint = {
	resource: 'configmaps',
	subresource: '',
	namespaced: true,
	handler: 'stored',
	verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
	takes: { group: '', version: 'v1', kind: 'ConfigMap' },
	gives: { group: '', version: 'v1', kind: 'ConfigMap' },
};

const one = '/api/v1/namespaces/default/configmaps/one';

afterEach(() => vi.useRealTimers());

describe('chain', () => {
	it('a synchronous answer stays synchronous', () => {
		const { answer, request } = setup(() => ok).send('GET', one, root);
		expect(answer).toBe(ok);
		expect(request.user.name).toBe('root');
		expect(request.info).toMatchObject({ verb: 'get', resource: 'configmaps', name: 'one' });
		expect(request.outgoing).toEqual(['audit-id', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
	});

	it.each([
		['a wrong token', { authorization: 'Bearer wrong' }, 401, 'Unauthorized'],
		[
			'no credentials',
			{},
			403,
			'configmaps "one" is forbidden: User "system:anonymous" cannot get resource "configmaps" in API group "" in the namespace "default"',
		],
		['a user without rights', { authorization: 'Bearer alice' }, 403, 'User "alice" cannot get'],
		['impersonation by who may not', { authorization: 'Bearer alice', 'impersonate-user': 'bob' }, 403, 'User "alice" cannot impersonate resource "users"'],
		['impersonation of a user without rights', { ...root, 'impersonate-user': 'bob' }, 403, 'User "bob" cannot get'],
		['impersonation by extra alone', { ...root, 'impersonate-extra-scopes': 'all' }, 400, 'need Impersonate-User'],
	])('%s does not reach the handler', async (_, headers, status, message) => {
		const handler = vi.fn(() => ok);
		const { answer } = setup(handler).send('GET', one, headers);
		expect(await answer).toMatchObject({ status, body: expect.stringContaining(message) });
		expect(handler).not.toHaveBeenCalled();
	});

	it('a bug answers 500, without its text', async () => {
		for (const handler of [
			() => {
				throw new Error('secret detail');
			},
			() => Promise.reject(new Error('secret detail')),
		]) {
			const { send, unexpected } = setup(handler);
			const answer = await send('GET', one, root).answer;
			expect(answer.status).toBe(500);
			expect(String(answer.body)).not.toContain('secret');
			expect(unexpected).toHaveLength(1);
		}
	});

	it.each([
		['GET', '/api/v1/namespaces/n/configmaps/there'],
		['GET', '/api/v1/namespaces/n/configmaps?watch=1&fieldSelector=metadata.name%3Dthere'],
		['PUT', '/api/v1/namespaces/n/configmaps/there'],
		['PATCH', '/api/v1/namespaces/n/configmaps/there'],
		['DELETE', '/api/v1/namespaces/n/configmaps/there'],
	])('a forbidden %s reads no stored object, so that neither the answer nor its duration depends on any', async (method, url) => {
		const handler = vi.fn(() => ok);
		const { send } = setup(handler);
		const answers = await Promise.all([url, url.replace('there', 'none')].map((path) => send(method, path, { authorization: 'Bearer alice' }).answer));
		expect(answers.map(({ status }) => status)).toEqual([403, 403]);
		expect(String(answers[0]?.body).replace('there', 'none')).toBe(String(answers[1]?.body));
		expect(handler).not.toHaveBeenCalled();
		expect((await send('GET', url, root).answer).status).toBe(200);
		expect(handler).toHaveBeenCalledOnce();
	});

	it('warnings become headers, once each, on failures too', async () => {
		const { send } = setup((request) => {
			request.warnings.push('old "thing"', 'old "thing"', 'line\nbreak', '日本 \u007f\u0085\u{e0001}\ud800');
			throw new ApiError('BadRequest', 'no');
		});
		const { request } = send('GET', one, root);
		const values = request.outgoing?.slice(2).filter((_, at) => at % 2 === 1) ?? [];
		expect(values.map((value) => Buffer.from(value, 'latin1').toString())).toEqual([
			'299 - "old \\"thing\\""',
			'299 - "line break"',
			'299 - "日本 \\\\x7f\\\\u0085\\\\U000e0001\ufffd"',
		]);
	});

	it('too many at once get 429, readers and writers apart, watches and administrators not at all', async () => {
		const waiting: (() => void)[] = [];
		const { send } = setup(() => new Promise((resolve) => waiting.push(() => resolve(ok))));
		const held = [send('GET', one, clerk), send('GET', one, clerk), send('DELETE', one, clerk)];
		expect(send('GET', one, clerk).answer).toMatchObject({ status: 429 });
		expect(send('PUT', one, clerk).answer).toMatchObject({ status: 429 });
		void send('GET', '/api/v1/configmaps?watch=true', clerk);
		void send('GET', one, root);
		expect(waiting).toHaveLength(5);
		for (const done of waiting) done();
		await Promise.all(held.map(({ answer }) => answer));
		void send('GET', one, clerk);
		expect(waiting).toHaveLength(6);
	});

	it('watches beyond their bound get 429, until one ends or fails to begin', async () => {
		const over: (() => void)[] = [];
		const { send } = setup(() => ({ status: 200, headers: {}, body: { kind: 'events', start: () => new Promise<void>((resolve) => over.push(resolve)) } }));
		const open = () => send('GET', '/api/v1/configmaps?watch=1', root).answer as ApiResponse;
		const bodyOf = ({ body }: ApiResponse) => body as EventBody;
		const writer = {} as EventWriter;
		const [first, second] = [open(), open()];
		const running = bodyOf(first).start(writer);
		expect(open()).toMatchObject({ status: 429, body: 'Too many watches: 2 are open, the maximum of this server. Please try again later.' });
		bodyOf(second).abandon?.();
		bodyOf(second).abandon?.();
		const third = open();
		expect(third.status).toBe(200);
		expect(open().status).toBe(429);
		over[0]?.();
		await running;
		expect(open().status).toBe(200);
		expect(open().status).toBe(429);
	});

	it('a request takes at most the time limit, or its own timeout', async () => {
		vi.useFakeTimers();
		const { send } = setup(() => new Promise(() => undefined));
		const asked = send('GET', `${one}?timeout=5s`, root);
		const watch = send('GET', '/api/v1/configmaps?watch=true', root);
		let watchDone = false;
		void Promise.resolve(watch.answer).then(() => {
			watchDone = true;
		});
		await vi.advanceTimersByTimeAsync(5000);
		expect(await asked.answer).toMatchObject({ status: 504 });
		expect(asked.request.abort).toHaveBeenCalledOnce();
		await vi.advanceTimersByTimeAsync(120_000);
		expect(watchDone).toBe(false);
		expect(send('GET', `${one}?timeout=soon`, root).answer).toMatchObject({ status: 400 });
	});

	it('counts by verb, resource and code, and bounds the series that clients can add', async () => {
		const { send, scrape } = setup(() => ok);
		send('GET', one, root);
		send('GET', one, root);
		send('GET', one, { authorization: 'Bearer alice' });
		send('POST', '/api/v1/namespaces/x/configmaps?dryRun=All', root);
		for (let i = 0; i < 2000; i++) send('GET', `/apis/g${i}/v1/r${i}/x/s${i}`, root);
		for (let i = 0; i < 200; i++) send(`M${i}`, '/', root);
		const text = await scrape();
		const labels = { group: '', version: 'v1', resource: 'configmaps', subresource: '', scope: 'resource', component: 'apiserver' };
		expect(text).toContain(
			'apiserver_request_total{code="200",component="apiserver",dry_run="",group="",resource="configmaps",scope="resource",subresource="",verb="GET",version="v1"} 2',
		);
		expect(metricValues(text, 'apiserver_request_total', { ...labels, dry_run: '', code: '403' })).toEqual([1]);
		expect(metricValues(text, 'apiserver_request_total', { ...labels, dry_run: 'All', code: '200' })).toEqual([1]);
		expect(text).toContain('apiserver_requested_deprecated_apis{group="",removed_release="1.22",resource="configmaps",subresource="",version="v1"} 1');
		expect(metricValues(text, 'apiserver_request_duration_seconds_bucket', { ...labels, verb: 'GET', le: '+Inf' })).toEqual([3]);
		expect(text).not.toContain('g1999');
		expect(text.split('\n').filter((line) => line.startsWith('apiserver_request_total')).length).toBeLessThan(12);
	});

	it('a family with fewer labels than its counter has one line for each set of labels', async () => {
		const { send, metrics, scrape } = setup(() => ok);
		const all = '/api/v1/configmaps';
		for (const [method, path] of [
			['GET', one],
			['GET', all],
			['DELETE', one],
			['GET', `${all}?watch=true`],
		] as const)
			send(method, path, root);
		for (const path of ['/apis/none/v1/things/one', '/none']) metrics.aborted(send('GET', path, root).request);
		const lines = (await scrape()).split('\n');
		const of = (name: string): string[] => lines.filter((line) => line.startsWith(`${name}{`));
		expect(of('apiserver_requested_deprecated_apis')).toEqual([expect.stringMatching(/ 1$/)]);
		expect(of('apiserver_request_aborts_total')).toEqual([expect.stringMatching(/ 2$/)]);
	});
});
