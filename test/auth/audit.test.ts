/** Audit records every response, from any filter. Without a backend it adds no stages and therefore costs nothing. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import { type Authorizer, allowed, noOpinion } from '../../runtime/api/authorization.ts';
import { ClientGone } from '../../runtime/api/client-gone.ts';
import { ApiError } from '../../runtime/api/errors.ts';
import { unchanged } from '../../runtime/api/messages-by-release.ts';
import { parseQuery } from '../../runtime/api/query.ts';
import type { ApiRequest, ApiResponse, EventWriter, Handler, User } from '../../runtime/api/request.ts';
import type { Audit, AuditEvent, AuditPolicy } from '../../runtime/auth/audit/contract.ts';
import { startAudit } from '../../runtime/auth/audit/index.ts';
import { everyRequest } from '../../runtime/auth/audit/policy.ts';
import { missingRule } from '../../runtime/auth/authz/rbac/missing-rule.ts';
import { plainImpersonator } from '../../runtime/auth/impersonation/plain.ts';
import { chain } from '../../runtime/filters/chain.ts';
import { FailedAttempts } from '../../runtime/filters/failed-attempts.ts';
import { withAuditBegun } from '../../runtime/filters/with-audit.ts';
import { OpenWatches } from '../../runtime/filters/with-watch-bound.ts';
import { requestInfo } from '../../runtime/http/request-info.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { openLog } from '../../runtime/telemetry/log.ts';
import { recordingAudit } from '../server/recording-audit.ts';

const many = '/api/v1/namespaces/default/configmaps';
const one = `${many}/one`;
const all: AuditPolicy = () => ({ level: 'RequestResponse', omitted: new Set(), omitManagedFields: false });
const ok: ApiResponse = { status: 200, headers: {}, body: 'ok' };
const forms = { text: () => undefined, named: () => undefined };
const context = { vocabulary, flags: (readFlags([]) as { options: ServerOptions }).options.flags, log: openLog('silent') };

interface Sent {
	readonly answer: ApiResponse | Promise<ApiResponse>;
	readonly request: ApiRequest;
	readonly events: readonly AuditEvent[];
}

/** Sends a request. The header `user` names the user; `root` may do everything, and others nothing. */
async function send(handler: Handler, { headers = {}, url = one, policy = everyRequest, inFlight = { reading: 0, mutating: 0 } }: Setup = {}): Promise<Sent> {
	const recording = recordingAudit();
	const audit: Audit | undefined = await startAudit(context, [recording.backend], forms, policy);
	const authorizer: Authorizer = {
		authorize: ({ user }) => (user.name === 'root' ? allowed : { ...noOpinion, reason: 'no role' }),
		missing: (asked) => [{ sentence: '', rule: missingRule(asked) }],
	};
	const run = chain(
		{
			encodeStatus: (_, error) => ({ status: error.code, headers: {}, body: error.message }),
			onUnexpected: () => undefined,
			recorder: { record: () => undefined, terminated: () => undefined, aborted: () => undefined, longRunning: () => () => undefined },
			naming: { parse: (request) => requestInfo(request, new Set()), find: () => undefined },
			authenticate: (request) => {
				const name = request.header('user');
				if (name === undefined) throw new ApiError('Unauthorized', 'Unauthorized');
				return { name, uid: '', groups: [], extra: {} };
			},
			authorizer,
			impersonator: plainImpersonator(authorizer, 'example.com'),
			domain: 'example.com',
			tellsSelectors: true,
			audit,
			attempts: { success: 0, failure: 0 },
			failures: new FailedAttempts(),
			inFlight,
			limits: { reading: 1, mutating: 1 },
			watches: new OpenWatches(),
			maxWatches: 10,
			requestTimeoutMs: 60_000,
			words: unchanged,
		},
		handler,
	);
	const [path = '', query = ''] = url.split('?');
	const request = {
		method: 'GET',
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
	return { answer: run(request), request, events: recording.events };
}

interface Setup {
	readonly headers?: Readonly<Record<string, string>>;
	readonly url?: string;
	readonly policy?: AuditPolicy;
	readonly inFlight?: { reading: number; mutating: number };
}

const root = { user: 'root' };
const seen = (events: readonly AuditEvent[]) => events.map(({ stage, user, answer }) => [stage, user?.name, answer?.code]);

describe('audit', () => {
	it('records user and request under the audit ID of the answer', async () => {
		const { request, events } = await send(() => ok, { headers: { ...root, 'audit-id': 'mine', 'user-agent': 'test/1' }, url: `${one}?pretty=1` });
		expect(request.outgoing).toEqual(['audit-id', 'mine']);
		expect(seen(events)).toEqual([
			['RequestReceived', 'root', undefined],
			['ResponseComplete', 'root', 200],
		]);
		expect(events[1]).toMatchObject({
			id: 'mine',
			level: 'Metadata',
			uri: `${one}?pretty=1`,
			userAgent: 'test/1',
			info: { verb: 'get', resource: 'configmaps', name: 'one' },
			annotations: { 'authorization.example.com/decision': 'allow', 'authorization.example.com/reason': '' },
		});
	});

	it.each<[string, Handler, Setup, User['name'] | undefined, number]>([
		['nobody was proved (401)', () => ok, {}, undefined, 401],
		['who may not (403)', () => ok, { headers: { user: 'alice' } }, 'alice', 403],
		['impersonation that is refused (400)', () => ok, { headers: { ...root, 'impersonate-group': 'g' } }, 'root', 400],
		['too many at once (429)', () => ok, { headers: root, inFlight: { reading: 1, mutating: 0 } }, 'root', 429],
		['a query that makes no sense (400)', () => ok, { headers: root, url: `${one}?timeout=soon` }, undefined, 400],
		['what the handler refuses (404)', () => Promise.reject(new ApiError('NotFound', 'no')), { headers: root }, 'root', 404],
	])('%s', async (_, handler, setup, name, code) => {
		const { answer, events } = await send(handler, setup);
		expect((await answer).status).toBe(code);
		expect(seen(events)).toEqual([
			['RequestReceived', name, undefined],
			['ResponseComplete', name, code],
		]);
	});

	it('a refusal has the reason', async () => {
		const { events } = await send(() => ok, { headers: { user: 'alice' } });
		expect(events.at(-1)?.annotations).toEqual({
			'authorization.example.com/decision': 'forbid',
			'authorization.example.com/reason': 'no role',
			'authorization.example.com/missing-rule': expect.stringContaining('"resources":["configmaps"],"resourceNames":["one"]'),
		});
	});

	it('a request that takes too long (504)', async () => {
		vi.useFakeTimers();
		const { answer, events } = await send(() => new Promise(() => undefined), { headers: root });
		await vi.advanceTimersByTimeAsync(60_000);
		expect((await answer).status).toBe(504);
		vi.useRealTimers();
		expect(seen(events).at(-1)).toEqual(['ResponseComplete', 'root', 504]);
	});

	it('a bug is a panic', async () => {
		for (const handler of [
			() => {
				throw new Error('bug');
			},
			() => Promise.reject(new Error('bug')),
		]) {
			const { answer, events } = await send(handler, { headers: root });
			expect((await answer).status).toBe(500);
			expect(seen(events)).toEqual([
				['RequestReceived', 'root', undefined],
				['Panic', 'root', 500],
			]);
		}
	});

	it.each([
		[`${many}?watch=1`, {}],
		[`${one}/log`.replace('configmaps', 'pods'), {}],
		[`${one}/exec`.replace('configmaps', 'pods'), {}],
	])('records %s from its first stage, also when it is refused', async (url) => {
		const { answer, events } = await send(() => ok, { headers: { user: 'alice' }, url });
		expect((await answer).status).toBe(403);
		expect(seen(events)).toEqual([
			['RequestReceived', 'alice', undefined],
			['ResponseStarted', 'alice', 403],
			['ResponseComplete', 'alice', 403],
		]);
	});

	it('a log is complete when its reader has had enough', async () => {
		const body = Readable.from(['line']);
		const { answer, events } = await send(() => ({ ...ok, headers: { 'content-type': 'text/plain' }, body }), {
			...{ headers: root, url: `${one}/log`.replace('configmaps', 'pods'), policy: all },
		});
		await answer;
		expect(seen(events).at(-1)).toEqual(['ResponseStarted', 'root', 200]);
		body.destroy();
		await once(body, 'close');
		expect(seen(events).at(-1)).toEqual(['ResponseComplete', 'root', 200]);
		expect(events.at(-1)?.annotations).not.toHaveProperty('audit.example.com/truncated');
	});

	it('a list with one selected name has the name of the object', async () => {
		const { answer, events } = await send(() => ok, { headers: root, url: `${many}?fieldSelector=metadata.name%3Done` });
		await answer;
		expect(events.map(({ objectName }) => objectName)).toEqual(['one', 'one']);
	});

	it('records only the code of a non-resource request that anyone may make', async () => {
		const body = '{"paths":["/a"]}';
		const read = async (url: string) => {
			const { answer, events } = await send(() => ({ ...ok, body }), { headers: root, url, policy: all });
			await answer;
			return events.at(-1);
		};
		expect(await read('/openapi/v2')).toMatchObject({ responseObject: undefined, annotations: { 'authorization.example.com/decision': 'allow' } });
		expect(await read('/apis')).toMatchObject({ responseObject: body });
	});

	it('a disconnected client has no status code', async () => {
		const { answer, events } = await send(() => Promise.reject(new ClientGone('gone')), { headers: root });
		await answer;
		expect(seen(events).at(-1)).toEqual(['ResponseComplete', 'root', undefined]);
	});

	it('a watch has begun, and is complete when it ends', async () => {
		const end = Promise.withResolvers<void>();
		const { answer, events } = await send(() => ({ ...ok, body: { kind: 'events', start: () => end.promise } }), { headers: root, url: `${one}?watch=1` });
		const { body } = await answer;
		expect(seen(events).at(-1)).toEqual(['ResponseStarted', 'root', 200]);
		const running = (body as { start(writer: EventWriter): Promise<void> }).start({} as EventWriter);
		expect(events).toHaveLength(2);
		end.resolve();
		await running;
		expect(seen(events).at(-1)).toEqual(['ResponseComplete', 'root', 200]);
	});

	it('decides the level after authentication, also when it fails', async () => {
		const asked: (string | undefined)[] = [];
		const policy: AuditPolicy = (_, user) => {
			asked.push(user?.name);
			return { level: user === undefined ? 'Metadata' : 'None', omitted: new Set(), omitManagedFields: false };
		};
		expect((await send(() => ok, { headers: root, policy })).events).toEqual([]);
		expect((await send(() => ok, { policy })).events).toHaveLength(2);
		expect(asked).toEqual(['root', undefined]);
	});

	it('handlers leave annotations', async () => {
		const { events } = await send(
			(request) => {
				request.audit?.annotate('example.com/what', 'this');
				return ok;
			},
			{ headers: root },
		);
		expect(events.at(-1)?.annotations['example.com/what']).toBe('this');
	});

	it('adds nothing to the request path without a backend', async () => {
		expect(await startAudit(context, [{ name: 'Off', start: () => undefined }], forms)).toBeUndefined();
		const handler: Handler = () => ok;
		expect(withAuditBegun(undefined)(handler)).toBe(handler);
	});
});
