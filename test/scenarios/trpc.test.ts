/** Tests the API as procedures: a real tRPC client against the built server, with exactly the rights that the API grants. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { makeScratch, type Scratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';
import { type Refusal, type TrpcCalls, trpcClient } from '../setup/trpc.ts';

const configmaps = 'core.v1.configmaps';

describe('/trpc', () => {
	let scratch: Scratch;
	let server: ServerProcess;
	let audit: string;
	let admin: TrpcCalls;
	let flags: string[];

	beforeAll(async () => {
		scratch = makeScratch();
		audit = join(scratch.path, 'audit.log');
		flags = ['--audit-log-path', audit, '--audit-log-mode', 'blocking', '--token-auth-file', join(scratch.path, 'tokens.csv')];
		writeFileSync(join(scratch.path, 'tokens.csv'), 'the-token-of-alice,alice,1\n');
		server = await startServer(inject('built').orch, { dataDir: join(scratch.path, 'data'), flags });
		admin = trpcClient({ url: server.url, ...server.credentials });
	});
	afterAll(async () => {
		await server.stop();
		scratch.remove();
	});

	const audited = (uri: RegExp) =>
		readFileSync(audit, 'utf8')
			.split('\n')
			.filter((line) => line !== '')
			.map(
				(line) =>
					JSON.parse(line) as {
						stage: string;
						requestURI: string;
						verb: string;
						user: { username: string };
						responseStatus?: { code: number };
						auditID: string;
					},
			)
			.filter(({ stage, requestURI }) => stage === 'ResponseComplete' && uri.test(requestURI));

	it('has a procedure for each verb: create, get, list, update, patches, delete, delete of many', async () => {
		const namespace = 'default';
		const made = await admin.mutate(`${configmaps}.create`, { namespace, body: { metadata: { name: 'a', labels: { of: 'verbs' } }, data: { k: '1' } } });
		expect(made).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace, uid: expect.any(String) }, data: { k: '1' } });
		expect(await admin.query(`${configmaps}.get`, { namespace, name: 'a' })).toEqual(made);
		const listed = await admin.query(`${configmaps}.list`, { labelSelector: 'of=verbs', limit: 10 });
		expect(listed).toMatchObject({ kind: 'ConfigMapList', items: [{ metadata: { name: 'a' } }] });
		const updated = await admin.mutate(`${configmaps}.update`, { namespace, name: 'a', body: { ...made, data: { k: '2' } } });
		expect(updated.data).toEqual({ k: '2' });
		const patches: readonly (readonly [string, unknown, unknown])[] = [
			['merge', { data: { m: '1' } }, { k: '2', m: '1' }],
			['json', [{ op: 'remove', path: '/data/m' }], { k: '2' }],
			['strategic', { data: { s: '1' } }, { k: '2', s: '1' }],
			['apply', { metadata: { name: 'a' }, data: { owned: '1' } }, { k: '2', s: '1', owned: '1' }],
		];
		for (const [patchType, body, data] of patches) {
			const patched = await admin.mutate(`${configmaps}.patch`, { namespace, name: 'a', patchType, body, fieldManager: 'me' });
			expect(patched.data, patchType).toEqual(data);
		}
		const dry = await admin.mutate(`${configmaps}.delete`, { namespace, name: 'a', dryRun: true, propagationPolicy: 'Foreground' });
		expect(dry).toMatchObject({ metadata: { name: 'a' } });
		await expect(admin.mutate(`${configmaps}.delete`, { namespace, name: 'a', preconditions: { uid: 'another' } })).rejects.toMatchObject({
			data: { code: 'CONFLICT', status: { code: 409, reason: 'Conflict' } },
		});
		await admin.mutate(`${configmaps}.deletecollection`, { namespace, labelSelector: 'of=verbs' });
		await expect(admin.query(`${configmaps}.get`, { namespace, name: 'a' })).rejects.toMatchObject({
			message: 'configmaps "a" not found',
			data: { code: 'NOT_FOUND', httpStatus: 404, status: { kind: 'Status', reason: 'NotFound', details: { name: 'a', kind: 'configmaps' } } },
		});
	});

	it('has subresources, groups by their names, and kinds of the whole cluster', async () => {
		const spec = {
			replicas: 1,
			selector: { matchLabels: { a: 'b' } },
			template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
		};
		await admin.mutate('apps.v1.deployments.create', { namespace: 'default', body: { metadata: { name: 'd' }, spec } });
		const scale = await admin.query('apps.v1.deployments.scale.get', { namespace: 'default', name: 'd' });
		expect(scale).toMatchObject({ kind: 'Scale', spec: { replicas: 1 } });
		await admin.mutate('apps.v1.deployments.scale.update', { namespace: 'default', name: 'd', body: { metadata: scale.metadata, spec: { replicas: 3 } } });
		expect((await admin.query('apps.v1.deployments.get', { namespace: 'default', name: 'd' })).spec.replicas).toBe(3);
		const status = { patchType: 'merge', body: { status: { replicas: 3, readyReplicas: 2 } } };
		expect((await admin.mutate('apps.v1.deployments.status.patch', { namespace: 'default', name: 'd', ...status })).status.readyReplicas).toBe(2);
		const roles = await admin.query('rbac.authorization.orch.io.v1.clusterroles.list', { limit: 1 });
		expect(roles.items).toHaveLength(1);
		const review = { body: { spec: { nonResourceAttributes: { path: '/healthz', verb: 'get' } } } };
		expect((await admin.mutate('authorization.orch.io.v1.selfsubjectaccessreviews.create', review)).status.allowed).toBe(true);
		const token = await admin.mutate('core.v1.serviceaccounts.token.create', { namespace: 'default', name: 'default', body: { spec: {} } });
		expect(token.status.token).toMatch(/^eyJ/);
	});

	it.each<[string, string, unknown, string, string]>([
		['no input', 'query core.v1.configmaps.get', undefined, 'BAD_REQUEST', 'core.v1.configmaps.get: the input needs "namespace"'],
		['no name', 'query core.v1.configmaps.get', { namespace: 'default' }, 'BAD_REQUEST', 'core.v1.configmaps.get: the input needs "name"'],
		['a list', 'query core.v1.configmaps.get', [], 'BAD_REQUEST', 'core.v1.configmaps.get: expected an object as input'],
		[
			'what is no part of it',
			'query core.v1.configmaps.get',
			{ namespace: 'd', name: 'a', watch: true },
			'BAD_REQUEST',
			'"watch" is not part of the input, which may have namespace, name, resourceVersion',
		],
		[
			'a name that leads elsewhere',
			'query core.v1.configmaps.get',
			{ namespace: 'default', name: '../secrets/x' },
			'BAD_REQUEST',
			'name: "../secrets/x" is not a name',
		],
		['dot segments', 'query core.v1.configmaps.get', { namespace: '..', name: 'x' }, 'BAD_REQUEST', 'namespace: ".." is not a name'],
		['an empty name', 'query core.v1.configmaps.get', { namespace: 'default', name: '' }, 'BAD_REQUEST', 'name: "" is not a name'],
		['a name that is an object', 'query core.v1.configmaps.get', { namespace: 'default', name: { a: 1 } }, 'BAD_REQUEST', 'name: expected a string'],
		[
			'no patch',
			'mutate core.v1.configmaps.patch',
			{ namespace: 'default', name: 'x', patchType: 'yaml', body: {} },
			'BAD_REQUEST',
			'patchType: expected one of apply, json, merge, strategic, found "yaml"',
		],
		['no object', 'mutate core.v1.configmaps.create', { namespace: 'default', body: 'x' }, 'BAD_REQUEST', 'body: expected an object'],
		['another kind', 'mutate core.v1.configmaps.create', { namespace: 'default', body: { kind: 'Secret', metadata: { name: 'x' } } }, 'BAD_REQUEST', 'Secret'],
		[
			'a wrong field',
			'mutate core.v1.configmaps.create',
			{ namespace: 'default', body: { metadata: { name: 'X_Y' } } },
			'UNPROCESSABLE_CONTENT',
			'Invalid value: "X_Y"',
		],
		[
			'an object as a parameter',
			'query core.v1.configmaps.list',
			{ labelSelector: { a: 'b' } },
			'BAD_REQUEST',
			'labelSelector: expected a string, a number, true or false',
		],
		['a selector that is none', 'query core.v1.configmaps.list', { fieldSelector: 'data.x=1' }, 'BAD_REQUEST', 'is not a known field selector'],
		['what is not there', 'query core.v1.nothings.list', {}, 'NOT_FOUND', 'No procedure found on path "core.v1.nothings.list"'],
		[
			'a mutation as a query',
			'query core.v1.configmaps.delete',
			{ namespace: 'default', name: 'x' },
			'METHOD_NOT_SUPPORTED',
			'Unsupported GET-request to mutation procedure',
		],
		['a query as a mutation', 'mutate core.v1.configmaps.list', {}, 'METHOD_NOT_SUPPORTED', 'Unsupported POST-request to query procedure'],
		['a connection', 'query core.v1.pods.log.get', { namespace: 'default', name: 'x' }, 'NOT_FOUND', 'No procedure found'],
		['a prototype', 'query core.v1.__proto__.get', {}, 'NOT_FOUND', 'No procedure found'],
		['a constructor', 'query constructor.name', {}, 'NOT_FOUND', 'No procedure found'],
	])('refuses %s', async (_, calls, input, code, message) => {
		const [how, path = ''] = calls.split(' ');
		const error = await (how === 'query' ? admin.query(path, input) : admin.mutate(path, input)).then(
			(value) => ({ unexpected: value }),
			(failure: unknown) => failure,
		);
		expect(error).toMatchObject({
			message: expect.stringContaining(message),
			data: { code, status: { kind: 'Status', status: 'Failure', message: expect.stringContaining(message) } },
		});
		expect(JSON.stringify(error)).not.toContain('.mjs');
	});

	describe.each(['whole', 'streamed'] as const)('a batch, %s', (batch) => {
		it('is one call with several requests: each has its answer and its audit event', async () => {
			const sent: string[] = [];
			const batched = trpcClient({
				url: server.url,
				...server.credentials,
				batch,
				onRequest: (method) => sent.push(method),
				headers: { 'audit-id': `of-${batch}` },
			});
			const names = ['one', 'two', 'three'].map((name) => `${batch}-${name}`);
			const answers = await Promise.allSettled(
				names.map((name, i) => batched.mutate(`${configmaps}.create`, { namespace: i === 1 ? 'nowhere' : 'default', body: { metadata: { name } } })),
			);
			expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
			expect(answers[1]).toMatchObject({ reason: { data: { code: 'NOT_FOUND', status: { details: { name: 'nowhere' } } } } });
			expect(sent).toEqual(['POST']);
			const lines = audited(/^\/api\/v1\/namespaces\/(default|nowhere)\/configmaps$/).filter(({ verb }) => verb === 'create');
			const ids = new Set(lines.map(({ auditID }) => auditID));
			expect(ids.size).toBe(lines.length);
			expect(
				lines
					.slice(-3)
					.map(({ responseStatus }) => responseStatus?.code)
					.sort(),
			).toEqual([201, 201, 404]);
		});

		it('has at most 50 requests', async () => {
			const batched = trpcClient({ url: server.url, ...server.credentials, batch });
			const many = await Promise.allSettled(Array.from({ length: 51 }, (_, i) => batched.query(`${configmaps}.get`, { namespace: 'default', name: `n${i}` })));
			expect(new Set(many.map((one) => (one.status === 'rejected' ? one.reason.message : 'answered')))).toEqual(
				new Set(['the batch has 51 calls, and 50 are allowed: set maxItems of the batch link']),
			);
		});
	});

	it('grants the same access as the API', async () => {
		const { ca } = server.credentials;
		const anonymous = trpcClient({ url: server.url, ca });
		const alice = trpcClient({ url: server.url, ca, headers: { authorization: 'Bearer the-token-of-alice' } });
		const wrong = trpcClient({ url: server.url, ca, headers: { authorization: 'Bearer the-token-of-nobody' } });
		const asked = ['core.v1.secrets.list', {}] as const;
		await expect(anonymous.query(...asked)).rejects.toMatchObject({
			data: { code: 'FORBIDDEN', status: { reason: 'Forbidden' } },
			message: expect.stringContaining('system:anonymous'),
		});
		await expect(alice.query(...asked)).rejects.toMatchObject({ message: expect.stringContaining('User "alice" cannot list resource "secrets"') });
		await expect(wrong.query(...asked)).rejects.toMatchObject({ data: { code: 'UNAUTHORIZED', status: { code: 401 } } });
		await server.call('POST', '/apis/rbac.authorization.orch.io/v1/namespaces/default/roles', {
			metadata: { name: 'reads' },
			rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }],
		});
		await server.call('POST', '/apis/rbac.authorization.orch.io/v1/namespaces/default/rolebindings', {
			metadata: { name: 'reads' },
			roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'Role', name: 'reads' },
			subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.orch.io', name: 'alice' }],
		});
		await expect
			.poll(() =>
				alice.query(`${configmaps}.list`, { namespace: 'default' }).then(
					({ kind }) => kind,
					({ message }) => message,
				),
			)
			.toBe('ConfigMapList');
		await expect(alice.query(`${configmaps}.list`, {})).rejects.toMatchObject({ data: { code: 'FORBIDDEN' } });
		await expect(alice.mutate(`${configmaps}.create`, { namespace: 'default', body: { metadata: { name: 'x' } } })).rejects.toMatchObject({
			data: { code: 'FORBIDDEN' },
		});
		// Users may impersonate over `/trpc` exactly when they may over the API.
		const asAlice = trpcClient({ url: server.url, ...server.credentials, headers: { 'impersonate-user': 'alice' } });
		await expect(asAlice.query(...asked)).rejects.toMatchObject({ message: expect.stringContaining('User "alice"') });
		const asMasters = trpcClient({
			url: server.url,
			ca,
			headers: { authorization: 'Bearer the-token-of-alice', 'impersonate-user': 'a', 'impersonate-group': 'system:masters' },
		});
		await expect(asMasters.query(...asked)).rejects.toMatchObject({ message: expect.stringContaining('cannot impersonate') });
		// Each call of a batch is authorized separately.
		const mixed = trpcClient({ url: server.url, ca, headers: { authorization: 'Bearer the-token-of-alice' }, batch: 'whole' });
		const both = await Promise.allSettled([mixed.query(`${configmaps}.list`, { namespace: 'default' }), mixed.query(...asked)]);
		expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
		expect(audited(/secrets/).map(({ user, responseStatus }) => [user.username, responseStatus?.code])).toContainEqual(['alice', 403]);
	});

	it.each<[string, string, string, Record<string, string>, string | undefined, number]>([
		['a form as the body', 'POST', 'core.v1.configmaps.create', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b', 415],
		['a form with files', 'POST', 'core.v1.configmaps.create', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--', 415],
		['plain text, as any page can send it', 'POST', 'core.v1.configmaps.create', { 'content-type': 'text/plain' }, '{}', 415],
		['no type', 'POST', 'core.v1.configmaps.create', { 'content-type': '' }, '{}', 415],
		['another method', 'DELETE', 'core.v1.configmaps.delete', {}, undefined, 405],
		['a mutation by GET', 'GET', 'core.v1.configmaps.delete?input=%7B%22namespace%22%3A%22default%22%2C%22name%22%3A%22x%22%7D', {}, undefined, 405],
		['what is no JSON', 'POST', 'core.v1.configmaps.create', { 'content-type': 'application/json' }, '{', 400],
		[
			'more than a megabyte',
			'POST',
			'core.v1.configmaps.create',
			{ 'content-type': 'application/json' },
			JSON.stringify({ namespace: 'x'.repeat(1_100_000) }),
			413,
		],
		['a path of dots', 'GET', '../api/v1/secrets', {}, undefined, 404],
		['no procedure', 'GET', '', {}, undefined, 404],
	])('answers %s with a refusal', async (_, method, path, headers, body, expected) => {
		const { status, text } = await call(server.url, server.credentials, method, `/trpc/${path}`, body, headers);
		expect(status, text).toBe(expected);
		expect(text).not.toMatch(/\.mjs|node:internal/);
	});

	it('reads at most 16 KiB from an anonymous client', async () => {
		const body = JSON.stringify({ namespace: 'x'.repeat(20_000) });
		const json = { 'content-type': 'application/json' };
		const { ca } = server.credentials;
		expect((await call(server.url, { ca }, 'POST', '/trpc/core.v1.configmaps.create', body, json)).status).toBe(413);
		// A wrong token reveals the same as in any other request, and is counted.
		const failures = async (): Promise<number> =>
			Number(/authentication_attempts\{result="failure"\} (\d+)/.exec((await server.call('GET', '/metrics')).text)?.[1] ?? 0);
		const before = await failures();
		const guess = await call(server.url, { ca }, 'POST', '/trpc/core.v1.configmaps.create', body, { ...json, authorization: 'Bearer no' });
		expect([guess.status, (guess.json() as Loose).error.data.status.reason]).toEqual([401, 'Unauthorized']);
		expect(await failures()).toBe(before + 1);
		expect((await call(server.url, server.credentials, 'POST', '/trpc/core.v1.configmaps.create', body, json)).status).toBe(400);
	});

	it('an answer may be long', async () => {
		const bodies = Array.from({ length: 3 }, (_, i) => ({ metadata: { name: `large-${i}`, labels: { large: '' } }, data: { x: 'x'.repeat(800_000) } }));
		for (const body of bodies) await server.call('POST', '/api/v1/namespaces/default/configmaps', body);
		const { items } = await admin.query(`${configmaps}.list`, { labelSelector: 'large' });
		expect(items.map(({ metadata }) => metadata.name)).toEqual(['large-0', 'large-1', 'large-2']);
		// Answers to browsers are not indented: an indented answer would not be one line.
		for (const batch of ['whole', 'streamed'] as const) {
			const browser = trpcClient({ url: server.url, ...server.credentials, batch, headers: { 'user-agent': 'Mozilla/5.0' } });
			const lists = await Promise.all([1, 2].map(() => browser.query(`${configmaps}.list`, { labelSelector: 'large' })));
			expect(lists.map((list) => list.items.length)).toEqual([3, 3]);
		}
	});

	describe.each(['whole', 'streamed'] as const)('a batch whose answers exceed their bound, %s', (batch) => {
		it('is answered up to the bound; each further call is refused with a retry time, and counted', async () => {
			const refused = async () => Number(/^apiserver_trpc_refusals_total\{bound="bytes"\} (\d+)$/m.exec((await server.call('GET', '/metrics')).text)?.[1]);
			const before = await refused();
			const batched = trpcClient({ url: server.url, ...server.credentials, batch });
			const answers = await Promise.allSettled(Array.from({ length: 12 }, () => batched.query(`${configmaps}.list`, { labelSelector: 'large' })));
			// Seven lists of 2.4 MB are the first to exceed 16 MiB.
			expect(answers.map(({ status }) => status)).toEqual([...Array(7).fill('fulfilled'), ...Array(5).fill('rejected')]);
			expect(answers[7]).toMatchObject({
				reason: { data: { code: 'TOO_MANY_REQUESTS', status: { code: 429, details: { retryAfterSeconds: 1 } } } },
			});
			expect(await refused()).toBe(before + 5);
		});
	});

	it('a subscription sends every change, and resumes after a restart of the server', async () => {
		const namespace = 'default';
		const seen: string[] = [];
		const errors: unknown[] = [];
		const from = (await admin.query(`${configmaps}.list`, { limit: 1 })).metadata.resourceVersion;
		const started = Promise.withResolvers<void>();
		const end = admin.subscribe(
			`${configmaps}.watch`,
			{ namespace, resourceVersion: from, labelSelector: 'watched' },
			{
				event: ({ id, data }) => {
					expect(id).toBe(data.object.metadata.resourceVersion);
					if (data.type !== 'BOOKMARK') seen.push(`${data.type} ${data.object.metadata.name}`);
				},
				error: (error) => errors.push(error),
				started: started.resolve,
			},
		);
		await started.promise;
		const create = (name: string) => server.call('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name, labels: { watched: '' } } });
		await create('w1');
		await expect.poll(() => seen).toEqual(['ADDED w1']);
		const { port, dataDir } = server;
		await server.stop();
		server = await startServer(inject('built').orch, { dataDir, flags: [...flags, '--secure-port', String(port)] });
		await create('w2');
		await server.call('DELETE', '/api/v1/namespaces/default/configmaps/w1');
		await expect.poll(() => seen, { timeout: 20_000 }).toEqual(['ADDED w1', 'ADDED w2', 'DELETED w1']);
		expect(errors).toEqual([]);
		end();
		await expect
			.poll(
				async () =>
					/apiserver_longrunning_requests\{[^}]*resource="configmaps"[^}]*verb="WATCH"[^}]*\} (\d+)/.exec((await server.call('GET', '/metrics')).text)?.[1],
			)
			.toBe('0');
	});

	it.each<[string, unknown, string, number]>([
		['that nobody may have', { namespace: 'default' }, 'FORBIDDEN', 403],
		['from a version that is forgotten', { resourceVersion: '1' }, 'PRECONDITION_FAILED', 410],
		['with a selector that is none', { fieldSelector: 'data.x=1' }, 'BAD_REQUEST', 400],
	])('a subscription %s ends with the Status', async (_, input, code, status) => {
		const { ca } = server.credentials;
		const who = code === 'FORBIDDEN' ? trpcClient({ url: server.url, ca }) : admin;
		const error = await new Promise<Refusal>((resolve) => {
			const end = who.subscribe(`${configmaps}.watch`, input, {
				event: () => undefined,
				error: (failure) => {
					end();
					resolve(failure);
				},
			});
		});
		expect(error).toMatchObject({ data: { code, status: { code: status } } });
	});

	it('is loaded with the first call, and served where it is asked for', async () => {
		const incumbent = await startServer(inject('built').kubernetes, { dataDir: join(scratch.path, 'incumbent') });
		expect((await incumbent.call('GET', '/trpc/core.v1.configmaps.list')).status).toBe(404);
		await incumbent.stop();
		const asked = await startServer(inject('built').kubernetes, { dataDir: join(scratch.path, 'incumbent'), flags: ['--enable-trpc'] });
		expect((await asked.call('GET', '/trpc/core.v1.configmaps.list?input=%7B%7D')).json()).toMatchObject({ result: { data: { kind: 'ConfigMapList' } } });
		await asked.stop();
		const off = await startServer(inject('built').orch, { dataDir: join(scratch.path, 'off'), flags: ['--enable-trpc=false'] });
		expect((await off.call('GET', '/trpc/core.v1.configmaps.list')).status).toBe(404);
		await off.stop();
	});
});
