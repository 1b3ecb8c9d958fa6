/** Tests attempts over `/trpc` that the API would refuse: concurrency limits, names, nesting, broken connections. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { type TrpcCalls, type TrpcEvent, trpcClient } from '../setup/trpc.ts';

const mostMutating = 3;
let server: ServerProcess;
let admin: TrpcCalls;
beforeAll(async () => {
	server = await startServer(inject('built').kubernetes, {
		flags: ['--enable-trpc', '--enable-priority-and-fairness=false', '--max-mutating-requests-inflight', String(mostMutating)],
	});
	admin = trpcClient({ url: server.url, ...server.credentials });
});
afterAll(() => server?.remove());

const json = { 'content-type': 'application/json' };

it('a request returns exactly the seats that it takes', async () => {
	for (let i = 0; i < 2 * mostMutating; i++)
		await admin.mutate('core.v1.configmaps.create', { namespace: 'default', body: { metadata: { name: `seat-${i}` } } });
	expect((await server.call('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'one-more' } })).status).toBe(201);
	const { text } = await server.call('GET', '/metrics');
	expect(text).toMatch(/^apiserver_current_inflight_requests\{[^}]*request_kind="mutating"[^}]*\} 0$/m);
});

it.each(['a\u0000b', 'a\nb', 'a\u007fb', 'a%2fb', 'a\\b'])('an invalid name is refused: %j', async (name) => {
	await expect(admin.query('core.v1.configmaps.get', { namespace: 'default', name })).rejects.toMatchObject({ data: { status: { code: 400 } } });
	await expect(admin.query('core.v1.configmaps.get', { namespace: name, name: 'a' })).rejects.toMatchObject({ data: { status: { code: 400 } } });
});

it.each([1_500, 200_000])('input nested %d levels deep is refused', async (depth) => {
	const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
	const body = `{"namespace":"default","body":{"metadata":{"name":"deep"},"data":${nested}}}`;
	const { status, text } = await server.call('POST', '/trpc/core.v1.configmaps.create', body, json);
	expect([status, JSON.parse(text)]).toMatchObject([400, { error: { data: { status: { reason: 'BadRequest' } } } }]);
	expect(server.log()).not.toContain('request failed unexpectedly');
});

it('a subscription is neither part of a batch nor sent as a body', async () => {
	const batch = await server.call('GET', '/trpc/core.v1.configmaps.list,core.v1.configmaps.watch?batch=1&input=%7B%7D');
	expect([batch.status, batch.text]).toEqual([400, expect.stringContaining('a subscription cannot be part of a batch')]);
	const posted = await server.call('POST', '/trpc/core.v1.configmaps.watch', {});
	expect([posted.status, posted.json()]).toMatchObject([405, { error: { data: { code: 'METHOD_NOT_SUPPORTED' } } }]);
});

it.each([
	['no JSON', '%7B', 400],
	['a list', '%5B1%5D', 400],
	['a text for each call', '%22x%22', 400],
])('a batch whose input is %s is refused', async (_, input, status) => {
	expect((await server.call('GET', `/trpc/core.v1.configmaps.list?batch=1&input=${input}`)).status).toBe(status);
	expect(server.log()).not.toContain('request failed unexpectedly');
});

it('warnings and request ids are returned', async () => {
	const input = { namespace: 'default', body: { metadata: { name: 'warned' }, nothing: 1 }, fieldValidation: 'Warn' };
	const { headers } = await server.call('POST', '/trpc/core.v1.configmaps.create', input);
	expect(headers.warning).toContain('unknown field');
	expect(headers['audit-id']).toMatch(/^[\w-]{36}$/);
	const batch = await server.call('POST', '/trpc/core.v1.configmaps.create,core.v1.configmaps.create?batch=1', { 0: input, 1: input });
	expect(String(batch.headers['audit-id']).split(', ')).toHaveLength(2);
});

it('a subscription that reconnects during its initial state misses nothing', async () => {
	// The last object by name is the first by version: a client that resumed after the first event would never see it.
	for (const name of ['c', 'b', 'a']) await admin.mutate('core.v1.configmaps.create', { namespace: 'kube-public', body: { metadata: { name } } });
	const first = await eventAt(0);
	const again: TrpcEvent[] = [];
	await new Promise<void>((resolve, reject) => {
		const end = admin.subscribe(
			'core.v1.configmaps.watch',
			{ namespace: 'kube-public', lastEventId: first.id },
			{
				event: (event) => {
					again.push(event);
					if (event.data.type !== 'BOOKMARK') return;
					end();
					resolve();
				},
				error: reject,
			},
		);
	});
	expect(again.map(({ data }) => data.object.metadata.name)).toEqual(expect.arrayContaining(['a', 'b', 'c']));
});

function eventAt(index: number): Promise<TrpcEvent> {
	return new Promise((resolve, reject) => {
		let count = 0;
		const end = admin.subscribe(
			'core.v1.configmaps.watch',
			{ namespace: 'kube-public' },
			{
				event: (event) => {
					if (count++ !== index) return;
					end();
					resolve(event);
				},
				error: reject,
			},
		);
	});
}
