/** Program that calls the tRPC procedures through their types, against a dedicated server. */
import assert from 'node:assert/strict';
import { nodeFetch } from '@example/sweeps/node';
import { type ApiRouter, batchLimits } from '@example/sweeps/trpc';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';

const { SERVER = '', CA, CERT, KEY } = process.env;
const own = nodeFetch(() => settings);
const settings = { ca: CA, cert: CERT, key: KEY };
const client = createTRPCClient<ApiRouter>({
	links: [
		httpBatchLink({
			...batchLimits,
			url: `${SERVER}/trpc`,
			fetch: (url, { method = 'GET', headers, body } = {}) =>
				own(String(url), { method, headers: Object.fromEntries(new Headers(headers as Record<string, string>)), ...(typeof body === 'string' && { body }) }),
		}),
	],
});
const { sweeps } = client.jobs.example.com.v1;
const namespace = 'default';

const made = await sweeps.create.mutate({ namespace, body: { metadata: { name: 'by-call' }, spec: { mode: 'wet', room: 'kitchen', water: '1500m' } } });
const workers: number | undefined = made.spec.workers;
assert.equal(workers, 1);
const listed = await sweeps.list.query({ namespace, fieldSelector: 'spec.mode=wet', limit: 10 });
assert.ok(listed.items.some(({ metadata }) => metadata.name === 'by-call'));
const applied = await sweeps.patch.mutate({
	namespace,
	name: 'by-call',
	patchType: 'apply',
	fieldManager: 'me',
	body: { metadata: { name: 'by-call' }, spec: { every: '90m' } },
});
assert.equal(applied.spec.every, '1h30m0s');
const scaled = await sweeps.scale.patch.mutate({ namespace, name: 'by-call', patchType: 'merge', body: { spec: { replicas: 4 } } });
assert.equal(scaled.spec?.replicas, 4);
const [one, two] = await Promise.all([sweeps.get.query({ namespace, name: 'by-call' }), client.core.v1.namespaces.get.query({ name: namespace })]);
assert.deepEqual([one.spec.workers, two.metadata.name], [4, namespace]);
await assert.rejects(
	sweeps.create.mutate({ namespace, body: { metadata: { name: 'wrong' }, spec: { mode: 'dry', room: 'Kitchen' } } }),
	(error) => error instanceof TRPCClientError && error.data.status.details?.causes?.[0]?.field === 'spec.room',
);
await sweeps.delete.mutate({ namespace, name: 'by-call' });

/** Never called; contains calls that must not compile. */
export async function refused(): Promise<void> {
	// @ts-expect-error: objects of this kind lie in namespaces
	await sweeps.get.query({ name: 'a' });
	// @ts-expect-error: this one is the whole cluster's
	await client.core.v1.nodes.get.query({ namespace, name: 'a' });
	// @ts-expect-error: two of one union
	await sweeps.create.mutate({ namespace, body: { metadata: { name: 'a' }, spec: { mode: 'wet', room: 'a', floors: [1] } } });
	// @ts-expect-error: kinds of users have no strategic patches
	await sweeps.patch.mutate({ namespace, name: 'a', patchType: 'strategic', body: {} });
	// @ts-expect-error: an apply says who owns what it says
	await sweeps.patch.mutate({ namespace, name: 'a', patchType: 'apply', body: { metadata: { name: 'a' } } });
	// @ts-expect-error: nothing can be selected by this field
	await sweeps.list.query({ fieldSelector: 'spec.room=a' });
	// @ts-expect-error: a list is no stream
	sweeps.list.subscribe({}, {});
	sweeps.watch.subscribe({ namespace }, { onData: ({ id, data }) => void (data.type === 'BOOKMARK' ? id : data.object.spec.mode) });
}
console.log('done');
