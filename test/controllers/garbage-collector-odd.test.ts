/** Unusual owners and dependents: the collector deletes no object that must stay, and no owner waits for ever. */
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { Owners } from '../../runtime/controllers/garbage-collector/owners.ts';
import type { VerbContext } from '../../runtime/verbs/contract.ts';
import { startTestStack } from '../server/stack-fixture.ts';
import { catalogOf, firstVariant, group, servingOf } from '../server/swaps/variant.ts';
import { testServer } from '../verbs/write-fixture.ts';
import { collector, gone, has, make, metadata, patch, ref, servers, until } from './collector-fixture.ts';

const { open, closeAll } = servers();
afterEach(closeAll);

const foreground = { body: { propagationPolicy: 'Foreground' } };

test('an owner in foreground deletion does not wait for objects of an unserved kind', async () => {
	const stack = await startTestStack({ catalog: catalogOf(firstVariant) });
	try {
		const configMaps = '/api/v1/namespaces/default/configmaps';
		const owner = (await stack.ask('POST', configMaps, { metadata: { name: 'owner' } })).json() as { metadata: { uid: string } };
		const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid, blockOwnerDeletion: true };
		const widget = { metadata: { name: 'w', ownerReferences: [reference], finalizers: ['example.com/held'] }, spec: { colour: 'red', team: 'a' } };
		const made = await stack.ask('POST', `/apis/${group}/v1beta1/namespaces/default/widgets`, widget);
		expect(made.status, made.text).toBe(201);
		await stack.ask('DELETE', `${configMaps}/owner`, { propagationPolicy: 'Foreground' });
		const first = stack.snapshots.current();
		stack.snapshots.swap(servingOf({ ...firstVariant, isThere: false }, first, first));
		// Checked again at each change of a namespace.
		const gone = stack.untilStatus(`${configMaps}/owner`, 404);
		for (let i = 0; (await stack.ask('GET', `${configMaps}/owner`)).status !== 404 && i < 100; i++)
			await stack.ask('POST', '/api/v1/namespaces', { metadata: { name: `n-${i}` } });
		await gone;
	} finally {
		await stack.close();
	}
});

describe('an owner that goes in the foreground does not wait', () => {
	test.each([
		['by another name', (owner: object) => ({ ...owner, name: 'somebody' })],
		['as another kind', (owner: object) => ({ ...owner, kind: 'Secret' })],
		['as a kind that nobody serves', (owner: object) => ({ ...owner, apiVersion: 'elsewhere.example.com/v1', kind: 'Odd' })],
	])('for a dependent that names it %s', async (_, wrong) => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner');
		await make(server, 'configmaps', 'odd', { owners: [wrong(ref(owner, true))], finalizers: ['example.com/held'] });
		await server.call('DELETE', owner.path, foreground);
		await gone(server, 'owner');
		expect(has(server, 'odd')).toBe(true);
	});

	test('for a dependent in another namespace', async () => {
		const server = await open();
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'far' } } });
		const owner = await make(server, 'configmaps', 'owner');
		await make(server, 'configmaps', 'stranger', { namespace: 'far', owners: [ref(owner, true)], finalizers: ['example.com/held'] });
		await server.call('DELETE', owner.path, foreground);
		await gone(server, 'owner');
	});

	test('for itself', async () => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner');
		await patch(server, owner, { ownerReferences: [ref(owner, true)] });
		await server.call('DELETE', owner.path, foreground);
		await gone(server, 'owner');
	});

	test.each([2, 5])('in a cycle of %i owners in foreground deletion', async (size) => {
		const server = await open([]);
		const ring = await Promise.all(Array.from({ length: size }, (_, i) => make(server, 'configmaps', `of-ring-${i}`)));
		for (const [i, one] of ring.entries()) await patch(server, one, { ownerReferences: [ref(ring[(i + 1) % size] ?? one, true)] });
		for (const { path } of ring) await server.call('DELETE', path, foreground);
		await server.restart(collector);
		await gone(server, ...ring.map(({ name }) => name));
	});

	test('twice, but considers dependents added in between', async () => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner', { finalizers: ['example.com/held'] });
		await server.call('DELETE', owner.path, foreground);
		await until(server, () => server.context.cache.get('configmaps', 'default', 'owner')?.bytes.includes('foregroundDeletion') !== true);
		await make(server, 'configmaps', 'child', { owners: [ref(owner, true)] });
		await server.call('DELETE', owner.path, foreground);
		await gone(server, 'child');
	});
});

test('a chain in foreground deletion is deleted from its end', async () => {
	const server = await open([]);
	const [first, second] = [await make(server, 'configmaps', 'first'), await make(server, 'configmaps', 'second', {})];
	await patch(server, second, { ownerReferences: [ref(first, true)] });
	const third = await make(server, 'configmaps', 'third', { owners: [ref(second, true)], finalizers: ['example.com/held'] });
	for (const { path } of [first, second, third]) await server.call('DELETE', path, foreground);
	await server.restart(collector);
	await until(server, () => server.context.cache.get('configmaps', 'default', 'third')?.bytes.includes('foregroundDeletion') === false);
	expect([has(server, 'first'), has(server, 'second')]).toEqual([true, true]);
	expect((await metadata(server, second)).ownerReferences).toEqual([ref(first, true)]);
	await patch(server, third, { finalizers: null });
	await gone(server, 'first', 'second', 'third');
});

test('of two references with the same uid, only that with a wrong name is removed', async () => {
	const server = await open();
	const owner = await make(server, 'configmaps', 'owner');
	const child = await make(server, 'configmaps', 'child', { owners: [{ ...ref(owner), name: 'nobody' }, ref(owner)] });
	await until(server, () => server.context.cache.get('configmaps', 'default', 'child')?.bytes.includes('nobody') === false);
	expect((await metadata(server, child)).ownerReferences).toEqual([ref(owner)]);
	await server.call('DELETE', owner.path);
	await gone(server, 'child');
});

test('an object with many missing owners is deleted, and few of them are searched in all namespaces', async () => {
	const server = await open();
	const { cache } = server.context;
	for (let i = 0; i < 50; i++) await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: `n-${i}` } } });
	const owner = await make(server, 'configmaps', 'owner');
	const owners = Array.from({ length: 2_000 }, (_, i) => ({ ...ref(owner), name: 'nobody', uid: `f0000000-0000-4000-8000-${String(i).padStart(12, '0')}` }));
	const get = cache.get.bind(cache);
	let elsewhere = 0;
	cache.get = (resource, namespace, name) => {
		if (name === 'nobody' && namespace !== 'default') elsewhere++;
		return get(resource, namespace, name);
	};
	await make(server, 'configmaps', 'child', { owners });
	await gone(server, 'child');
	expect(elsewhere).toBeGreaterThan(0);
	expect(elsewhere).toBeLessThan(2_000);
	expect(server.failures).toEqual([]);
});

describe('an event reports an owner in another namespace', () => {
	test("with a shortened name where the object's name is too long", async () => {
		const server = await open();
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'far' } } });
		const owner = await make(server, 'configmaps', 'owner', { namespace: 'far' });
		const name = 'n'.repeat(250);
		await make(server, 'configmaps', name, { owners: [ref(owner)] });
		await gone(server, name);
		const { body } = await server.call('GET', '/api/v1/namespaces/default/events');
		expect(body.items).toMatchObject([
			{ metadata: { name: expect.stringMatching(/^[0-9a-f]{16}$/) }, reason: 'OwnerRefInvalidNamespace', involvedObject: { name } },
		]);
		expect(server.failures).toEqual([]);
	});

	test('about a cluster-scoped object', async () => {
		const server = await open();
		const owner = await make(server, 'configmaps', 'owner');
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'wide', ownerReferences: [ref(owner)] } } });
		await until(server, () => server.context.cache.count('events', 'default') > 0);
		expect(has(server, 'wide', '', 'namespaces')).toBe(true);
	});
});

test('an owner that is damaged is taken for there, until it is taken away', async () => {
	const server = await testServer({ release: '1.33', gates: { AllowUnsafeMalformedObjectDeletion: true } });
	try {
		const owner = await make(server, 'configmaps', 'owner');
		await make(server, 'configmaps', 'child', { owners: [ref(owner)] });
		const another = await make(server, 'configmaps', 'another');
		await make(server, 'configmaps', 'child-of-another', { owners: [ref(another)] });
		await server.restart(collector, (path) => {
			const db = new DatabaseSync(path);
			expect(db.prepare("UPDATE objects SET bytes = CAST('{}' AS BLOB) WHERE name = 'owner'").run().changes).toBe(1);
			db.close();
		});
		await server.call('DELETE', another.path);
		await gone(server, 'child-of-another');
		expect(has(server, 'child')).toBe(true);
		const answer = await server.call('DELETE', owner.path, { body: { ignoreStoreReadErrorWithClusterBreakingPotential: true } });
		expect(answer.status, answer.text).toBe(200);
		await gone(server, 'child');
		expect(server.failures).toEqual([]);
	} finally {
		await server.close();
	}
});

test('the collector ignores references to kinds that are not stored', () => {
	const reviews = catalog.kinds.map((kind) => (kind.kind === 'Lease' ? { ...kind, stored: false as const } : kind));
	const cache = { get: () => undefined };
	const owners = new Owners(() => ({ catalog: { ...catalog, kinds: reviews }, cache }) as unknown as VerbContext);
	const lease = catalog.kinds.find(({ kind }) => kind === 'Lease');
	const [version] = lease?.versions ?? [];
	const reference = { apiVersion: `${version?.group}/${version?.version}`, kind: 'Lease', name: 'x', uid: 'u', blocks: false };
	expect(owners.find(reference, 'default').state).toBe('unknown');
	const configMap = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'u', blocks: false };
	expect(owners.find(configMap, 'default').state).toBe('absent');
});
