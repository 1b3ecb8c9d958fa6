/** Deletion of namespaces and their objects. */
import { describe, expect, test, vi } from 'vitest';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import { controllers } from '../../runtime/controllers/index.ts';
import { emptiesAfter } from '../../runtime/controllers/namespace.ts';
import type { TestServer } from '../verbs/write-fixture.ts';
import { merge, serversOfTests, until } from './controllers-fixture.ts';

const open = serversOfTests();

const gone = (server: TestServer, name: string) => until(server, 'namespaces', () => server.context.cache.get('namespaces', '', name) === undefined);

describe('the namespace controller', () => {
	test('starts with the namespaces of the platform', async () => {
		const server = await open([]);
		const { body } = await server.call('GET', '/api/v1/namespaces');
		expect(body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(['default', 'orch-node-lease', 'orch-public', 'orch-system']);
	});
	test('creates a deleted namespace of the platform again', async () => {
		const server = await open();
		const before = server.context.cache.get('namespaces', '', 'orch-node-lease')?.revision;
		await server.call('DELETE', '/api/v1/namespaces/orch-node-lease');
		await until(server, 'namespaces', () => {
			const now = server.context.cache.get('namespaces', '', 'orch-node-lease');
			return now !== undefined && now.revision !== before && !now.bytes.toString().includes('deletionTimestamp');
		});
	});
	test('removes the objects of a deleted namespace, and then the namespace', async () => {
		const server = await open();
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'full' } } });
		for (let i = 0; i < 50; i++) await server.call('POST', '/api/v1/namespaces/full/configmaps', { body: { metadata: { name: `c-${i}` } } });
		await server.call('POST', '/api/v1/namespaces/full/secrets', { body: { metadata: { name: 's' } } });
		await server.call('DELETE', '/api/v1/namespaces/full');
		await gone(server, 'full');
		expect(server.context.cache.count('configmaps', 'full')).toBe(0);
		expect(server.context.cache.count('secrets', 'full')).toBe(0);
		expect(server.context.cache.count('configmaps', 'default')).toBe(1);
		expect(server.failures).toEqual([]);
	});
	test('keeps the objects of a deleted namespace for a while, also across a restart', async () => {
		const server = await open(controllers.map((row) => (row.name === 'namespace' ? emptiesAfter(600_000) : row)));
		const create = (namespace: string, name: string) => server.call('POST', `/api/v1/namespaces/${namespace}/configmaps`, { body: { metadata: { name } } });
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'file' } } });
		await create('file', 'a');
		await create('file', 'b');
		expect((await server.call('DELETE', '/api/v1/namespaces/file')).body.status.phase).toBe('Terminating');
		// Once a later namespace has its account, the controllers have seen the deletion.
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'later' } } });
		await until(server, 'serviceaccounts', () => server.context.cache.get('serviceaccounts', 'later', 'default') !== undefined);
		expect((await create('file', 'c')).status).toBe(403);
		expect((await server.call('DELETE', '/api/v1/namespaces/file/configmaps/a')).status).toBe(200);
		expect((await server.call('DELETE', '/api/v1/namespaces/file')).status).toBe(200);
		expect(server.context.cache.get('configmaps', 'file', 'b')).toBeDefined();
		await server.restart(controllers);
		await gone(server, 'file');
	});
	test('removes an object that is written while the others are deleted', async () => {
		const deleting = Promise.withResolvers<void>();
		const written = Promise.withResolvers<void>();
		/** Lets the last write through when the first object is deleted, and the delete when the last object is written. */
		const inBetween: AdmissionPlugin = {
			name: 'InBetween',
			onByDefault: { from: '1.0' },
			operations: ['CREATE', 'DELETE'],
			start: () => ({
				validate({ operation, namespace, name }) {
					if (namespace !== 'going') return undefined;
					if (operation === 'CREATE') return name === 'last' ? deleting.promise : undefined;
					deleting.resolve();
					return written.promise;
				},
			}),
		};
		const server = await open(controllers, [inBetween]);
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'going' } } });
		await server.call('POST', '/api/v1/namespaces/going/configmaps', { body: { metadata: { name: 'first' } } });
		const last = server.call('POST', '/api/v1/namespaces/going/configmaps', { body: { metadata: { name: 'last' } } });
		await server.call('DELETE', '/api/v1/namespaces/going');
		expect((await last).status).toBe(201);
		written.resolve();
		await gone(server, 'going');
		expect(server.context.cache.count('configmaps', 'going')).toBe(0);
	});
	test('keeps the namespace until the finalizers of its objects are gone', async () => {
		const server = await open();
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'held' } } });
		await server.call('POST', '/api/v1/namespaces/held/configmaps', { body: { metadata: { name: 'c', finalizers: ['example.com/a'] } } });
		await server.call('DELETE', '/api/v1/namespaces/held');
		await until(server, 'configmaps', () => server.context.cache.get('configmaps', 'held', 'c')?.bytes.toString().includes('deletionTimestamp') === true);
		expect((await server.call('GET', '/api/v1/namespaces/held')).body.status.phase).toBe('Terminating');
		await server.call('PATCH', '/api/v1/namespaces/held/configmaps/c', { type: merge, body: { metadata: { finalizers: null } } });
		await gone(server, 'held');
	});
	test('reports in conditions why the deletion waits', async () => {
		const server = await open();
		const told = (text: string) =>
			until(server, 'namespaces', () => server.context.cache.get('namespaces', '', 'why')?.bytes.toString().includes(text) === true);
		const conditions = async (): Promise<string[]> => {
			const { body } = await server.call('GET', '/api/v1/namespaces/why');
			return body.status.conditions.map(({ type, status, reason, message, lastTransitionTime }: Record<string, string>) => {
				expect(lastTransitionTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
				return `${type}=${status} ${reason}: ${message}`;
			});
		};
		const good = [
			'NamespaceDeletionDiscoveryFailure=False ResourcesDiscovered: All resources successfully discovered',
			'NamespaceDeletionGroupVersionParsingFailure=False ParsedGroupVersions: All legacy kube types successfully parsed',
			'NamespaceDeletionContentFailure=False ContentDeleted: All content successfully deleted, may be waiting on finalization',
		];
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'why', finalizers: ['example.com/own'] } } });
		const held = (name: string, ...finalizers: string[]) => ({ body: { metadata: { name, finalizers } } });
		await server.call('POST', '/api/v1/namespaces/why/secrets', held('s', 'example.com/b', 'example.com/a'));
		await server.call('POST', '/api/v1/namespaces/why/configmaps', held('c', 'example.com/a'));
		await server.call('POST', '/apis/coordination.orch.io/v1/namespaces/why/leases', held('l', 'example.com/a'));
		await server.call('DELETE', '/api/v1/namespaces/why');
		await told('Some resources are remaining');
		expect(await conditions()).toEqual([
			...good,
			'NamespaceContentRemaining=True SomeResourcesRemain: Some resources are remaining: ' +
				'configmaps. has 1 resource instances, leases.coordination.orch.io has 1 resource instances, secrets. has 1 resource instances',
			'NamespaceFinalizersRemaining=True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: ' +
				'example.com/a in 3 resource instances, example.com/b in 1 resource instances',
		]);
		const free = { type: merge, body: { metadata: { finalizers: null } } };
		await server.call('PATCH', '/api/v1/namespaces/why/secrets/s', free);
		await server.call('PATCH', '/api/v1/namespaces/why/configmaps/c', free);
		await server.call('PATCH', '/apis/coordination.orch.io/v1/namespaces/why/leases/l', free);
		await told('"spec":{}');
		expect(await conditions()).toEqual([
			...good,
			'NamespaceContentRemaining=False ContentRemoved: All content successfully removed',
			'NamespaceFinalizersRemaining=False ContentHasNoFinalizers: All content-preserving finalizers finished',
		]);
		await server.call('PATCH', '/api/v1/namespaces/why', free);
		expect((await server.call('GET', '/api/v1/namespaces/why')).status).toBe(404);
		expect(server.failures).toEqual([]);
	});
	test('deletes other kinds when one fails, names that kind, and retries', async () => {
		const server = await open();
		const { cache, store } = server.context;
		const commit = store.commit.bind(store);
		let broken = true;
		vi.spyOn(store, 'commit').mockImplementation(async (mutations) => {
			if (broken && mutations.some(({ resource, bytes }) => resource === 'configmaps' && bytes === undefined)) throw new Error('disk of a secret make');
			return commit(mutations);
		});
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'stuck' } } });
		await server.call('POST', '/api/v1/namespaces/stuck/configmaps', { body: { metadata: { name: 'c' } } });
		await server.call('POST', '/api/v1/namespaces/stuck/secrets', { body: { metadata: { name: 's' } } });
		await server.call('DELETE', '/api/v1/namespaces/stuck');
		await until(server, 'namespaces', () => cache.get('namespaces', '', 'stuck')?.bytes.toString().includes('ContentDeletionFailed') === true);
		const { body } = await server.call('GET', '/api/v1/namespaces/stuck');
		expect(body.status.conditions.find(({ type }: { type: string }) => type === 'NamespaceDeletionContentFailure').message).toBe(
			'Failed to delete all resource types, 1 remaining: Internal error occurred: see the log of the server',
		);
		expect(cache.count('secrets', 'stuck')).toBe(0);
		broken = false;
		await gone(server, 'stuck');
		expect(server.failures.map(({ error }) => String(error))).toContain('AggregateError: Error: disk of a secret make');
	});
	test('removes a namespace while forty others wait', async () => {
		const server = await open();
		const finalizers = ['example.com/a'];
		const names = Array.from({ length: 40 }, (_, i) => `waits-${i}`);
		for (const name of [...names, 'free']) await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name } } });
		for (const name of names) await server.call('POST', `/api/v1/namespaces/${name}/configmaps`, { body: { metadata: { name: 'c', finalizers } } });
		for (const name of [...names, 'free']) await server.call('DELETE', `/api/v1/namespaces/${name}`);
		await gone(server, 'free');
		expect(server.context.cache.count('namespaces', '')).toBeGreaterThanOrEqual(names.length);
	});
	test('deletes each object once and reads it a few times, however slowly finalizers go', async () => {
		const asked = { deletes: 0, tells: 0 };
		const counting: AdmissionPlugin = {
			name: 'Counting',
			onByDefault: { from: '1.0' },
			operations: ['DELETE', 'UPDATE'],
			start: () => ({
				validate({ operation, namespace, name, subresource }) {
					if (operation === 'DELETE' && namespace === 'slow') asked.deletes++;
					if (name === 'slow' && subresource === 'status') asked.tells++;
					return undefined;
				},
			}),
		};
		const server = await open(controllers, [counting]);
		const count = 150;
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'slow' } } });
		for (let i = 0; i < count; i++)
			await server.call('POST', '/api/v1/namespaces/slow/configmaps', { body: { metadata: { name: `c-${i}`, finalizers: ['example.com/a'] } } });
		const { cache } = server.context;
		const list = cache.list.bind(cache);
		let looked = 0;
		cache.list = function* (resource, namespace, after) {
			for (const object of list(resource, namespace, after)) {
				if (namespace === 'slow') looked++;
				yield object;
			}
		};
		await server.call('DELETE', '/api/v1/namespaces/slow');
		await until(server, 'configmaps', () => list('configmaps', 'slow')[Symbol.iterator]().next().value?.bytes.includes('deletionTimestamp') === true);
		for (let i = 0; i < count; i++)
			await server.call('PATCH', `/api/v1/namespaces/slow/configmaps/c-${i}`, { type: merge, body: { metadata: { finalizers: null } } });
		await gone(server, 'slow');
		expect(asked.deletes).toBeLessThan(1.5 * count);
		expect(looked).toBeLessThan(3 * count);
		expect(asked.tells).toBeLessThan(count / 2);
		expect(server.failures).toEqual([]);
	});
	test('keeps a namespace that has a finalizer of its own', async () => {
		const server = await open();
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'own', finalizers: ['example.com/a'] } } });
		await server.call('DELETE', '/api/v1/namespaces/own');
		await until(server, 'namespaces', () => server.context.cache.get('namespaces', '', 'own')?.bytes.toString().includes('"spec":{}') === true);
		await server.call('PATCH', '/api/v1/namespaces/own', { type: merge, body: { metadata: { finalizers: null } } });
		expect((await server.call('GET', '/api/v1/namespaces/own')).status).toBe(404);
	});
	test('continues after a restart', async () => {
		const server = await open([]);
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'left' } } });
		await server.call('POST', '/api/v1/namespaces/left/configmaps', { body: { metadata: { name: 'c' } } });
		await server.call('DELETE', '/api/v1/namespaces/left');
		await server.restart(controllers);
		if (server.context.cache.get('namespaces', '', 'left') !== undefined) await gone(server, 'left');
		expect(server.context.cache.count('configmaps', 'left')).toBe(0);
	});
});
