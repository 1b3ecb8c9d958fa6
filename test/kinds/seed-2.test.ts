/** What seed 2 states of configuration and storage, a row each; docs/conformance/seed-2.md says what is not here and why. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type Call, type TestServer, testServer } from '../verbs/write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
});
afterAll(() => server.close());

const merge = 'application/merge-patch+json';
const strategic = 'application/strategic-merge-patch+json';
const base64 = (text: string) => Buffer.from(text).toString('base64');
let counter = 0;

const paths = {
	configmaps: '/api/v1/namespaces/default/configmaps',
	secrets: '/api/v1/namespaces/default/secrets',
	pods: '/api/v1/namespaces/default/pods',
	persistentvolumeclaims: '/api/v1/namespaces/default/persistentvolumeclaims',
	persistentvolumes: '/api/v1/persistentvolumes',
	storageclasses: '/apis/storage.orch.io/v1/storageclasses',
	csidrivers: '/apis/storage.orch.io/v1/csidrivers',
	csinodes: '/apis/storage.orch.io/v1/csinodes',
} as const;
type Resource = keyof typeof paths;

/** What comes back of a new object, or the words of the refusal as text. */
async function made(resource: Resource, body: JsonObject, name = `o${counter++}`) {
	const answer = await server.call('POST', paths[resource], { body: { metadata: { name }, ...body } });
	return answer.status === 201 ? answer.body : (answer.body.message as string);
}

/** What becomes of an object by a patch, or the words of the refusal as text. */
async function changed(resource: Resource, body: JsonObject, patch: JsonObject, { type = merge, subresource = '' } = {}) {
	const name = `o${counter++}`;
	await made(resource, body, name);
	const answer = await server.call('PATCH', `${paths[resource]}/${name}${subresource}`, { type, body: patch } satisfies Call);
	return answer.status === 200 ? answer.body : (answer.body.message as string);
}

/** Text must be in the words of a refusal; an object must be in what was made. */
function expected(got: unknown, wanted: string | JsonObject): void {
	if (typeof wanted === 'string') expect(got).toContain(wanted);
	else expect(got).toMatchObject(wanted);
}

type Row = [statement: string, body: JsonObject, wanted: string | JsonObject];
type Change = [statement: string, body: JsonObject, patch: JsonObject, wanted: string | JsonObject];

describe('ConfigMap', () => {
	test.each<Row>([
		['keys of data: letters, digits, -, _ and .', { data: { 'aZ0-_.': 'x' } }, { data: { 'aZ0-_.': 'x' } }],
		['no other keys of data', { data: { 'a b': 'x' } }, 'data[a b]: Invalid value: "a b": a valid config key'],
		['keys of binaryData likewise', { binaryData: { 'a/b': '' } }, 'binaryData[a/b]: Invalid value: "a/b": a valid config key'],
		['binaryData holds bytes that are not UTF-8', { binaryData: { a: '/////w==' } }, { binaryData: { a: '/////w==' } }],
		['no key in both', { data: { a: 'x' }, binaryData: { a: 'eA==' } }, 'data[a]: Invalid value: "a": duplicate of key present in binaryData'],
	])('%s', async (_, body, wanted) => expected(await made('configmaps', body), wanted));
	test('immutable is unset by default', async () => expect(await made('configmaps', {})).not.toHaveProperty('immutable'));
	test.each<Change>([
		['immutable: data stays', { immutable: true, data: { a: '1' } }, { data: { a: '2' } }, 'data: Forbidden: field is immutable when `immutable` is set'],
		['immutable: binaryData stays', { immutable: true }, { binaryData: { a: 'eA==' } }, 'binaryData: Forbidden'],
		['immutable: it stays so', { immutable: true }, { immutable: null }, 'immutable: Forbidden'],
		['immutable: metadata changes', { immutable: true }, { metadata: { labels: { a: 'b' } } }, { metadata: { labels: { a: 'b' } } }],
		['not immutable: the field changes', { immutable: false, data: { a: '1' } }, { immutable: true, data: { a: '2' } }, { immutable: true, data: { a: '2' } }],
	])('%s', async (_, body, patch, wanted) => expected(await changed('configmaps', body, patch), wanted));
});

describe('Secret', () => {
	test.each<Row>([
		['keys of data', { data: { 'a b': '' } }, 'data[a b]: Invalid value: "a b": a valid config key'],
		['data as large as it may be', { data: { a: Buffer.alloc(1048576).toString('base64') } }, { kind: 'Secret' }],
		['data that is too large', { data: { a: Buffer.alloc(1048577).toString('base64') } }, 'data: Too long: must have at most 1048576 bytes'],
		[
			'stringData goes into data, over what is there',
			{ data: { a: base64('1') }, stringData: { a: '2', b: '3' } },
			{ data: { a: base64('2'), b: base64('3') } },
		],
		['a type that says nothing', {}, { type: 'Opaque' }],
		["a type of one's own", { type: 'example.com/x' }, { type: 'example.com/x' }],
		['the type of bootstrap tokens', { type: 'bootstrap.orch.io/token', stringData: { 'token-id': 'abcdef' } }, { type: 'bootstrap.orch.io/token' }],
	])('%s', async (_, body, wanted) => expected(await made('secrets', body), wanted));
	test('stringData is never returned, immutable is unset', async () => {
		const secret = await made('secrets', { stringData: { a: '1' } });
		expect(secret).not.toHaveProperty('stringData');
		expect(secret).not.toHaveProperty('immutable');
		const read = await server.call('GET', `${paths.secrets}/${secret.metadata.name}`);
		expect(read.text).not.toContain('stringData');
	});
	test.each<Change>([
		[
			'immutable: data stays, however it is written',
			{ immutable: true },
			{ stringData: { a: '2' } },
			'data: Forbidden: field is immutable when `immutable` is set',
		],
		['immutable: it stays so', { immutable: true }, { immutable: false }, 'immutable: Forbidden'],
		['immutable: metadata changes', { immutable: true }, { metadata: { annotations: { a: 'b' } } }, { metadata: { annotations: { a: 'b' } } }],
	])('%s', async (_, body, patch, wanted) => expected(await changed('secrets', body, patch), wanted));
});

describe('Volume', () => {
	const items = (item: JsonObject) => ({ configMap: { name: 'x', items: [item] } });
	const file = (fields: JsonObject) => ({ downwardAPI: { items: [{ path: 'f', ...fields }] } });
	const token = (fields: JsonObject) => ({ projected: { sources: [{ serviceAccountToken: { path: 't', ...fields } }] } });
	const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
	const disk = { diskName: 'd', diskURI: 'https://u' };
	const iscsi = { iqn: 'iqn.2001-04.com.example:a', lun: 0, targetPortal: '10.0.0.1' };
	const scaleIO = { gateway: 'g', system: 's', secretRef: { name: 'x' }, volumeName: 'v' };

	const rows: Row[] = [
		['modes from 0', items({ key: 'k', path: 'p', mode: 0 }), items({ key: 'k', path: 'p', mode: 0 })],
		['modes to 511', items({ key: 'k', path: 'p', mode: 511 }), items({ key: 'k', path: 'p', mode: 511 })],
		['no higher modes', items({ key: 'k', path: 'p', mode: 512 }), 'configMap.items[0].mode: Invalid value: 512'],
		['no negative modes', items({ key: 'k', path: 'p', mode: -1 }), 'configMap.items[0].mode: Invalid value: -1'],
		['KeyToPath needs a key', items({ path: 'p' }), 'items[0].key: Required value'],
		['KeyToPath needs a path', items({ key: 'k' }), 'items[0].path: Required value'],
		['KeyToPath.path is relative', items({ key: 'k', path: '/p' }), 'must be a relative path'],
		['KeyToPath.path has no ..', items({ key: 'k', path: 'a/../b' }), "must not contain '..'"],
		['KeyToPath.path does not start with ..', items({ key: 'k', path: '..b' }), "must not start with '..'"],
		['DownwardAPIVolumeFile.path is relative', file({ path: '/a', fieldRef: { fieldPath: 'metadata.name' } }), 'must be a relative path'],
		['DownwardAPIVolumeFile.path has no ..', file({ path: 'a/..', fieldRef: { fieldPath: 'metadata.name' } }), "must not contain '..'"],
		['fieldRef: the name', file({ fieldRef: { fieldPath: 'metadata.name' } }), file({ fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } })],
		['fieldRef: the namespace', file({ fieldRef: { fieldPath: 'metadata.namespace' } }), {}],
		['fieldRef: labels', file({ fieldRef: { fieldPath: 'metadata.labels' } }), {}],
		['fieldRef: an annotation', file({ fieldRef: { fieldPath: "metadata.annotations['a']" } }), {}],
		['fieldRef: nothing else', file({ fieldRef: { fieldPath: 'spec.nodeName' } }), 'fieldRef.fieldPath'],
		['resourceFieldRef: limits and requests', file({ resourceFieldRef: { containerName: 'c', resource: 'limits.cpu' } }), {}],
		['resourceFieldRef: nothing else', file({ resourceFieldRef: { containerName: 'c', resource: 'cpu' } }), 'resourceFieldRef.resource: Invalid value: "cpu"'],
		['a file has one source', file({}), 'downwardAPI.items[0]: Required value'],
		['configMap: mode 0644 by default', { configMap: { name: 'x' } }, { configMap: { name: 'x', defaultMode: 420 } }],
		['configMap: may be optional', { configMap: { name: 'x', optional: true } }, { configMap: { optional: true } }],
		['configMap: no higher modes', { configMap: { name: 'x', defaultMode: 512 } }, 'configMap.defaultMode: Invalid value: 512'],
		['secret: mode 0644 by default', { secret: { secretName: 'x' } }, { secret: { secretName: 'x', defaultMode: 420 } }],
		[
			'secret: may be optional, with files',
			{ secret: { secretName: 'x', optional: false, items: [{ key: 'k', path: 'p' }] } },
			{ secret: { optional: false } },
		],
		['downwardAPI: mode 0644 by default', { downwardAPI: {} }, { downwardAPI: { defaultMode: 420 } }],
		[
			'projected: several sources',
			{ projected: { sources: [{ configMap: { name: 'x' } }, { secret: { name: 'y', optional: true } }, { downwardAPI: {} }] } },
			{ projected: { defaultMode: 420 } },
		],
		['projected: each holds one', { projected: { sources: [{ configMap: { name: 'x' }, secret: { name: 'y' } }] } }, 'Forbidden'],
		[
			'projected: members have no mode of their own',
			{ projected: { sources: [{ secret: { name: 'x', items: [] } }] } },
			{ projected: { sources: [{ secret: { name: 'x' } }] } },
		],
		['serviceAccountToken: an hour by default', token({}), token({ expirationSeconds: 3600 })],
		['serviceAccountToken: an audience', token({ audience: 'vault' }), token({ audience: 'vault' })],
		['serviceAccountToken: needs a path', token({ path: '' }), 'path: Required value'],
		['serviceAccountToken: ten minutes at least', token({ expirationSeconds: 599 }), 'may not specify a duration less than 10 minutes'],
		['ephemeral: needs a template', { ephemeral: {} }, 'ephemeral.volumeClaimTemplate: Required value'],
		['ephemeral: with a spec', { ephemeral: { volumeClaimTemplate: { spec: claim } } }, { ephemeral: { volumeClaimTemplate: { spec: claim } } }],
		['ephemeral: needs the spec', { ephemeral: { volumeClaimTemplate: {} } }, 'ephemeral.volumeClaimTemplate.spec'],
		['ephemeral: labels and annotations', { ephemeral: { volumeClaimTemplate: { metadata: { labels: { a: 'b' } }, spec: claim } } }, {}],
		[
			'ephemeral: nothing else of metadata',
			{ ephemeral: { volumeClaimTemplate: { metadata: { name: 'x' }, spec: claim } } },
			'cannot be set for an ephemeral volume',
		],
		['gitRepo: needs a repository', { gitRepo: {} }, 'gitRepo.repository: Required value'],
		['gitRepo: no .. in its directory', { gitRepo: { repository: 'r', directory: '../x' } }, "must not contain '..'"],
		[
			'gitRepo: the volume itself, a revision',
			{ gitRepo: { repository: 'r', directory: '.', revision: 'abc' } },
			{ gitRepo: { directory: '.', revision: 'abc' } },
		],
		['awsElasticBlockStore', { awsElasticBlockStore: { volumeID: 'v', partition: 1 } }, { awsElasticBlockStore: { volumeID: 'v', partition: 1 } }],
		['awsElasticBlockStore: needs volumeID', { awsElasticBlockStore: {} }, 'awsElasticBlockStore.volumeID: Required value'],
		['azureDisk: its defaults', { azureDisk: disk }, { azureDisk: { ...disk, cachingMode: 'ReadWrite', fsType: 'ext4', readOnly: false, kind: 'Shared' } }],
		['azureDisk: needs diskName', { azureDisk: { diskURI: 'u' } }, 'azureDisk.diskName: Required value'],
		['azureDisk: needs diskURI', { azureDisk: { diskName: 'd' } }, 'azureDisk.diskURI: Required value'],
		['azureDisk: kinds', { azureDisk: { ...disk, kind: 'Own' } }, 'supported values: "Dedicated", "Managed", "Shared"'],
		['azureDisk: caching modes', { azureDisk: { ...disk, cachingMode: 'Some' } }, 'azureDisk.cachingMode: Unsupported value'],
		['azureFile: needs secretName', { azureFile: { shareName: 's' } }, 'azureFile.secretName: Required value'],
		['azureFile: needs shareName', { azureFile: { secretName: 's' } }, 'azureFile.shareName: Required value'],
		['cinder', { cinder: { volumeID: 'v', fsType: 'xfs' } }, { cinder: { fsType: 'xfs' } }],
		['csi: needs a driver', { csi: {} }, 'csi.driver: Required value'],
		[
			'csi: all fields',
			{ csi: { driver: 'd', fsType: 'ext4', readOnly: false, nodePublishSecretRef: { name: 'x' }, volumeAttributes: { a: 'b' } } },
			{ csi: { readOnly: false, volumeAttributes: { a: 'b' } } },
		],
		['fc: by target and number', { fc: { targetWWNs: ['w'], lun: 1 } }, { fc: { targetWWNs: ['w'], lun: 1 } }],
		['fc: by identifiers', { fc: { wwids: ['w'] } }, { fc: { wwids: ['w'] } }],
		['fc: not both', { fc: { wwids: ['w'], targetWWNs: ['w'], lun: 1 } }, 'targetWWNs and wwids can not be specified simultaneously'],
		['fc: one of them', { fc: {} }, 'must specify either targetWWNs or wwids'],
		['flexVolume: needs a driver', { flexVolume: {} }, 'flexVolume.driver: Required value'],
		[
			'flexVolume: all fields',
			{ flexVolume: { driver: 'd', fsType: 'x', options: { a: 'b' }, readOnly: true, secretRef: { name: 's' } } },
			{ flexVolume: { options: { a: 'b' }, secretRef: { name: 's' } } },
		],
		['flocker: one of two names', { flocker: { datasetName: 'a' } }, { flocker: { datasetName: 'a' } }],
		['flocker: not both', { flocker: { datasetName: 'a', datasetUUID: 'b' } }, 'datasetName and datasetUUID can not be specified simultaneously'],
		['flocker: not none', { flocker: {} }, 'Required value: one of datasetName and datasetUUID is required'],
		['iscsi: its interface by default', { iscsi }, { iscsi: { ...iscsi, iscsiInterface: 'default' } }],
		['iscsi: needs iqn', { iscsi: { ...iscsi, iqn: '' } }, 'iscsi.iqn: Required value'],
		['iscsi: needs targetPortal', { iscsi: { ...iscsi, targetPortal: '' } }, 'iscsi.targetPortal: Required value'],
		[
			'iscsi: further fields',
			{ iscsi: { ...iscsi, portals: ['10.0.0.2'], initiatorName: 'iqn.2001-04.com.example:i', chapAuthSession: true, secretRef: { name: 's' } } },
			{ iscsi: { portals: ['10.0.0.2'], chapAuthSession: true } },
		],
		['photonPersistentDisk: needs pdID', { photonPersistentDisk: {} }, 'photonPersistentDisk.pdID: Required value'],
		['portworxVolume: needs volumeID', { portworxVolume: {} }, 'portworxVolume.volumeID: Required value'],
		['quobyte', { quobyte: { registry: 'h:1,i:2', volume: 'v', group: 'g', tenant: 't', user: 'u' } }, { quobyte: { tenant: 't' } }],
		['quobyte: needs registry', { quobyte: { volume: 'v' } }, 'quobyte.registry: Required value'],
		['quobyte: hosts with ports', { quobyte: { registry: 'h', volume: 'v' } }, 'must be a host:port pair or multiple pairs separated by commas'],
		['quobyte: needs volume', { quobyte: { registry: 'h:1' } }, 'quobyte.volume: Required value'],
		['scaleIO: its defaults', { scaleIO }, { scaleIO: { ...scaleIO, storageMode: 'ThinProvisioned', fsType: 'xfs' } }],
		['scaleIO: needs gateway', { scaleIO: { ...scaleIO, gateway: '' } }, 'scaleIO.gateway: Required value'],
		['scaleIO: needs system', { scaleIO: { ...scaleIO, system: '' } }, 'scaleIO.system: Required value'],
		['scaleIO: needs secretRef', { scaleIO: { gateway: 'g', system: 's' } }, 'scaleIO.secretRef: Required value'],
		['storageos', { storageos: { volumeName: 'v', volumeNamespace: 'n', secretRef: { name: 's' } } }, { storageos: { volumeNamespace: 'n' } }],
		['vsphereVolume: needs volumePath', { vsphereVolume: {} }, 'vsphereVolume.volumePath: Required value'],
		[
			'vsphereVolume: policies',
			{ vsphereVolume: { volumePath: 'p', storagePolicyID: 'i', storagePolicyName: 'n' } },
			{ vsphereVolume: { storagePolicyID: 'i' } },
		],
	];
	test.each(rows)('%s', async (_, volume, wanted) => {
		const spec = { serviceAccountName: 'default', containers: [{ name: 'c', image: 'i' }], volumes: [{ name: 'v', ...volume }] };
		expected(await made('pods', { spec }), typeof wanted === 'string' ? wanted : { spec: { volumes: [wanted] } });
	});
	test('modes in octal, in YAML', async () => {
		const body = 'metadata: {name: octal}\nspec: {containers: [{name: c, image: i}], volumes: [{name: v, configMap: {name: x, defaultMode: 0600}}]}';
		const { body: pod } = await server.call('POST', paths.pods, { type: 'application/yaml', body });
		expect(pod.spec.volumes[0].configMap.defaultMode).toBe(0o600);
	});
	test('the claim of an ephemeral volume can be named after the pod and the volume', async () => {
		const spec = { containers: [{ name: 'c', image: 'i' }], volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: claim } } }] };
		expected(await made('pods', { spec }, 'a'.repeat(251)), { kind: 'Pod' });
		expected(await made('pods', { spec }, 'a'.repeat(252)), 'must be no more than 253 characters');
	});
});

const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const volumeSpec = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, nfs: { server: 's', path: '/p' } };

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
	test('dataSource drops what is not allowed', async () => {
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
		['and then stay', { nodeAffinity: affinity }, { nodeAffinity: null }, 'spec.nodeAffinity: Invalid value'],
		['capacity grows', {}, { capacity: { storage: '2Gi' } }, { spec: { capacity: { storage: '2Gi' } } }],
	])('%s', async (_, spec, patch, wanted) => expected(await changed('persistentvolumes', { spec: { ...volumeSpec, ...spec } }, { spec: patch }), wanted));
	test('status', async () => {
		const status = { message: 'm', phase: 'Failed', reason: 'Broken' };
		expected(await changed('persistentvolumes', { spec: volumeSpec }, { status }, { subresource: '/status' }), { status });
	});
});

describe('StorageClass', () => {
	const term = (values: readonly string[]) => ({ matchLabelExpressions: [{ key: 'zone', values: [...values] }] });
	test.each<Row>([
		['Delete and Immediate by default', {}, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }],
		['needs a provisioner', { provisioner: '' }, 'provisioner: Required value'],
		['a provisioner with a name', { provisioner: 'a b' }, 'provisioner: Invalid value: "a b"'],
		['a provisioner with capitals', { provisioner: 'Example.com/disk' }, { provisioner: 'Example.com/disk' }],
		['parameters', { parameters: { type: 'ssd' } }, { parameters: { type: 'ssd' } }],
		[
			'parameters and their keys are not too large',
			{ parameters: { ['k'.repeat(200 * 1024)]: 'v'.repeat(60 * 1024) } },
			'parameters: Too long: must have at most 262144 bytes',
		],
		['no parameter without name', { parameters: { '': 'x' } }, 'field can not be empty.'],
		['Retain', { reclaimPolicy: 'Retain' }, { reclaimPolicy: 'Retain' }],
		['no other policy', { reclaimPolicy: 'Recycle' }, 'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"'],
		['mountOptions are not checked', { mountOptions: ['no such option'] }, { mountOptions: ['no such option'] }],
		['binding waits', { volumeBindingMode: 'WaitForFirstConsumer' }, { volumeBindingMode: 'WaitForFirstConsumer' }],
		['no other binding', { volumeBindingMode: 'Never' }, 'volumeBindingMode: Unsupported value: "Never"'],
		['volumes may grow', { allowVolumeExpansion: true }, { allowVolumeExpansion: true }],
		['topologies', { allowedTopologies: [term(['a', 'b'])] }, { allowedTopologies: [term(['a', 'b'])] }],
		['a topology needs a key', { allowedTopologies: [{ matchLabelExpressions: [{ values: ['a'] }] }] }, 'matchLabelExpressions[0].key: Required value'],
		['a topology needs values', { allowedTopologies: [{ matchLabelExpressions: [{ key: 'a' }] }] }, 'matchLabelExpressions[0].values: Required value'],
		['no value twice', { allowedTopologies: [term(['a', 'a'])] }, 'values[1]: Duplicate value: "a"'],
		['no term twice', { allowedTopologies: [term(['a']), term(['a'])] }, 'Duplicate value'],
		['no topology, no restriction', { allowedTopologies: [] }, {}],
	])('%s', async (_, body, wanted) => expected(await made('storageclasses', { provisioner: 'example.com/disk', ...body }), wanted));
	test.each<Change>([
		['the provisioner stays', {}, { provisioner: 'b' }, 'provisioner: Forbidden: updates to provisioner are forbidden.'],
		['parameters stay', {}, { parameters: { a: 'b' } }, 'parameters: Forbidden: updates to parameters are forbidden.'],
		['the policy stays', {}, { reclaimPolicy: 'Retain' }, 'reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.'],
		['the binding stays', {}, { volumeBindingMode: 'WaitForFirstConsumer' }, 'field is immutable'],
		['growing changes', {}, { allowVolumeExpansion: true }, { allowVolumeExpansion: true }],
	])('%s', async (_, body, patch, wanted) => expected(await changed('storageclasses', { provisioner: 'example.com/disk', ...body }, patch), wanted));
	test('allowedTopologies is replaced by a merge', async () => {
		const body = { provisioner: 'a', allowedTopologies: [term(['a'])] };
		const { allowedTopologies } = await changed('storageclasses', body, { allowedTopologies: [term(['b'])] }, { type: strategic });
		expect(allowedTopologies).toEqual([term(['b'])]);
	});
});

describe('CSIDriver', () => {
	test.each<Row>([
		[
			'what is not said',
			{},
			{
				attachRequired: true,
				fsGroupPolicy: 'ReadWriteOnceWithFSType',
				podInfoOnMount: false,
				requiresRepublish: false,
				storageCapacity: false,
				volumeLifecycleModes: ['Persistent'],
			},
		],
		['policies', { fsGroupPolicy: 'File' }, { fsGroupPolicy: 'File' }],
		['no other policy', { fsGroupPolicy: 'Own' }, 'spec.fsGroupPolicy: Unsupported value: "Own"'],
		[
			'republishing',
			{ requiresRepublish: true, tokenRequests: [{ audience: 'a', expirationSeconds: 600 }] },
			{ tokenRequests: [{ audience: 'a', expirationSeconds: 600 }] },
		],
		['audiences differ', { tokenRequests: [{ audience: 'a' }, { audience: 'a' }] }, 'spec.tokenRequests[1].audience: Duplicate value: "a"'],
		['one audience may be empty', { tokenRequests: [{ audience: '' }, { audience: 'a' }] }, { tokenRequests: [{ audience: '' }, { audience: 'a' }] }],
		['no more than one', { tokenRequests: [{ audience: '' }, { audience: '' }] }, 'spec.tokenRequests[1].audience: Duplicate value: ""'],
		['tokens of ten minutes at least', { tokenRequests: [{ audience: 'a', expirationSeconds: 599 }] }, 'may not specify a duration less than 10 minutes'],
		['both modes', { volumeLifecycleModes: ['Persistent', 'Ephemeral'] }, { volumeLifecycleModes: ['Persistent', 'Ephemeral'] }],
		['no other mode', { volumeLifecycleModes: ['Once'] }, 'Unsupported value: "Once"'],
		['no mode twice', { volumeLifecycleModes: ['Ephemeral', 'Ephemeral'] }, 'Duplicate value: "Ephemeral"'],
		['seLinuxMount', { seLinuxMount: true }, { seLinuxMount: true }],
	])('%s', async (_, spec, wanted) => expected(await made('csidrivers', { spec }), typeof wanted === 'string' ? wanted : { spec: wanted }));
	test.each<Change>([
		['attachRequired stays', {}, { attachRequired: false }, 'field is immutable'],
		['fsGroupPolicy stays', {}, { fsGroupPolicy: 'None' }, 'field is immutable'],
		['podInfoOnMount stays', {}, { podInfoOnMount: true }, 'field is immutable'],
		['volumeLifecycleModes stay', {}, { volumeLifecycleModes: ['Ephemeral'] }, 'field is immutable'],
		['storageCapacity changes', {}, { storageCapacity: true }, { spec: { storageCapacity: true } }],
		['requiresRepublish changes', {}, { requiresRepublish: true }, { spec: { requiresRepublish: true } }],
		[
			'tokenRequests are replaced',
			{ tokenRequests: [{ audience: 'a' }] },
			{ tokenRequests: [{ audience: 'b' }] },
			{ spec: { tokenRequests: [{ audience: 'b' }] } },
		],
	])('%s', async (_, spec, patch, wanted) => {
		const name = `o${counter++}`;
		const { metadata } = await made('csidrivers', { spec }, name);
		const body = { metadata: { resourceVersion: metadata.resourceVersion }, spec: patch };
		const answer = await server.call('PATCH', `${paths.csidrivers}/${name}`, { type: merge, body });
		expected(answer.status === 200 ? answer.body : answer.body.message, wanted);
	});
	test('storageCapacity stayed in release 1.22', async () => {
		const older = await testServer({ release: '1.22' });
		try {
			await older.call('POST', paths.csidrivers, { body: { metadata: { name: 'd' }, spec: {} } });
			const { body } = await older.call('PATCH', `${paths.csidrivers}/d`, { type: merge, body: { spec: { storageCapacity: true } } });
			expect(body.message).toContain('spec.storageCapacity: Invalid value: true: field is immutable');
		} finally {
			await older.close();
		}
	});
});

describe('CSINode', () => {
	const driver = { name: 'd', nodeID: 'n' };
	test.each<Row>([
		['no driver', { drivers: [] }, { drivers: [] }],
		[
			'a driver',
			{ drivers: [{ ...driver, allocatable: { count: 4 }, topologyKeys: ['a'] }] },
			{ drivers: [{ ...driver, allocatable: { count: 4 }, topologyKeys: ['a'] }] },
		],
		['needs a name', { drivers: [{ nodeID: 'n' }] }, 'spec.drivers[0].name: Required value'],
		['needs a node', { drivers: [{ name: 'd' }] }, 'spec.drivers[0].nodeID: Required value'],
		['no driver twice', { drivers: [driver, driver] }, 'spec.drivers[1].name: Duplicate value: "d"'],
		['not fewer than no volumes', { drivers: [{ ...driver, allocatable: { count: -1 } }] }, 'spec.drivers[0].allocatable.count: Invalid value: -1'],
		['any number of volumes', { drivers: [{ ...driver, allocatable: {} }] }, { drivers: [{ allocatable: {} }] }],
		['topology keys are labels', { drivers: [{ ...driver, topologyKeys: ['a b'] }] }, 'topologyKeys[0]: Invalid value: "a b"'],
		['no topology key twice', { drivers: [{ ...driver, topologyKeys: ['a', 'a'] }] }, 'Duplicate value: "a"'],
	])('%s', async (_, spec, wanted) => expected(await made('csinodes', { spec }), typeof wanted === 'string' ? wanted : { spec: wanted }));
	test('drivers merge by name, and what they say stays', async () => {
		await made('csinodes', { spec: { drivers: [driver] } }, 'node');
		const patch = (drivers: readonly JsonObject[]) =>
			server.call('PATCH', `${paths.csinodes}/node`, { type: strategic, body: { spec: { drivers: [...drivers] } } });
		expect((await patch([{ name: 'e', nodeID: 'm' }])).body.spec.drivers.map(({ name }: { name: string }) => name).sort()).toEqual(['d', 'e']);
		expect((await patch([{ name: 'd', nodeID: 'other' }])).body.message).toMatch(/spec.drivers\[[01]\]: Invalid value: "object": field is immutable/);
	});
});

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
	};
	const kinds = Object.entries({
		configmaps: 'ConfigMap',
		secrets: 'Secret',
		persistentvolumeclaims: 'PersistentVolumeClaim',
		persistentvolumes: 'PersistentVolume',
		storageclasses: 'StorageClass',
		csidrivers: 'CSIDriver',
		csinodes: 'CSINode',
	} satisfies Partial<Record<Resource, string>>) as [Resource, string][];
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
		if (resource.startsWith('persistentvolume')) {
			expect((await server.call('GET', `${path}/all-of-it/status`)).body.kind).toBe(kind);
			expect((await server.call('PUT', `${path}/all-of-it/status`, { body: patched.body })).status).toBe(200);
			expect((await server.call('PATCH', `${path}/all-of-it/status`, { type: merge, body: { status: { phase: 'Available' } } })).body.status.phase).toBe(
				'Available',
			);
		} else expect((await server.call('GET', `${path}/all-of-it/status`)).status).toBe(404);
		const deleted = await server.call('DELETE', `${path}/all-of-it`);
		expect([deleted.status, deleted.body.kind]).toEqual([200, resource === 'configmaps' || resource === 'secrets' ? 'Status' : kind]);
		expect((await server.call('DELETE', `${path}?labelSelector=a%3Dnone`)).status).toBe(200);
	});
});
