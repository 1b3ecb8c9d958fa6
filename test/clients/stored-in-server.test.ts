/** Objects of a running server as `orch diff --objects https://...` reads them: all objects, each kind once, in the stored version. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { inServer } from '../../generator/command/objects/server.ts';
import { definitionsOf } from '../../generator/command/objects/server-definitions.ts';
import { placeOf, type StoredObject } from '../../generator/stored/stored-object.ts';
import { definition } from '../kinds/definitions/cases.ts';
import { expecting } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

let server: ServerProcess;
const expectStatus = expecting(() => server);
beforeAll(async () => {
	server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.21'] });
});
afterAll(() => server.remove());

interface Read {
	readonly groups: readonly string[];
	readonly objects: readonly StoredObject[];
	readonly unread: readonly string[];
}

async function read(kubeconfig = server.kubeconfig, url = server.url): Promise<Read> {
	const objects: StoredObject[] = [];
	const unread: string[] = [];
	let served: readonly string[] = [];
	await inServer(url, kubeconfig).read(({ groups = [] }) => {
		served = groups;
		return {
			// When two groups serve a resource, the specs name its storage group.
			resourceOf: (_, plural) => (plural === 'ingresses' ? 'ingresses.networking.k8s.io' : undefined),
			take: (object) => objects.push(object),
			takeUnreadable: (resource, reason) => unread.push(`${resource}: ${reason}`),
		};
	});
	return { groups: served, objects, unread };
}

describe('a server', () => {
	it('gives all that is stored, in chunks', async () => {
		const names = Array.from({ length: 501 }, (_, index) => `many-${index}`);
		for (let at = 0; at < names.length; at += 100)
			await Promise.all(names.slice(at, at + 100).map((name) => expectStatus(201, 'POST', '/api/v1/namespaces/default/configmaps', { metadata: { name } })));
		const { objects, groups, unread } = await read();
		expect(groups).toEqual(expect.arrayContaining(['', 'apps', 'rbac.authorization.k8s.io']));
		expect(unread).toEqual([]);
		const found = objects.filter(({ resource, name }) => resource === 'configmaps' && name.startsWith('many-'));
		expect(found.map(({ name }) => name).sort()).toEqual(names.sort());
		expect(found[0]?.object).toEqual({ kind: 'ConfigMap', apiVersion: 'v1', metadata: expect.not.objectContaining({ resourceVersion: expect.anything() }) });
		expect(objects.find(({ resource, name }) => resource === 'namespaces' && name === 'default')?.namespace).toBe('');
	});

	it('returns objects of several groups and versions once, in the stored form', async () => {
		const ingress = { metadata: { name: 'one' }, spec: { backend: { serviceName: 'a', servicePort: 80 } } };
		await expectStatus(201, 'POST', '/apis/extensions/v1beta1/namespaces/default/ingresses', ingress);
		const { objects } = await read();
		const found = objects.filter(({ object }) => object.kind === 'Ingress');
		expect(found.map((one) => [one.resource, placeOf(one), one.object.apiVersion])).toEqual([
			['ingresses.networking.k8s.io', 'default/one', 'networking.k8s.io/v1'],
		]);
		expect(objects.filter(({ object }) => object.kind === 'ComponentStatus')).toEqual([]);
	});

	it('is asked only with proof of its identity, and with credentials', async () => {
		await expect(read(server.kubeconfig, server.url.replace('https', 'http'))).rejects.toThrow('the address must start with https://');
		await expect(read(join(server.dataDir, 'nothing'))).rejects.toThrow('cannot read the kubeconfig');
		const path = join(server.dataDir, 'insecure.yaml');
		writeFileSync(
			path,
			JSON.stringify({
				'current-context': 'a',
				contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
				clusters: [{ name: 'a', cluster: { server: server.url, 'insecure-skip-tls-verify': true } }],
				users: [{ name: 'a', user: { token: 'x' } }],
			}),
		);
		await expect(read(path)).rejects.toThrow('insecure-skip-tls-verify');
	});

	it('gives its definitions to an import', async () => {
		await expectStatus(201, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition());
		const [found] = await definitionsOf(server.url, server.kubeconfig);
		expect(found).toMatchObject({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', spec: { group: 'example.com' } });
		await expect(definitionsOf('http://127.0.0.1:1', server.kubeconfig)).rejects.toThrow(
			'--from-server http://127.0.0.1:1: the address must start with https://',
		);
	});
});
