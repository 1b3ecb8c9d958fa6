/** Tests the effect of defaults, releases and columns on objects. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { compileExpression } from '../../runtime/schema/cel/expression.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { admit, catalog, container, meta, model, selector, template, withSpecs } from './fixture.ts';

withSpecs();

describe('defaults', () => {
	const after = (type: string, body: JsonObject) => admit(type, { metadata: meta, ...body }).object;

	it('for a pod', () => {
		const spec = {
			containers: [{ ...container, ports: [{ containerPort: 1 }], livenessProbe: { httpGet: { port: 1 } } }],
			volumes: [{ name: 'v', configMap: { name: 'a' } }],
		};
		expect(after('core/v1.Pod', { spec })).toMatchObject({
			spec: {
				restartPolicy: 'Always',
				dnsPolicy: 'ClusterFirst',
				schedulerName: 'default-scheduler',
				terminationGracePeriodSeconds: 30,
				securityContext: {},
				volumes: [{ configMap: { defaultMode: 420 } }],
				containers: [
					{
						ports: [{ protocol: 'TCP' }],
						terminationMessagePath: '/dev/termination-log',
						terminationMessagePolicy: 'File',
						livenessProbe: { httpGet: { path: '/', scheme: 'HTTP' }, timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
					},
				],
			},
		});
	});

	it('for a deployment', () => {
		expect(after('apps/v1.Deployment', { spec: { selector, template, strategy: { rollingUpdate: {} } } })).toMatchObject({
			spec: {
				replicas: 1,
				revisionHistoryLimit: 10,
				progressDeadlineSeconds: 600,
				strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
			},
		});
	});

	it('for storage kinds', () => {
		expect(after('storage/v1.CSIDriver', {})).toMatchObject({
			spec: {
				attachRequired: true,
				podInfoOnMount: false,
				storageCapacity: false,
				fsGroupPolicy: 'ReadWriteOnceWithFSType',
				requiresRepublish: false,
				volumeLifecycleModes: ['Persistent'],
			},
		});
		expect(after('storage/v1.StorageClass', { provisioner: 'a' })).toMatchObject({ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' });
		expect(after('core/v1.PersistentVolume', { spec: {} })).toMatchObject({
			spec: { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
			status: { phase: 'Pending' },
		});
		expect(after('core/v1.PersistentVolumeClaim', { spec: {} })).toMatchObject({ spec: { volumeMode: 'Filesystem' }, status: { phase: 'Pending' } });
	});
});

describe('versions', () => {
	it.each([
		['1.21', 'Ingress', ['networking.{groupDomain}/v1', 'networking.{groupDomain}/v1beta1', 'extensions/v1beta1']],
		['1.22', 'Ingress', ['networking.{groupDomain}/v1']],
		['1.21', 'CSIDriver', ['storage.{groupDomain}/v1', 'storage.{groupDomain}/v1beta1']],
		['1.25', 'StorageClass', ['storage.{groupDomain}/v1']],
		['1.20', 'PodDisruptionBudget', ['policy/v1beta1']],
		['1.24', 'PodDisruptionBudget', ['policy/v1', 'policy/v1beta1']],
		['1.25', 'PodDisruptionBudget', ['policy/v1']],
		['1.22', 'Lease', ['coordination.{groupDomain}/v1']],
		['1.22', 'PriorityClass', ['scheduling.{groupDomain}/v1', 'scheduling.{groupDomain}/v1alpha1']],
		['1.20', 'CSIStorageCapacity', ['storage.{groupDomain}/v1alpha1']],
		['1.24', 'VolumeAttachment', ['storage.{groupDomain}/v1']],
		['1.33', 'VolumeAttributesClass', undefined],
		['1.34', 'VolumeAttributesClass', ['storage.{groupDomain}/v1', 'storage.{groupDomain}/v1beta1', 'storage.{groupDomain}/v1alpha1']],
	])('in %s for %s', (release, kind, versions) => {
		const served = narrow(model.catalog, release).kinds.find((one) => one.kind === kind)?.versions;
		expect(served?.map((version) => `${version.group}/${version.version}`)).toEqual(versions);
	});

	it.each([
		['1.31', 3],
		['1.32', 4],
	])('in %s: %d columns of PriorityClass', (release, count) => {
		expect(narrow(model.catalog, release).kinds.find((one) => one.kind === 'PriorityClass')?.columns.length).toBe(count);
	});

	it('omit later fields', () => {
		const notices = admit('core/v1.Pod', { metadata: meta, spec: { containers: [{ ...container, resizePolicy: [] }], hostnameOverride: 'a' } }).notices;
		expect(notices).toEqual(['unknown field "spec.containers[0].resizePolicy"', 'unknown field "spec.hostnameOverride"']);
	});
});

describe('columns', () => {
	function cells(kindName: string, body: JsonObject) {
		const kind = catalog.kinds.find((one) => one.kind === kindName);
		const type = kind?.versions[kind.storageVersion]?.type ?? '';
		const { object } = admit(type, { metadata: { name: 'x' }, ...body });
		return kind?.columns.map((column) =>
			'computed' in column ? undefined : compileExpression(column.value, { self: { kind: 'struct', type } }, (name) => catalog.type(name))({ self: object }),
		);
	}

	it.each<[string, JsonObject, unknown[]]>([
		['ConfigMap', { data: { a: '', b: '' }, binaryData: { c: '' } }, [3]],
		['ConfigMap', {}, [0]],
		['Secret', { data: { a: '' }, type: 'a' }, ['a', 1]],
		['ServiceAccount', {}, [0, null]],
		['Lease', { spec: { holderIdentity: 'a' } }, ['a']],
		['Lease', {}, ['']],
		['CSINode', { spec: { drivers: [{ name: 'a', nodeID: 'a' }] } }, [1]],
		['CSIDriver', { spec: { tokenRequests: [{ audience: 'a' }, { audience: 'b' }] } }, [true, false, false, 'a,b', false, 'Persistent']],
		['CSIDriver', {}, [true, false, false, '<unset>', false, 'Persistent']],
		['StorageClass', { provisioner: 'p' }, ['x', 'p', 'Delete', 'Immediate', false, null]],
		[
			'PersistentVolume',
			{ spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce', 'ReadWriteMany'], claimRef: { namespace: 'a', name: 'b' } } },
			['1Gi', 'RWO,RWX', 'Retain', 'Pending', 'a/b', '', '', 'Filesystem'],
		],
		['PersistentVolumeClaim', { spec: { storageClassName: 's' } }, ['Pending', '', '', '', 's', 'Filesystem']],
		[
			'PersistentVolumeClaim',
			{ spec: { volumeName: 'v' }, status: { phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadOnlyMany'] } },
			['Bound', 'v', '1Gi', 'ROX', '', 'Filesystem'],
		],
		['VolumeAttachment', { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } }, status: { attached: true } }, ['a', 'v', 'n', true]],
		['PriorityClass', { value: 3 }, [3, false, null]],
		['RuntimeClass', { handler: 'h' }, ['h']],
		['IngressClass', { spec: { controller: 'a.io/b' } }, ['x', 'a.io/b', '<none>', null]],
		['IngressClass', { spec: { controller: 'a.io/b', parameters: { apiGroup: 'a.io', kind: 'K', name: 'n' } } }, ['x', 'a.io/b', 'K.a.io/n', null]],
		['PodDisruptionBudget', { spec: { minAvailable: 0 }, status: { disruptionsAllowed: 3 } }, ['0', 'N/A', 3]],
		['PodDisruptionBudget', { spec: { maxUnavailable: '25%' } }, ['N/A', '25%', 0]],
		['Deployment', { spec: { selector, template } }, ['0/1', 0, 0, null, null, null]],
		[
			'Deployment',
			{
				spec: {
					replicas: 3,
					selector: {
						matchExpressions: [
							{ key: 'k', operator: 'In', values: ['a', 'b'] },
							{ key: 'l', operator: 'DoesNotExist' },
						],
					},
					template,
				},
				status: { readyReplicas: 2, updatedReplicas: 1, availableReplicas: 2 },
			},
			['2/3', 1, 2, null, null, null],
		],
		['Ingress', {}, ['<none>', '*', '', '80']],
		[
			'Ingress',
			{
				spec: { ingressClassName: 'c', tls: [{}], rules: [{ host: 'a' }, { host: 'b' }, { host: 'c' }, { host: 'd' }] },
				status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }, { hostname: 'h' }] } },
			},
			['c', 'a,b,c + 1 more...', '1.2.3.4,h', '80, 443'],
		],
		[
			'Event',
			{
				involvedObject: { kind: 'Pod', name: 'p' },
				reason: 'r',
				message: ' m ',
				type: 'Normal',
				source: { component: 'c', host: 'h' },
				lastTimestamp: '2024-01-01T00:00:00Z',
				count: 2,
			},
			['2024-01-01T00:00:00Z', 'Normal', 'r', 'pod/p', '', 'c, h', 'm', null, 2, 'x'],
		],
	])('of %s', (kind, body, shown) =>
		expect(JSON.parse(JSON.stringify(cells(kind, body), (_, value) => (typeof value === 'bigint' ? Number(value) : (value ?? null))))).toEqual(shown),
	);
});
