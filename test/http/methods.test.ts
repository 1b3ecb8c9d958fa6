/** Unknown methods are answered with a Status on every path, over both protocols. */
import { connect } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verbWorks } from '../../generated/verbs.ts';
import { type Authorizer, allowed, noOpinion } from '../../runtime/api/authorization.ts';
import { ApiError, statusOf } from '../../runtime/api/errors.ts';
import { unchanged } from '../../runtime/api/messages-by-release.ts';
import { plainImpersonator } from '../../runtime/auth/impersonation/plain.ts';
import { chain } from '../../runtime/filters/chain.ts';
import { FailedAttempts } from '../../runtime/filters/failed-attempts.ts';
import { OpenWatches } from '../../runtime/filters/with-watch-bound.ts';
import { router } from '../../runtime/http/endpoints/router.ts';
import { requestInfo } from '../../runtime/http/request-info.ts';
import { verbHandlers } from '../../runtime/verbs/index.ts';
import { type TestServer, testServer } from '../verbs/write-fixture.ts';
import { type Fixture, start } from './fixture.ts';

let under: Fixture;
let resources: TestServer;
let asks: 'admin' | 'guest' | 'nobody';
beforeEach(() => {
	asks = 'admin';
});
beforeAll(async () => {
	resources = await testServer();
	const ok = () => ({ status: 200, headers: {}, body: 'ok' });
	const routes = router(
		verbHandlers(verbWorks, resources.context),
		{ discovery: ok, openApi: ok, issuer: ok, version: ok, metrics: ok, debug: ok, storage: ok, health: ok },
		() => [],
		() => undefined,
	);
	const authorizer: Authorizer = { authorize: ({ user }) => (user.name === 'admin' ? allowed : noOpinion) };
	under = await start(
		chain(
			{
				encodeStatus: (_, error) => ({ status: error.code, headers: { 'content-type': 'application/json' }, body: JSON.stringify(statusOf(error)) }),
				onUnexpected: (error) => {
					throw error;
				},
				recorder: { record: () => undefined, terminated: () => undefined, aborted: () => undefined, longRunning: () => () => undefined },
				naming: { parse: (request) => requestInfo(request, resources.context.ofNamespaces), find: resources.context.endpoint },
				authenticate: () => {
					if (asks === 'nobody') throw new ApiError('Unauthorized', 'Unauthorized');
					return { name: asks, uid: '', groups: [], extra: {} };
				},
				attempts: { success: 0, failure: 0 },
				failures: new FailedAttempts(),
				authorizer,
				impersonator: plainImpersonator(authorizer, 'example.com'),
				domain: 'example.com',
				tellsSelectors: true,
				audit: undefined,
				inFlight: { reading: 0, mutating: 0 },
				watches: new OpenWatches(),
				maxWatches: 2,
				limits: { reading: 10, mutating: 10 },
				requestTimeoutMs: 1000,
				words: unchanged,
			},
			routes,
		),
	);
});
afterAll(async () => {
	await under.close();
	await resources.close();
});

const paths = ['/api/v1/namespaces/default/configmaps/a', '/api/v1/namespaces', '/api', '/version', '/healthz'];
const refused = {
	kind: 'Status',
	reason: 'MethodNotAllowed',
	code: 405,
	message: 'the server does not allow this method on the requested resource',
	details: {},
};

describe.each(['http1', 'http2'] as const)('over %s', (protocol) => {
	it.each(paths.flatMap((path) => ['PROPFIND', 'OPTIONS', 'TRACE', 'PURGE'].map((method) => [method, path] as const)))('%s %s', async (method, path) => {
		const { status, body } = await under[protocol](path, { method });
		expect(status).toBe(405);
		expect(JSON.parse(body.toString())).toMatchObject(refused);
	});

	it.each([
		['nobody', 401, 'Unauthorized'],
		['guest', 403, 'configmaps "a" is forbidden: User "guest" cannot  resource "configmaps" in API group "" in the namespace "default"'],
	] as const)('asked by %s', async (who, code, message) => {
		asks = who;
		const { status, body } = await under[protocol](paths[0] ?? '', { method: 'PROPFIND' });
		expect([status, JSON.parse(body.toString()).message]).toEqual([code, message]);
	});

	it('for an unknown resource gets 404', async () => {
		expect((await under[protocol]('/api/v1/nothings', { method: 'PROPFIND' })).status).toBe(404);
	});
});

describe('a method of no standard', () => {
	it('is answered over HTTP/2', async () => {
		const { status, body } = await under.http2(paths[0] ?? '', { method: 'FOO' });
		expect(status).toBe(405);
		expect(JSON.parse(body.toString())).toMatchObject(refused);
	});

	it('is refused by the HTTP/1.1 parser, which closes the connection', async () => {
		const socket = connect({ port: under.listener.port, host: '127.0.0.1', ca: under.keys.authority.cert, ALPNProtocols: ['http/1.1'] });
		socket.write(`FOO ${paths[0]} HTTP/1.1\r\nhost: x\r\n\r\n`);
		let text = '';
		for await (const chunk of socket) text += chunk;
		expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/);
	});
});
