/** kill -9 at any moment of a collection leaves nothing behind: no dependent whose owner is gone, no finalizer that holds for ever. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const dependents = 150;
const killsOfEach = 5;
/** Over which moments the kills are spread, from the answer to the deletion on. */
const spreadMs = 120;
const patience = { timeout: 30_000, interval: 50 };

const dataDir = mkdtempSync(join(tmpdir(), 'orch-collecting-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const namespaced = (namespace: string): string => `/api/v1/namespaces/${namespace}`;

async function done(server: ServerProcess, method: string, path: string, body?: object): Promise<Loose> {
	const answer = await server.call(method, path, body);
	expect(answer.status, answer.text).toBeLessThan(300);
	return answer.json() as Loose;
}

/** A Secret that owns Secrets and, through half of them, ConfigMaps: the collector works its way down. */
async function family(server: ServerProcess, namespace: string): Promise<string> {
	await done(server, 'POST', '/api/v1/namespaces', { metadata: { name: namespace } });
	const make = async (resource: string, name: string, owner?: Loose): Promise<Loose> => {
		const of = owner && { apiVersion: 'v1', kind: 'Secret', name: owner.metadata.name, uid: owner.metadata.uid, blockOwnerDeletion: true };
		return done(server, 'POST', `${namespaced(namespace)}/${resource}`, { metadata: { name, labels: { made: 'here' }, ...(of && { ownerReferences: [of] }) } });
	};
	const owner = await make('secrets', 'owner');
	await Promise.all(
		Array.from({ length: dependents / 2 }, async (_, at) => {
			const child = await make('secrets', `child-${at}`, owner);
			await make('configmaps', `grandchild-${at}`, child);
		}),
	);
	return `${namespaced(namespace)}/secrets/owner`;
}

/** What is left of those that were made. */
async function left(server: ServerProcess, namespace: string): Promise<Loose[]> {
	const lists = await Promise.all(['secrets', 'configmaps'].map((resource) => done(server, 'GET', `${namespaced(namespace)}/${resource}?labelSelector=made`)));
	return lists.flatMap(({ items }) => items);
}

it.each(['Background', 'Foreground', 'Orphan', 'of the namespace'])(
	'a deletion that is killed ends all the same: %s',
	async (policy) => {
		for (let kill = 0; kill < killsOfEach; kill++) {
			const namespace = `${policy.toLowerCase().replaceAll(' ', '-')}-${kill}`;
			const server = await startServer(inject('built').orch, { dataDir });
			const owner = await family(server, namespace);
			const isOfNamespace = policy === 'of the namespace';
			await done(server, 'DELETE', isOfNamespace ? namespaced(namespace) : owner, isOfNamespace ? undefined : { propagationPolicy: policy });
			// The moments are what is tried.
			await new Promise((resolve) => setTimeout(resolve, (spreadMs * kill) / killsOfEach));
			await server.kill();
			const again = await startServer(inject('built').orch, { dataDir });
			try {
				if (isOfNamespace) await expect.poll(async () => (await again.call('GET', namespaced(namespace))).status, patience).toBe(404);
				await expect.poll(async () => (await again.call('GET', owner)).status, patience).toBe(404);
				if (policy !== 'Orphan') {
					await expect.poll(async () => (await left(again, namespace)).length, patience).toBe(0);
					continue;
				}
				const rest = await left(again, namespace);
				const children = rest.filter(({ metadata }) => metadata.name.startsWith('child'));
				expect(rest).toHaveLength(dependents);
				expect(children.every(({ metadata }) => metadata.ownerReferences === undefined && metadata.finalizers === undefined)).toBe(true);
			} finally {
				await again.stop();
			}
		}
	},
	180_000,
);
