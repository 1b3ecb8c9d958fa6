import { afterEach, describe, expect, test } from 'vitest';
import { collector, gone, has, make, metadata, ref, servers, until } from './collector-fixture.ts';

const { open, closeAll } = servers();
afterEach(closeAll);

describe('an object is deleted', () => {
	test('when its owner is deleted', async () => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner');
		const child = await make(server, 'configmaps', 'child', { owners: [ref(owner)] });
		await make(server, 'configmaps', 'grandchild', { owners: [ref(child)] });
		const other = await make(server, 'configmaps', 'other');
		await server.call('DELETE', owner.path);
		await gone(server, 'child', 'grandchild');
		expect((await server.call('GET', other.path)).status).toBe(200);
		expect(server.failures).toEqual([]);
	});

	test.each([
		['has never been', { name: 'nobody', uid: 'f0000000-0000-4000-8000-000000000000' }],
		['is another of its name', { name: 'owner', uid: 'f0000000-0000-4000-8000-000000000001' }],
	])('when its owner %s', async (_, { name, uid }) => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner');
		await make(server, 'configmaps', 'child', { owners: [{ ...ref(owner), name, uid }] });
		await gone(server, 'child');
		expect(has(server, 'owner')).toBe(true);
	});

	test('when it is changed to name only missing owners', async () => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner');
		const child = await make(server, 'configmaps', 'child');
		await server.call('DELETE', owner.path);
		await server.call('PATCH', child.path, { type: 'application/merge-patch+json', body: { metadata: { ownerReferences: [ref(owner)] } } });
		await gone(server, 'child');
	});

	test('when its owner was deleted while the collector was off', async () => {
		const server = await open([]);
		const owner = await make(server, 'configmaps', 'owner');
		await make(server, 'configmaps', 'child', { owners: [ref(owner)] });
		await server.call('DELETE', owner.path);
		expect(has(server, 'child')).toBe(true);
		await server.restart(collector);
		await gone(server, 'child');
	});

	test('when its owners form a cycle and one is deleted', async () => {
		const server = await open();
		const first = await make(server, 'configmaps', 'first');
		const second = await make(server, 'configmaps', 'second', { owners: [ref(first)] });
		await server.call('PATCH', first.path, { type: 'application/merge-patch+json', body: { metadata: { ownerReferences: [ref(second)] } } });
		await server.call('DELETE', first.path);
		await gone(server, 'first', 'second');
	});
});

describe('an object stays', () => {
	test('while one of its owners is there, and names the others no more', async () => {
		const server = await open();
		const [first, second] = [await make(server, 'configmaps', 'first'), await make(server, 'secrets', 'second')];
		const child = await make(server, 'configmaps', 'child', { owners: [ref(first), ref(second)] });
		await server.call('DELETE', first.path);
		await until(server, () => !server.context.cache.get('configmaps', 'default', 'child')?.bytes.toString().includes(first.uid));
		expect((await metadata(server, child)).ownerReferences).toEqual([ref(second)]);
	});

	test('when its owner has an unserved kind', async () => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner');
		await make(server, 'configmaps', 'odd', { owners: [{ ...ref(owner), apiVersion: 'elsewhere.example.com/v1', kind: 'Odd' }] });
		await make(server, 'configmaps', 'child', { owners: [ref(owner)] });
		await server.call('DELETE', owner.path);
		await gone(server, 'child');
		expect(has(server, 'odd')).toBe(true);
	});

	test('while another finalizer holds it', async () => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner');
		const child = await make(server, 'configmaps', 'child', { owners: [ref(owner)], finalizers: ['example.com/held'] });
		await server.call('DELETE', owner.path);
		await until(server, () => server.context.cache.get('configmaps', 'default', 'child')?.bytes.includes('deletionTimestamp') === true);
		await server.call('PATCH', child.path, { type: 'application/merge-patch+json', body: { metadata: { finalizers: null } } });
		await gone(server, 'child');
	});
});

describe('an owner in another namespace', () => {
	test('does not count, and an event reports it', async () => {
		const server = await open();
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'far' } } });
		const owner = await make(server, 'configmaps', 'owner', { namespace: 'far' });
		await make(server, 'configmaps', 'child', { owners: [ref(owner)] });
		await gone(server, 'child');
		const { body } = await server.call('GET', '/api/v1/namespaces/default/events');
		expect(body.items).toMatchObject([
			{
				type: 'Warning',
				reason: 'OwnerRefInvalidNamespace',
				involvedObject: { kind: 'ConfigMap', name: 'child', namespace: 'default' },
				message: `ownerRef [v1/ConfigMap, namespace: default, name: owner, uid: ${owner.uid}] does not exist in namespace "default"`,
			},
		]);
		expect(server.context.cache.get('configmaps', 'far', 'owner')).toBeDefined();
	});

	test('leaves a cluster-scoped object alone', async () => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner');
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'wide', ownerReferences: [ref(owner)] } } });
		await make(server, 'configmaps', 'child', { owners: [ref(owner)] });
		await server.call('DELETE', owner.path);
		await gone(server, 'child');
		expect(server.context.cache.get('namespaces', '', 'wide')).toBeDefined();
	});
});

describe('foreground deletion', () => {
	const foreground = { body: { propagationPolicy: 'Foreground' } };

	test('an owner is deleted after its blocking dependents', async () => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner');
		const held = await make(server, 'configmaps', 'held', { owners: [ref(owner, true)], finalizers: ['example.com/held'] });
		await make(server, 'configmaps', 'free', { owners: [ref(owner)] });
		const { body } = await server.call('DELETE', owner.path, foreground);
		expect(body.metadata.finalizers).toEqual(['foregroundDeletion']);
		await gone(server, 'free');
		await until(server, () => server.context.cache.get('configmaps', 'default', 'held')?.bytes.includes('deletionTimestamp') === true);
		expect(has(server, 'owner')).toBe(true);
		await server.call('PATCH', held.path, { type: 'application/merge-patch+json', body: { metadata: { finalizers: null } } });
		await gone(server, 'held', 'owner');
		expect(server.failures).toEqual([]);
	});

	test('an owner without dependents is deleted', async () => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner');
		await server.call('DELETE', owner.path, foreground);
		await gone(server, 'owner');
	});

	test('a blocking dependent with dependents is deleted in the foreground, too', async () => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner');
		const child = await make(server, 'configmaps', 'child', { owners: [ref(owner, true)] });
		const held = await make(server, 'configmaps', 'grandchild', { owners: [ref(child, true)], finalizers: ['example.com/held'] });
		await server.call('DELETE', owner.path, foreground);
		await until(server, () => server.context.cache.get('configmaps', 'default', 'grandchild')?.bytes.includes('deletionTimestamp') === true);
		expect([has(server, 'owner'), has(server, 'child')]).toEqual([true, true]);
		await server.call('PATCH', held.path, { type: 'application/merge-patch+json', body: { metadata: { finalizers: null } } });
		await gone(server, 'owner', 'child', 'grandchild');
	});

	test('a cycle of owners that block each other is deleted', async () => {
		const server = await open();
		const first = await make(server, 'configmaps', 'first');
		const second = await make(server, 'configmaps', 'second', { owners: [ref(first, true)] });
		const third = await make(server, 'configmaps', 'third', { owners: [ref(second, true)] });
		await server.call('PATCH', first.path, { type: 'application/merge-patch+json', body: { metadata: { ownerReferences: [ref(third, true)] } } });
		await server.call('DELETE', first.path, foreground);
		await gone(server, 'first', 'second', 'third');
		expect(server.failures).toEqual([]);
	});

	test('a blocking dependent with another owner loses the reference', async () => {
		const server = await open();
		const [owner, other] = [await make(server, 'configmaps', 'owner'), await make(server, 'configmaps', 'other')];
		const child = await make(server, 'configmaps', 'child', { owners: [ref(owner, true), ref(other)] });
		await server.call('DELETE', owner.path, foreground);
		await gone(server, 'owner');
		expect((await metadata(server, child)).ownerReferences).toEqual([ref(other)]);
	});

	test('a dependent that no longer blocks does not delay its owner', async () => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner');
		const child = await make(server, 'configmaps', 'child', { owners: [ref(owner, true)], finalizers: ['example.com/held'] });
		await server.call('DELETE', owner.path, foreground);
		await until(server, () => server.context.cache.get('configmaps', 'default', 'child')?.bytes.includes('deletionTimestamp') === true);
		await server.call('PATCH', child.path, { type: 'application/merge-patch+json', body: { metadata: { ownerReferences: [ref(owner, false)] } } });
		await gone(server, 'owner');
	});

	test('deletes an owner that waited while the collector was off', async () => {
		const server = await open([]);
		const owner = await make(server, 'configmaps', 'owner');
		for (let i = 0; i < 20; i++) await make(server, 'configmaps', `child-${i}`, { owners: [ref(owner, true)] });
		await server.call('DELETE', owner.path, foreground);
		await server.restart(collector);
		await gone(server, 'owner', ...Array.from({ length: 20 }, (_, i) => `child-${i}`));
	});
});

describe('an orphan', () => {
	test.each([{ propagationPolicy: 'Orphan' }, { orphanDependents: true }])('made by %j stays and loses the owner reference', async (body) => {
		const server = await open();
		const [owner, other] = [await make(server, 'configmaps', 'owner'), await make(server, 'configmaps', 'other')];
		const [child, shared] = [
			await make(server, 'configmaps', 'child', { owners: [ref(owner, true)] }),
			await make(server, 'secrets', 'shared', { owners: [ref(owner), ref(other)] }),
		];
		await server.call('DELETE', owner.path, { body });
		await gone(server, 'owner');
		expect((await metadata(server, child)).ownerReferences).toBeUndefined();
		expect((await metadata(server, shared)).ownerReferences).toEqual([ref(other)]);
		expect(server.failures).toEqual([]);
	});
});
