/** Tests every operation of every kind of seed 2. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { attachmentSpec, claimSpec, merge, paths, type Resource, server, volumeSpec, withServer } from './fixture.ts';

withServer();

describe('Endpoints', () => {
	const bodies: Readonly<Record<Resource, JsonObject>> = {
		configmaps: {},
		secrets: {},
		pods: { spec: { containers: [{ name: 'c', image: 'i' }] } },
		persistentvolumeclaims: { spec: claimSpec },
		persistentvolumes: { spec: volumeSpec },
		storageclasses: { provisioner: 'a' },
		csidrivers: { spec: {} },
		csinodes: { spec: { drivers: [] } },
		volumeattachments: { spec: attachmentSpec },
		csistoragecapacities: { storageClassName: 'fast' },
	};
	const kinds = Object.entries({
		configmaps: 'ConfigMap',
		secrets: 'Secret',
		persistentvolumeclaims: 'PersistentVolumeClaim',
		persistentvolumes: 'PersistentVolume',
		storageclasses: 'StorageClass',
		csidrivers: 'CSIDriver',
		csinodes: 'CSINode',
		volumeattachments: 'VolumeAttachment',
		csistoragecapacities: 'CSIStorageCapacity',
	} satisfies Partial<Record<Resource, string>>) as [Resource, string][];
	const statuses: Partial<Record<Resource, JsonObject>> = {
		persistentvolumeclaims: { phase: 'Available' },
		persistentvolumes: { phase: 'Available' },
		volumeattachments: { attached: true },
	};
	const answersStatus: readonly Resource[] = ['configmaps', 'secrets', 'csistoragecapacities'];
	test.each(kinds)('%s: every operation', async (resource, kind) => {
		const path = paths[resource];
		const body = { metadata: { name: 'all-of-it', labels: { whole: 'yes' } }, ...bodies[resource] };
		const created = await server.call('POST', path, { body });
		expect([created.status, created.body.kind]).toEqual([201, kind]);
		expect(await server.call('GET', `${path}/all-of-it`)).toMatchObject({ status: 200, body: { kind } });
		const listed = await server.call('GET', `${path}?labelSelector=whole%3Dyes`);
		expect([listed.status, listed.body.kind, listed.body.items.length]).toEqual([200, `${kind}List`, 1]);
		if (path.includes('/namespaces/'))
			expect(await server.call('GET', path.replace('/namespaces/default', ''))).toMatchObject({ status: 200, body: { kind: `${kind}List` } });
		const updated = await server.call('PUT', `${path}/all-of-it`, { body: { ...created.body, metadata: { ...created.body.metadata, labels: { a: 'c' } } } });
		expect([updated.status, updated.body.metadata.labels]).toEqual([200, { a: 'c' }]);
		const patched = await server.call('PATCH', `${path}/all-of-it`, { type: merge, body: { metadata: { labels: { a: 'd' } } } });
		expect([patched.status, patched.body.metadata.labels]).toEqual([200, { a: 'd' }]);
		const status = statuses[resource];
		if (status !== undefined) {
			expect((await server.call('GET', `${path}/all-of-it/status`)).body.kind).toBe(kind);
			expect((await server.call('PUT', `${path}/all-of-it/status`, { body: patched.body })).status).toBe(200);
			expect((await server.call('PATCH', `${path}/all-of-it/status`, { type: merge, body: { status } })).body.status).toMatchObject(status);
		} else expect((await server.call('GET', `${path}/all-of-it/status`)).status).toBe(404);
		const deleted = await server.call('DELETE', `${path}/all-of-it`);
		expect([deleted.status, deleted.body.kind]).toEqual([200, answersStatus.includes(resource) ? 'Status' : kind]);
		expect((await server.call('DELETE', `${path}?labelSelector=a%3Dnone`)).status).toBe(200);
	});
});
