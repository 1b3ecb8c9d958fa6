import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import { admissionPlugins } from '../../runtime/admission/plugins/index.ts';
import type { ControllerContext } from '../../runtime/controllers/contract.ts';
import { chosenControllers, controllers } from '../../runtime/controllers/index.ts';
import { keepFollowing } from '../../runtime/controllers/loop.ts';
import { emptiesAfter } from '../../runtime/controllers/namespace.ts';
import { WorkQueue } from '../../runtime/controllers/work-queue.ts';
import { StorageDamagedError } from '../../runtime/storage/errors.ts';
import { type TestServer, testServer } from '../verbs/write-fixture.ts';

const running: TestServer[] = [];
afterEach(async () => {
	for (const server of running.splice(0)) await server.close();
});

async function open(chosen = controllers, plugins: readonly AdmissionPlugin[] = []): Promise<TestServer> {
	const server = await testServer({ chosen, ...(plugins.length > 0 && { plugins: [...admissionPlugins, ...plugins] }) });
	running.push(server);
	return server;
}

const merge = 'application/merge-patch+json';

/** Resolves when the cache satisfies the condition; checked at each of its events. */
async function until(server: TestServer, resource: string, holds: () => boolean): Promise<void> {
	const { cache } = server.context;
	const cursor = cache.cursor(resource, cache.revision, { namespace: '', name: '' });
	try {
		while (!holds()) await cursor.next(100, AbortSignal.timeout(5_000));
	} finally {
		cursor.close();
	}
}

const gone = (server: TestServer, name: string) => until(server, 'namespaces', () => server.context.cache.get('namespaces', '', name) === undefined);

describe('namespaces', () => {
	test('the namespaces of the platform are there from the start', async () => {
		const server = await open([]);
		const { body } = await server.call('GET', '/api/v1/namespaces');
		expect(body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(['default', 'orch-node-lease', 'orch-public', 'orch-system']);
	});
	test('one of them that is deleted comes back', async () => {
		const server = await open();
		const before = server.context.cache.get('namespaces', '', 'orch-node-lease')?.revision;
		await server.call('DELETE', '/api/v1/namespaces/orch-node-lease');
		await until(server, 'namespaces', () => {
			const now = server.context.cache.get('namespaces', '', 'orch-node-lease');
			return now !== undefined && now.revision !== before && !now.bytes.toString().includes('deletionTimestamp');
		});
	});
	test('deleting one removes what is in it, and then the namespace', async () => {
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
	test('one that is deleted keeps for a while what clients may delete by name, and for no longer after a restart', async () => {
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
	test('removes objects that are written while its content is deleted', async () => {
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
	test('an object with a finalizer holds its namespace until it is let go', async () => {
		const server = await open();
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'held' } } });
		await server.call('POST', '/api/v1/namespaces/held/configmaps', { body: { metadata: { name: 'c', finalizers: ['example.com/a'] } } });
		await server.call('DELETE', '/api/v1/namespaces/held');
		await until(server, 'configmaps', () => server.context.cache.get('configmaps', 'held', 'c')?.bytes.toString().includes('deletionTimestamp') === true);
		expect((await server.call('GET', '/api/v1/namespaces/held')).body.status.phase).toBe('Terminating');
		await server.call('PATCH', '/api/v1/namespaces/held/configmaps/c', { type: merge, body: { metadata: { finalizers: null } } });
		await gone(server, 'held');
	});
	test('its conditions say what it waits for', async () => {
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
	test('a kind that cannot be deleted holds up no other, is named, and is tried again', async () => {
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
	test('many that wait hold up no other', async () => {
		const server = await open();
		const finalizers = ['example.com/a'];
		const names = Array.from({ length: 40 }, (_, i) => `waits-${i}`);
		for (const name of [...names, 'free']) await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name } } });
		for (const name of names) await server.call('POST', `/api/v1/namespaces/${name}/configmaps`, { body: { metadata: { name: 'c', finalizers } } });
		for (const name of [...names, 'free']) await server.call('DELETE', `/api/v1/namespaces/${name}`);
		await gone(server, 'free');
		expect(server.context.cache.count('namespaces', '')).toBeGreaterThanOrEqual(names.length);
	});
	test('each object in it is asked to go once, and looked at a few times, however slowly finalizers are taken away', async () => {
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
	test('a finalizer of the namespace itself holds it as well', async () => {
		const server = await open();
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'own', finalizers: ['example.com/a'] } } });
		await server.call('DELETE', '/api/v1/namespaces/own');
		await until(server, 'namespaces', () => server.context.cache.get('namespaces', '', 'own')?.bytes.toString().includes('"spec":{}') === true);
		await server.call('PATCH', '/api/v1/namespaces/own', { type: merge, body: { metadata: { finalizers: null } } });
		expect((await server.call('GET', '/api/v1/namespaces/own')).status).toBe(404);
	});
	test('goes on after a restart', async () => {
		const server = await testServer();
		running.push(server);
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'left' } } });
		await server.call('POST', '/api/v1/namespaces/left/configmaps', { body: { metadata: { name: 'c' } } });
		await server.call('DELETE', '/api/v1/namespaces/left');
		await server.restart(controllers);
		if (server.context.cache.get('namespaces', '', 'left') !== undefined) await gone(server, 'left');
		expect(server.context.cache.count('configmaps', 'left')).toBe(0);
	});
});

describe('objects of every namespace', () => {
	test('a ServiceAccount default and the certificate authority, again when they are deleted or changed', async () => {
		const server = await open();
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'new' } } });
		const account = () => server.context.cache.get('serviceaccounts', 'new', 'default') !== undefined;
		const ca = () => server.context.cache.get('configmaps', 'new', 'orch-root-ca.crt')?.bytes.toString().includes('"ca.crt":"PEM"') === true;
		await until(server, 'serviceaccounts', account);
		await until(server, 'configmaps', ca);
		await server.call('DELETE', '/api/v1/namespaces/new/serviceaccounts/default');
		await until(server, 'serviceaccounts', account);
		await server.call('PATCH', '/api/v1/namespaces/new/configmaps/orch-root-ca.crt', { type: merge, body: { data: { 'ca.crt': 'FORGED' } } });
		await until(server, 'configmaps', ca);
		expect(server.failures).toEqual([]);
	});
	test('belongs to the controllers as one manager, and the namespaces of the platform to the server', async () => {
		const server = await open();
		const managers = async (path: string): Promise<string[]> =>
			(await server.call('GET', `/api/v1/namespaces/${path}`)).body.metadata.managedFields.map(({ manager }: { manager: string }) => manager);
		await until(server, 'configmaps', () => server.context.cache.get('configmaps', 'default', 'orch-root-ca.crt') !== undefined);
		expect(await managers('default/configmaps/orch-root-ca.crt')).toEqual(['orch-controller-manager']);
		expect(await managers('default')).toEqual(['orch-apiserver']);
	});
});

describe('--controllers', () => {
	const names = (selection?: string[]) => chosenControllers(selection).map((controller) => controller.name);
	test.each([
		[
			undefined,
			[
				'namespace',
				'garbagecollector',
				'serviceaccount',
				'serviceaccount-token',
				'root-ca-cert-publisher',
				'clusterrole-aggregation',
				'storage-version-migrator',
				'service-claims',
				'resourcequota',
			],
		],
		[
			['*'],
			[
				'namespace',
				'garbagecollector',
				'serviceaccount',
				'serviceaccount-token',
				'root-ca-cert-publisher',
				'clusterrole-aggregation',
				'storage-version-migrator',
				'service-claims',
				'resourcequota',
			],
		],
		[['-*'], []],
		[
			['*', '-namespace'],
			[
				'garbagecollector',
				'serviceaccount',
				'serviceaccount-token',
				'root-ca-cert-publisher',
				'clusterrole-aggregation',
				'storage-version-migrator',
				'service-claims',
				'resourcequota',
			],
		],
		[['namespace'], ['namespace']],
		[['-*', 'namespace'], ['namespace']],
	])('%o runs %o', (selection, expected) => {
		expect(names(selection)).toEqual(expected);
	});
	test('an unknown one is named', () => {
		expect(() => names(['*', '-nmespace'])).toThrow(
			'unknown controller "nmespace"; there are namespace, garbagecollector, serviceaccount, serviceaccount-token, root-ca-cert-publisher',
		);
	});
});

describe('the work queue', () => {
	test('tries again after a pause, and works on a key once at a time', async () => {
		const done = Promise.withResolvers<void>();
		let tries = 0;
		let active = 0;
		const failures: string[] = [];
		const queue = new WorkQueue({
			name: 'keys',
			atOnce: 4,
			firstPauseMs: 1,
			onFailure: (key) => failures.push(key),
			async work() {
				expect(++active).toBe(1);
				await Promise.resolve();
				active--;
				if (++tries < 3) throw new Error('not yet');
				done.resolve();
			},
		});
		queue.add('a');
		queue.add('a');
		await done.promise;
		await queue.stop();
		expect(tries).toBe(3);
		expect(failures).toEqual(['a', 'a']);
	});

	test('reports the damage that postpones a key once, counts the key, and goes on when it is mended', async () => {
		const damage = ['configmaps a/b is not what was written', 'configmaps a/b is not what was written', 'configmaps a/c is not what was written'];
		const failures: string[] = [];
		const postponed: number[] = [];
		const done = Promise.withResolvers<void>();
		const queue = new WorkQueue({
			name: 'keys',
			atOnce: 1,
			firstPauseMs: 1,
			onFailure: (_, error) => failures.push((error as Error).message),
			async work() {
				postponed.push(queue.figures.postponed());
				const next = damage.shift();
				if (next === undefined) return done.resolve();
				throw new AggregateError([new StorageDamagedError(next)], `corrupt object: ${next}`);
			},
		});
		queue.add('a');
		await done.promise;
		await queue.stop();
		expect([...postponed, queue.figures.postponed()]).toEqual([0, 1, 1, 1, 0]);
		expect(failures).toEqual(['corrupt object: configmaps a/b is not what was written', 'corrupt object: configmaps a/c is not what was written']);
	});

	test('adds a key after a delay, of several after the one that ends first, and at once when it is added meanwhile', async () => {
		const taken: string[] = [];
		const done = Promise.withResolvers<void>();
		const queue = new WorkQueue({
			name: 'keys',
			atOnce: 1,
			onFailure: () => undefined,
			async work(key) {
				if (taken.push(key) === 3) done.resolve();
			},
		});
		queue.addAfter('second', 20);
		queue.addAfter('second', 60_000);
		queue.addAfter('first', 60_000);
		queue.addAfter('first', 1);
		queue.addAfter('never', Number.MAX_SAFE_INTEGER);
		queue.addAfter('at once', 0);
		await done.promise;
		await queue.stop();
		expect(taken).toEqual(['at once', 'first', 'second']);
	});

	test('takes each of very many keys in order, without looking again at those that it has taken', async () => {
		const count = 300_000;
		const done = Promise.withResolvers<void>();
		const taken: string[] = [];
		const queue = new WorkQueue({
			name: 'keys',
			atOnce: 4,
			onFailure: () => undefined,
			async work(key) {
				if (taken.push(key) === count) done.resolve();
			},
		});
		const keys = Array.from({ length: count }, (_, i) => `key-${i}`);
		const before = process.cpuUsage();
		for (const key of keys) queue.add(key);
		await done.promise;
		const { user } = process.cpuUsage(before);
		await queue.stop();
		expect(taken).toEqual(keys);
		// Takes a second at most, but more than ten when each step rescans earlier work.
		expect(user / 1e6).toBeLessThan(5);
	});
});

test('a follower that resumes after a failure counts as having missed changes', async () => {
	const stopping = new AbortController();
	const failing = { next: () => Promise.reject(new Error('out of reach')), close: () => undefined, revision: 1 };
	const cache = { revision: 1, list: () => [], cursor: () => failing };
	const context = { verbs: { cache }, actor: { mayFollow: async () => undefined } } as unknown as ControllerContext;
	const listed: boolean[] = [];
	const followed = {
		storageName: 'configmaps',
		seen: () => undefined,
		listed(again: boolean) {
			if (listed.push(again) === 2) stopping.abort();
		},
	};
	const failures: string[] = [];
	await keepFollowing(context, followed, stopping.signal, (_, error) => failures.push(String(error)));
	expect(listed).toEqual([false, true]);
	expect(failures[0]).toBe('Error: out of reach');
});
