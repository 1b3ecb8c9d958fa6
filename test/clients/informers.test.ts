/** Informers of the official JavaScript client across server restarts, kills, and an expired history. */
import { CoreV1Api, type Informer, KubeConfig, makeInformer, type ObjectCache, type V1ConfigMap } from '@kubernetes/client-node';
import { afterEach, expect, inject, it } from 'vitest';
import { type ServerProcess, startServer } from '../setup/server.ts';

const collection = '/api/v1/namespaces/default/configmaps';

let server: ServerProcess;
let informer: Informer<V1ConfigMap> & ObjectCache<V1ConfigMap>;
afterEach(async () => {
	await informer?.stop();
	await server?.remove();
});

/** Starts a server on the same data, at an address that clients know or at a new one. */
function start(flags: readonly string[]): Promise<ServerProcess> {
	return startServer(inject('built').kubernetes, { dataDir: server.dataDir, flags });
}

function configMap(name: string, v: string): V1ConfigMap {
	return { metadata: { name, labels: { informed: 'yes' } }, data: { v } };
}

async function ok(answer: ReturnType<ServerProcess['call']>): Promise<void> {
	const { status, text } = await answer;
	if (status >= 300) throw new Error(`${status}: ${text}`);
}

async function isForgotten(revision: string): Promise<void> {
	for (;;) {
		const { text } = await server.call('GET', `${collection}?watch=1&timeoutSeconds=1&resourceVersion=${revision}`);
		if (text.includes('"code":410')) return;
	}
}

/** Time limit on a busy machine; the test takes seconds on an idle one. */
const busyMs = 180_000;

it(
	'survive a restart, a kill and a lost history, and end with the current objects',
	async () => {
		server = await startServer(inject('built').kubernetes);
		const home = ['--secure-port', String(server.port)];
		const config = new KubeConfig();
		config.loadFromFile(server.kubeconfig);
		const core = config.makeApiClient(CoreV1Api);
		let lists = 0;
		const listed = (): ReturnType<CoreV1Api['listNamespacedConfigMap']> => {
			lists++;
			return core.listNamespacedConfigMap({ namespace: 'default', labelSelector: 'informed=yes' });
		};
		informer = makeInformer(config, collection, listed, 'informed=yes');
		const seen = new Map<string, () => void>();
		const told = (verb: string) => (object: V1ConfigMap) => seen.get(`${verb} ${object.metadata?.name} ${object.data?.v}`)?.();
		for (const verb of ['add', 'update', 'delete'] as const) informer.on(verb, told(verb));
		/** Resolves when the informer reports it. */
		const says = (what: string): Promise<void> => new Promise((resolve) => seen.set(what, resolve));
		// The documentation requires users to restart an informer whose connection broke.
		let away = Promise.resolve();
		informer.on('error', () => void away.then(() => informer.start()));
		const move = (next: Promise<ServerProcess>): Promise<void> => {
			away = next.then((started) => {
				server = started;
			});
			return away;
		};
		await informer.start();

		const restarts = { SIGTERM: () => server.stop(), SIGKILL: () => server.kill() };
		let made = says('add one 0');
		await ok(server.call('POST', collection, configMap('one', '0')));
		await ok(server.call('POST', collection, configMap('gone', '0')));
		await made;
		for (const [i, end] of Object.values(restarts).entries()) {
			const updated = says(`update one ${i + 1}`);
			await move(end().then(() => start(home)));
			await ok(server.call('PUT', `${collection}/one`, configMap('one', String(i + 1))));
			await updated;
		}
		expect(lists).toBe(1);

		// The server uses another address, so the informer cannot follow and misses these changes.
		const { text } = await server.call('GET', collection);
		const { resourceVersion } = (JSON.parse(text) as { metadata: { resourceVersion: string } }).metadata;
		const reachable = Promise.withResolvers<ServerProcess>();
		const moved = move(reachable.promise);
		await server.stop();
		server = await start(['--history', '1s']);
		await ok(server.call('DELETE', `${collection}/gone`));
		await ok(server.call('PUT', `${collection}/one`, configMap('one', '3')));
		await server.stop();
		// A server serves events that it saw itself from memory, at any age.
		server = await start(['--history', '1s']);
		await isForgotten(resourceVersion);
		await server.stop();
		const [deleted, updated] = [says('delete gone 0'), says('update one 3')];
		reachable.resolve(start(home));
		await moved;
		await Promise.all([deleted, updated]);
		expect(lists).toBe(2);
		made = says('add last 0');
		await ok(server.call('POST', collection, configMap('last', '0')));
		await made;
		const { items } = await core.listNamespacedConfigMap({ namespace: 'default', labelSelector: 'informed=yes' });
		const byName = (objects: readonly V1ConfigMap[]) => objects.map(({ metadata, data }) => [metadata?.name, metadata?.resourceVersion, data]).sort();
		expect(byName(informer.list('default').slice())).toEqual(byName(items));
		expect(items.length).toBe(2);
	},
	busyMs,
);
