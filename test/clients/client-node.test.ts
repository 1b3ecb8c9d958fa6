/** The official JavaScript client, unmodified: dynamic objects, typed calls, watch and informer. */
import { CoreV1Api, KubeConfig, KubernetesObjectApi, makeInformer, PatchStrategy, setHeaderOptions, type V1ConfigMap, Watch } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ServerProcess, startServer } from '../setup/server.ts';

let server: ServerProcess;
let config: KubeConfig;

beforeAll(async () => {
	server = await startServer(inject('built').kubernetes);
	config = new KubeConfig();
	config.loadFromFile(server.kubeconfig);
});
afterAll(() => server.remove());

describe('@kubernetes/client-node', () => {
	it('creates, reads, patches, replaces, lists and deletes dynamic objects', async () => {
		const api = KubernetesObjectApi.makeApiClient(config);
		const made = await api.create({
			apiVersion: 'v1',
			kind: 'ConfigMap',
			metadata: { name: 'dynamic', namespace: 'default' },
			data: { a: '1' },
		} as V1ConfigMap);
		expect(made.metadata?.uid).toMatch(/^[0-9a-f-]{36}$/);
		const read = await api.read<V1ConfigMap>({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'dynamic', namespace: 'default' } });
		expect(read.data).toEqual({ a: '1' });
		const patched = await api.patch({
			apiVersion: 'v1',
			kind: 'ConfigMap',
			metadata: { name: 'dynamic', namespace: 'default' },
			data: { b: '2' },
		} as V1ConfigMap);
		expect((patched as V1ConfigMap).data).toEqual({ a: '1', b: '2' });
		const replaced = await api.replace({ ...patched, data: { c: '3' } } as V1ConfigMap);
		expect((replaced as V1ConfigMap).data).toEqual({ c: '3' });
		const list = await api.list('v1', 'ConfigMap', 'default');
		expect(list.items.map((item) => item.metadata?.name)).toContain('dynamic');
		await api.delete({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'dynamic', namespace: 'default' } });
		await expect(api.read({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'dynamic', namespace: 'default' } })).rejects.toMatchObject({ code: 404 });
	});

	it('applies dynamic and typed objects', async () => {
		const api = KubernetesObjectApi.makeApiClient(config);
		const applied = (data: Record<string, string>): V1ConfigMap => ({
			apiVersion: 'v1',
			kind: 'ConfigMap',
			metadata: { name: 'applied', namespace: 'default' },
			data,
		});
		const managers = ({ metadata }: V1ConfigMap) => metadata?.managedFields?.map(({ manager, operation, fieldsV1 }) => ({ manager, operation, fieldsV1 }));
		const apply = (manager: string, data: Record<string, string>, force = false) =>
			api.patch<V1ConfigMap>(applied(data), undefined, undefined, manager, force, PatchStrategy.ServerSideApply);
		const made = await apply('one', { a: '1', b: '1' });
		expect(managers(made)).toEqual([{ manager: 'one', operation: 'Apply', fieldsV1: { 'f:data': { 'f:a': {}, 'f:b': {} } } }]);
		expect(made.metadata?.managedFields?.[0]?.time).toBeInstanceOf(Date);
		await expect(apply('two', { a: '2' })).rejects.toMatchObject({ code: 409, body: expect.stringContaining('conflict with \\"one\\": .data.a') });
		const forced = await apply('two', { a: '2' }, true);
		expect(forced.data).toEqual({ a: '2', b: '1' });
		const core = config.makeApiClient(CoreV1Api);
		const typed = await core.patchNamespacedConfigMap(
			{ namespace: 'default', name: 'applied', body: applied({ b: '1' }), fieldManager: 'two' },
			setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply),
		);
		expect(typed.data).toEqual({ b: '1' });
		expect(managers(typed)).toEqual([
			{ manager: 'one', operation: 'Apply', fieldsV1: { 'f:data': { 'f:b': {} } } },
			{ manager: 'two', operation: 'Apply', fieldsV1: { 'f:data': { 'f:b': {} } } },
		]);
		// Objects returned by the client can be sent back.
		const replaced = await core.replaceNamespacedConfigMap({ namespace: 'default', name: 'applied', body: { ...typed, data: { b: '2' } } });
		expect(managers(replaced)).toEqual([expect.objectContaining({ operation: 'Update', fieldsV1: { 'f:data': { 'f:b': {} } } })]);
	});

	it('makes typed calls on several kinds', async () => {
		const core = config.makeApiClient(CoreV1Api);
		const secret = await core.createNamespacedSecret({ namespace: 'default', body: { metadata: { generateName: 's-' }, stringData: { password: 'x' } } });
		expect(secret.metadata?.name).toMatch(/^s-[a-z0-9]{5}$/);
		expect(secret.data).toEqual({ password: 'eA==' });
		expect((await core.listNamespace()).items.map((item) => item.metadata?.name)).toEqual(expect.arrayContaining(['default', 'kube-system', 'kube-public']));
		await core.deleteNamespacedSecret({ namespace: 'default', name: secret.metadata?.name ?? '' });
	});

	it('watches', async () => {
		const core = config.makeApiClient(CoreV1Api);
		const { metadata } = await core.listNamespacedConfigMap({ namespace: 'default' });
		const events: string[] = [];
		const seen = Promise.withResolvers<void>();
		const controller = await new Watch(config).watch(
			'/api/v1/namespaces/default/configmaps',
			{ resourceVersion: metadata?.resourceVersion, labelSelector: 'watched=yes' },
			(phase: string, object: V1ConfigMap) => {
				events.push(`${phase} ${object.metadata?.name}`);
				if (events.length === 3) seen.resolve();
			},
			(error) => error && seen.reject(error),
		);
		const body: V1ConfigMap = { metadata: { name: 'w', labels: { watched: 'yes' } }, data: { n: '0' } };
		await core.createNamespacedConfigMap({ namespace: 'default', body });
		await core.replaceNamespacedConfigMap({ namespace: 'default', name: 'w', body: { ...body, data: { n: '1' } } });
		await core.deleteNamespacedConfigMap({ namespace: 'default', name: 'w' });
		await seen.promise;
		controller.abort();
		expect(events).toEqual(['ADDED w', 'MODIFIED w', 'DELETED w']);
	});

	it('keeps an informer in step', async () => {
		const core = config.makeApiClient(CoreV1Api);
		const informer = makeInformer(config, '/api/v1/namespaces/default/configmaps', () => core.listNamespacedConfigMap({ namespace: 'default' }));
		const added = Promise.withResolvers<void>();
		const deleted = Promise.withResolvers<void>();
		informer.on('add', (object) => object.metadata?.name === 'informed' && added.resolve());
		informer.on('delete', (object) => object.metadata?.name === 'informed' && deleted.resolve());
		await informer.start();
		await core.createNamespacedConfigMap({ namespace: 'default', body: { metadata: { name: 'informed' } } });
		await added.promise;
		expect(informer.get('informed', 'default')?.metadata?.name).toBe('informed');
		await core.deleteNamespacedConfigMap({ namespace: 'default', name: 'informed' });
		await deleted.promise;
		await informer.stop();
	});
});
