/** Tests refusals of volumes by Kubernetes, one row each: spec and message; empty when accepted. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { expectRefusal, merge, type Row, server, withServer } from './fixture.ts';

withServer();

const volume = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } };
const iqn = 'iqn.2001-04.com.example:a';

describe('Volumes, as Kubernetes refuses them', () => {
	const csi = { driver: 'd', volumeHandle: 'h' };
	const rows: Row[] = [
		['storageos without a volume', { storageos: {} }, 'spec.storageos.volumeName: Required value'],
		['storageos with half a secret', { storageos: { volumeName: 'v', secretRef: { name: 'a' } } }, 'spec.storageos.secretRef.namespace: Required value'],
		[
			'scaleIO without a volume',
			{ scaleIO: { gateway: 'g', system: 's', secretRef: { name: 'a', namespace: 'b' } } },
			'spec.scaleIO.volumeName: Required value',
		],
		[
			'a secret without a namespace',
			{ csi: { ...csi, controllerPublishSecretRef: { name: 'a' } } },
			'spec.csi.controllerPublishSecretRef.namespace: Required value',
		],
		[
			'a secret whose name is no label',
			{ csi: { ...csi, nodePublishSecretRef: { name: 'a.b', namespace: 'n' } } },
			'spec.csi.nodePublishSecretRef.name: Invalid value: "a.b"',
		],
		['a secret of a stage, which is not looked at', { csi: { ...csi, nodeStageSecretRef: {} } }, ''],
		['an iSCSI initiator that is none', { iscsi: { targetPortal: 'p', iqn, lun: 0, initiatorName: 'x' } }, 'must be valid format'],
		['a file share of no namespace', { azureFile: { secretName: 'a', shareName: 'b', secretNamespace: '' } }, 'spec.azureFile.secretNamespace: Required value'],
		[
			'endpoints of no namespace',
			{ glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace: '' } },
			'if the endpointnamespace is set, it must be a valid namespace name',
		],
		[
			'a managed disk elsewhere',
			{ azureDisk: { diskName: 'd', diskURI: 'https://u', kind: 'Managed' } },
			'spec.azureDisk.diskURI: Unsupported value: "https://u"',
		],
	];
	test.each(rows)('%s', (_what, where, expected) => expectRefusal('/api/v1/persistentvolumes', { spec: { ...volume, ...where } }, expected));
	test('less than nothing in a claim', async () => {
		const path = '/api/v1/namespaces/default/persistentvolumeclaims';
		const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
		await server.call('POST', path, { body: { metadata: { name: 'less' }, spec } });
		const { body } = await server.call('PATCH', `${path}/less/status`, { type: merge, body: { status: { capacity: { storage: '-1' } } } });
		expect(body.message).toContain('status.capacity[storage]: Invalid value: "-1": must be a valid resource quantity');
	});
	test('a class may have an empty policy, but not an unknown one', async () => {
		const path = '/apis/storage.orch.io/v1/storageclasses';
		await expectRefusal(path, { provisioner: 'a', reclaimPolicy: '' }, '');
		await expectRefusal(path, { provisioner: 'a', reclaimPolicy: 'Recycle' }, 'supported values: "Delete", "Retain"');
	});
	test.each<[what: string, resource: JsonObject, expected: string]>([
		['an object of a group', { apiGroup: 'a.b', kind: 'K', name: 'n' }, ''],
		['an object of the core group', { kind: 'K', name: 'n' }, ''],
		[
			'of a group that is none',
			{ apiGroup: 'A_', kind: 'K', name: 'n' },
			'spec.defaultBackend.resource.apiGroup: Invalid value: "A_": a lowercase RFC 1123 subdomain',
		],
		['of an empty group', { apiGroup: '', kind: 'K', name: 'n' }, 'spec.defaultBackend.resource.apiGroup: Invalid value: ""'],
		[
			'of a kind that leads elsewhere',
			{ apiGroup: 'a.b', kind: 'a/b', name: 'n' },
			'spec.defaultBackend.resource.kind: Invalid value: "a/b": may not contain \'/\'',
		],
		['of a name that leads up', { apiGroup: 'a.b', kind: 'K', name: '..' }, 'spec.defaultBackend.resource.name: Invalid value: "..": may not be \'..\''],
	])('backends of an ingress: %s', (_what, resource, expected) =>
		expectRefusal('/apis/networking.orch.io/v1/namespaces/default/ingresses', { spec: { defaultBackend: { resource } } }, expected),
	);
	test('a topology for volumes has requirements', async () => {
		const path = '/apis/storage.orch.io/v1/storageclasses';
		const none = 'allowedTopologies[0].matchLabelExpressions: Required value: a term without conditions chooses nothing';
		await expectRefusal(path, { provisioner: 'a', allowedTopologies: [{}] }, none);
		await expectRefusal(path, { provisioner: 'a', allowedTopologies: [{ matchLabelExpressions: [{ key: 'k', values: ['v'] }] }] }, '');
	});
	test('an owner has a version', async () => {
		const owner = { apiVersion: 'a/b/c', kind: 'K', name: 'n', uid: 'u' };
		const refused = 'metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty';
		await expectRefusal('/api/v1/namespaces/default/configmaps', { metadata: { ownerReferences: [owner] } }, refused);
	});
	test('an ingress class has a name if it is given', async () => {
		const spec = { ingressClassName: '', defaultBackend: { service: { name: 's', port: { number: 80 } } } };
		await expectRefusal('/apis/networking.orch.io/v1/namespaces/default/ingresses', { spec }, 'spec.ingressClassName: Invalid value: ""');
	});
});

test('events are selected by their source, in either field', async () => {
	const path = '/api/v1/namespaces/default/events';
	const about = { namespace: 'default' };
	await server.call('POST', path, { body: { metadata: { name: 'older' }, involvedObject: about, source: { component: 'a' } } });
	await server.call('POST', path, { body: { metadata: { name: 'newer' }, involvedObject: about, reportingComponent: 'a' } });
	await server.call('POST', path, { body: { metadata: { name: 'other' }, involvedObject: about, source: { component: 'b' }, reportingComponent: 'a' } });
	const names = async (selector: string) =>
		(await server.call('GET', `${path}?fieldSelector=${selector}`)).body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
	expect(await names('source=a')).toEqual(['newer', 'older']);
	expect(await names('source!=a')).toEqual(['other']);
	const refused = await server.call('GET', `${path}?fieldSelector=source.component%3Da`);
	expect([refused.status, refused.body.message]).toEqual([400, 'field label not supported: source.component']);
});
