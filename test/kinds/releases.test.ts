/**
 * Tests that pods, workloads, claims and similar kinds can be created at every emulated release: no rule requires a field that is not there
 * yet.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../verbs/write-fixture.ts';

const spec = {
	containers: [
		{
			name: 'c',
			image: 'i',
			ports: [{ containerPort: 80 }],
			resources: { limits: { cpu: '1' } },
			readinessProbe: { httpGet: { port: 80 } },
			securityContext: { privileged: true },
			volumeMounts: [{ name: 'v', mountPath: '/v' }],
		},
	],
	volumes: [{ name: 'v' }],
	tolerations: [{ operator: 'Exists' }],
};
const workload = { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec } };
const bodies: Readonly<Record<string, JsonObject>> = {
	'/api/v1/namespaces/default/pods': { spec },
	'/api/v1/namespaces/default/persistentvolumeclaims': {
		spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, dataSource: { kind: 'PersistentVolumeClaim', name: 'x' } },
	},
	'/api/v1/persistentvolumes': { spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, nfs: { server: 's', path: '/' } } },
	'/apis/apps/v1/namespaces/default/deployments': { spec: workload },
	'/apis/apps/v1/namespaces/default/replicasets': { spec: workload },
	'/apis/apps/v1/namespaces/default/daemonsets': { spec: workload },
	'/apis/apps/v1/namespaces/default/statefulsets': { spec: { ...workload, serviceName: 's' } },
	'/apis/apps/v1/namespaces/default/controllerrevisions': { data: { a: 1 }, revision: 1 },
	'/apis/batch/v1/namespaces/default/jobs': { spec: { template: { spec: { ...spec, restartPolicy: 'Never' } } } },
	'/apis/storage.orch.io/v1/storageclasses': { provisioner: 'a' },
	'/api/v1/namespaces/default/secrets': { stringData: { a: 'b' } },
};

describe.each(catalog.releases.filter((_, index, all) => index % 5 === 0 || index === all.length - 1))('release %s', (release) => {
	let server: TestServer;
	beforeAll(async () => {
		server = await testServer({ release });
	});
	afterAll(() => server.close());
	test.each(Object.entries(bodies))('%s', async (path, body) => {
		const made = await server.call('POST', path, { body: { metadata: { name: 'x' }, ...body } });
		expect([made.status, made.status === 201 ? '' : made.body.message]).toEqual([201, '']);
		const again = await server.call('PUT', `${path}/x`, { body: { ...made.body, metadata: { ...made.body.metadata, labels: { a: 'b' } } } });
		expect([again.status, again.status === 200 ? '' : again.body.message]).toEqual([200, '']);
	});
});

test.each([
	['1.33', { creationTimestamp: null, labels: { a: 'b' } }],
	['1.34', { labels: { a: 'b' } }],
])('release %s shows the metadata of a template as %j', async (release, metadata) => {
	const server = await testServer({ release });
	try {
		const path = '/apis/apps/v1/namespaces/default/deployments';
		const made = await server.call('POST', path, { body: { metadata: { name: 'x' }, ...bodies[path] } });
		expect(made.body.spec.template.metadata).toEqual(metadata);
	} finally {
		await server.close();
	}
});

test.each([
	['1.32', [7, 7, 7, 7, 8]],
	['1.33', [1, 1, 2, 2, 3]],
])("release %s counts changes of a pod's spec as %j", async (release, generations) => {
	const server = await testServer({ release });
	try {
		const pods = '/api/v1/namespaces/default/pods';
		const patch = (path: string, body: JsonObject) => server.call('PATCH', `${pods}/x${path}`, { body, type: 'application/strategic-merge-patch+json' });
		const answers = [
			await server.call('POST', pods, { body: { metadata: { name: 'x', generation: 7, finalizers: ['a.b/c'] }, spec } }),
			await patch('', { metadata: { generation: 9, labels: { a: 'b' } } }),
			await patch('', { spec: { containers: [{ name: 'c', image: 'other' }] } }),
			await patch('/status', { metadata: { generation: 9 }, status: { message: 'x' } }),
			await server.call('DELETE', `${pods}/x`, { body: { gracePeriodSeconds: 30 } }),
		];
		expect(answers.map(({ status, body }) => [status < 300, body.metadata.generation])).toEqual(generations.map((generation) => [true, generation]));
	} finally {
		await server.close();
	}
});
