/** Tests the statements of seed 2 about claims and volumes, one row each. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { testServer } from '../../verbs/write-fixture.ts';
import { type Change, changed, claimSpec, expected, made, merge, paths, type Row, server, strategic, volumeSpec, withServer } from './fixture.ts';

withServer();

describe('PersistentVolumeClaim', () => {
	const own = { kind: 'PersistentVolumeClaim', name: 'other' };
	const snapshot = { apiGroup: 'snapshot.storage.orch.io', kind: 'VolumeSnapshot', name: 's' };
	const populator = { apiGroup: 'example.com', kind: 'Populator', name: 'p' };
	test.each<Row>([
		['volumeMode is Filesystem when absent', {}, { volumeMode: 'Filesystem' }],
		['volumeMode Block', { volumeMode: 'Block' }, { volumeMode: 'Block' }],
		['no other volumeMode', { volumeMode: 'Tape' }, 'spec.volumeMode: Unsupported value: "Tape"'],
		['a class, a volume', { storageClassName: '', volumeName: 'v' }, { storageClassName: '', volumeName: 'v' }],
		['a class with a name that is none', { storageClassName: 'A' }, 'spec.storageClassName: Invalid value: "A"'],
		['dataSource is said twice', { dataSource: own }, { dataSource: own, dataSourceRef: own }],
		['dataSourceRef is said twice', { dataSourceRef: snapshot }, { dataSource: snapshot, dataSourceRef: snapshot }],
		['both, equal', { dataSource: snapshot, dataSourceRef: snapshot }, { dataSource: snapshot }],
		['both, different', { dataSource: snapshot, dataSourceRef: own }, 'must match dataSourceRef'],
		['dataSourceRef keeps objects of any kind', { dataSourceRef: populator }, { dataSource: populator, dataSourceRef: populator }],
		['dataSourceRef errs on others of the core group', { dataSourceRef: { kind: 'ConfigMap', name: 'c' } }, 'spec.dataSourceRef: Invalid value: "ConfigMap"'],
		['no access mode', { accessModes: [] }, 'spec.accessModes: Required value: at least 1 access mode is required'],
		['no size', { resources: {} }, 'spec.resources[storage]: Required value'],
		['a size of nothing', { resources: { requests: { storage: '0' } } }, 'spec.resources[storage]: Invalid value: "0": must be greater than zero'],
		['a mode of one pod and others', { accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] }, 'may not use ReadWriteOncePod with other access modes'],
	])('%s', async (_, spec, wanted) =>
		expected(await made('persistentvolumeclaims', { spec: { ...claimSpec, ...spec } }), typeof wanted === 'string' ? wanted : { spec: wanted }),
	);
	test('dataSource drops unsupported references', async () => {
		const { spec } = await made('persistentvolumeclaims', { spec: { ...claimSpec, dataSource: populator } });
		expect(spec).not.toHaveProperty('dataSource');
		expect(spec).not.toHaveProperty('dataSourceRef');
	});
	test.each<Change>([
		['the volume is named once', {}, { volumeName: 'v' }, { spec: { volumeName: 'v' } }],
		[
			'and then stays',
			{ volumeName: 'v' },
			{ volumeName: 'w' },
			'spec: Forbidden: spec is immutable after creation except resources.requests for bound claims',
		],
		['access modes stay', {}, { accessModes: ['ReadOnlyMany'] }, 'spec: Forbidden'],
		['volumeMode stays', {}, { volumeMode: 'Block' }, 'field is immutable'],
		['an unbound claim does not grow', {}, { resources: { requests: { storage: '2Gi' } } }, 'spec: Forbidden'],
	])('%s', async (_, spec, patch, wanted) => expected(await changed('persistentvolumeclaims', { spec: { ...claimSpec, ...spec } }, { spec: patch }), wanted));
	test('a bound claim grows and does not shrink', async () => {
		await made('persistentvolumeclaims', { spec: claimSpec }, 'bound');
		const path = `${paths.persistentvolumeclaims}/bound`;
		await server.call('PATCH', `${path}/status`, { type: merge, body: { status: { phase: 'Bound', capacity: { storage: '1Gi' } } } });
		const size = (storage: string) => server.call('PATCH', path, { type: merge, body: { spec: { resources: { requests: { storage } } } } });
		expect((await size('2Gi')).body.spec.resources.requests.storage).toBe('2Gi');
		expect((await size('1Gi')).body.message).toContain('spec.resources.requests.storage: Forbidden: field can not be less than previous value');
	});
	test('conditions merge by type', async () => {
		const condition = (type: string, status: string) => ({ type, status, reason: 'ResizeStarted', lastProbeTime: '2024-01-01T00:00:00Z', message: 'm' });
		await made('persistentvolumeclaims', { spec: claimSpec }, 'resized');
		const path = `${paths.persistentvolumeclaims}/resized/status`;
		for (const [type, status] of [
			['Resizing', 'True'],
			['FileSystemResizePending', 'True'],
			['Resizing', 'False'],
		] as const) {
			await server.call('PATCH', path, { type: strategic, body: { status: { conditions: [condition(type, status)] } } });
		}
		const { body } = await server.call('GET', path);
		const seen = Object.fromEntries(body.status.conditions.map((one: { type: string; status: string }) => [one.type, one.status]));
		expect(seen).toEqual({ Resizing: 'False', FileSystemResizePending: 'True' });
	});
	test('status: capacity and phase; allocatedResources and resizeStatus need their gate', async () => {
		const status = { capacity: { storage: '1Gi' }, phase: 'Bound' };
		const asked = { ...status, allocatedResources: { storage: '2Gi' }, resizeStatus: 'NodeExpansionPending' };
		const changes = await changed('persistentvolumeclaims', { spec: claimSpec }, { status: asked }, { subresource: '/status' });
		expected(changes, { status });
	});
	test('1.36: the status of a resize has defined values', async () => {
		const newest = await testServer({ release: '1.36' });
		await newest.call('POST', paths.persistentvolumeclaims, { body: { metadata: { name: 'resized' }, spec: claimSpec } });
		const say = (storage: string) => {
			const body = { status: { allocatedResources: { storage: '2Gi' }, allocatedResourceStatuses: { storage } } };
			return newest.call('PATCH', `${paths.persistentvolumeclaims}/resized/status`, { type: merge, body });
		};
		expect((await say('x')).body.message).toContain(
			'status.allocatedResourceStatuses: Unsupported value: "storage": supported values: "ControllerResizeInProgress", "ControllerResizeInfeasible"',
		);
		const others = { cpu: 'NodeResizePending', 'example.com/gpu': 'NodeResizePending', 'a b': 'NodeResizePending' };
		const ofOthers = { status: { allocatedResourceStatuses: others, allocatedResources: { 'example.com/gpu': '1', memory: '1' } } };
		const refused = await newest.call('PATCH', `${paths.persistentvolumeclaims}/resized/status`, { type: merge, body: ofOthers });
		for (const said of [
			'status.allocatedResourceStatuses: Unsupported value: "cpu": supported values: "storage"',
			'status.allocatedResourceStatuses: Invalid value: "a b": name part must consist of',
			'status.allocatedResources: Unsupported value: "memory": supported values: "storage"',
		])
			expect(refused.body.message).toContain(said);
		expect(refused.body.message).not.toContain('gpu');
		expect((await say('NodeResizePending')).body.status.allocatedResourceStatuses).toEqual({ storage: 'NodeResizePending' });
		await newest.close();
	});
});

describe('PersistentVolume', () => {
	const on = (source: JsonObject) => ({ nfs: null, ...source });
	const affinity = { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }] } };
	const scaleIO = { gateway: 'g', system: 's', secretRef: { name: 'x', namespace: 'n' }, volumeName: 'v' };
	test.each<Row>([
		['Retain by default', {}, { persistentVolumeReclaimPolicy: 'Retain' }],
		['Delete', { persistentVolumeReclaimPolicy: 'Delete' }, { persistentVolumeReclaimPolicy: 'Delete' }],
		['Recycle', { persistentVolumeReclaimPolicy: 'Recycle' }, { persistentVolumeReclaimPolicy: 'Recycle' }],
		['no other policy', { persistentVolumeReclaimPolicy: 'Burn' }, 'supported values: "Delete", "Recycle", "Retain"'],
		['volumeMode is Filesystem when absent', {}, { volumeMode: 'Filesystem' }],
		['nodeAffinity names required nodes', { nodeAffinity: {} }, 'must specify required node constraints'],
		['nodeAffinity has terms', { nodeAffinity: { required: {} } }, 'spec.nodeAffinity.required.nodeSelectorTerms: Required value'],
		['nodeAffinity by labels', { nodeAffinity: affinity }, { nodeAffinity: affinity }],
		['an empty term is let through', { nodeAffinity: { required: { nodeSelectorTerms: [{}] } } }, {}],
		['local needs a path', { ...on({ local: {} }), nodeAffinity: affinity }, 'spec.local.path: Required value'],
		['local needs its nodes', on({ local: { path: '/d' } }), 'spec.nodeAffinity: Required value: Local volume requires node affinity'],
		['local with a file system', { ...on({ local: { path: '/d', fsType: 'ext4' } }), nodeAffinity: affinity }, { local: { path: '/d', fsType: 'ext4' } }],
		['exactly one source', { csi: { driver: 'd', volumeHandle: 'h' } }, 'Forbidden: may not specify more than 1'],
		['not none', on({}), 'spec: Required value'],
		['no access mode', { accessModes: null }, 'spec.accessModes: Required value'],
		['no capacity', { capacity: null }, 'spec.capacity: Required value'],
		['capacity of storage only', { capacity: { storage: '1Gi', cpu: '1' } }, 'supported values: "storage"'],
		['capacity above nothing', { capacity: { storage: '-1' } }, 'spec.capacity[storage]: Invalid value: "-1": must be greater than zero'],
		[
			'azureFile names the namespace of its secret',
			on({ azureFile: { secretName: 's', shareName: 't', secretNamespace: 'n' } }),
			{ azureFile: { secretNamespace: 'n' } },
		],
		['cephfs', on({ cephfs: { monitors: ['m'], user: 'u', secretRef: { name: 'x', namespace: 'n' } } }), { cephfs: { secretRef: { namespace: 'n' } } }],
		['cinder', on({ cinder: { volumeID: 'v', secretRef: { name: 'x', namespace: 'n' } } }), { cinder: { secretRef: { namespace: 'n' } } }],
		['csi needs a driver', on({ csi: { volumeHandle: 'h' } }), 'spec.csi.driver: Required value'],
		['csi needs a handle', on({ csi: { driver: 'd' } }), 'spec.csi.volumeHandle: Required value'],
		[
			'csi with secrets',
			on({
				csi: {
					driver: 'd',
					volumeHandle: 'h',
					readOnly: true,
					nodeStageSecretRef: { name: 'x', namespace: 'n' },
					nodePublishSecretRef: { name: 'x', namespace: 'n' },
					controllerPublishSecretRef: { name: 'x', namespace: 'n' },
					controllerExpandSecretRef: { name: 'x', namespace: 'n' },
					volumeAttributes: { a: 'b' },
				},
			}),
			{ csi: { controllerExpandSecretRef: { name: 'x', namespace: 'n' } } },
		],
		['scaleIO: its defaults', on({ scaleIO }), { scaleIO: { ...scaleIO, storageMode: 'ThinProvisioned', fsType: 'xfs' } }],
		['scaleIO needs its secret', on({ scaleIO: { gateway: 'g', system: 's' } }), 'spec.scaleIO.secretRef: Required value'],
		[
			'storageos names any object',
			on({ storageos: { volumeName: 'v', secretRef: { kind: 'Secret', name: 'x', namespace: 'n' } } }),
			{ storageos: { secretRef: { kind: 'Secret' } } },
		],
		[
			'iscsi',
			on({ iscsi: { iqn: 'iqn.2001-04.com.example:a', lun: 1, targetPortal: 'p', secretRef: { name: 'x', namespace: 'n' } } }),
			{ iscsi: { iscsiInterface: 'default', secretRef: { namespace: 'n' } } },
		],
		['glusterfs', on({ glusterfs: { endpoints: 'e', path: 'p' } }), { glusterfs: { endpoints: 'e' } }],
		['flexVolume', on({ flexVolume: { driver: 'd', secretRef: { name: 'x', namespace: 'n' } } }), { flexVolume: { secretRef: { namespace: 'n' } } }],
		['a class with a name that is none', { storageClassName: 'A' }, 'spec.storageClassName: Invalid value: "A"'],
	])('%s', async (_, spec, wanted) =>
		expected(await made('persistentvolumes', { spec: { ...volumeSpec, ...spec } }), typeof wanted === 'string' ? wanted : { spec: wanted }),
	);
	test.each<Change>([
		['the source stays', {}, { nfs: { path: '/q' } }, 'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation'],
		['volumeMode stays', {}, { volumeMode: 'Block' }, 'field is immutable'],
		['nodes are named once', {}, { nodeAffinity: affinity }, { spec: { nodeAffinity: affinity } }],
		['and then stay', { nodeAffinity: affinity }, { nodeAffinity: null }, 'nodeAffinity: Invalid value'],
		['capacity grows', {}, { capacity: { storage: '2Gi' } }, { spec: { capacity: { storage: '2Gi' } } }],
	])('%s', async (_, spec, patch, wanted) => expected(await changed('persistentvolumes', { spec: { ...volumeSpec, ...spec } }, { spec: patch }), wanted));
	test('status', async () => {
		const status = { message: 'm', phase: 'Failed', reason: 'Broken' };
		expected(await changed('persistentvolumes', { spec: volumeSpec }, { status }, { subresource: '/status' }), { status });
	});
});
