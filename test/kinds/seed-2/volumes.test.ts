/** Tests the statements of seed 2 about volumes of pods, one row each. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { expected, made, paths, type Row, server, withServer } from './fixture.ts';

withServer();

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
		['a file has one source', file({}), 'downwardAPI: Required value'],
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
