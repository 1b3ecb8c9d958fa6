/** A small cluster with every relation between an object and a node: related to `a`, to `b`, to both, and to none. */
export interface ClusterObject {
	/** Path of the group and version, as in a URL: `api/v1`, `apis/storage.k8s.io/v1`. */
	readonly at: string;
	readonly plural: string;
	/** First release that serves the resource. */
	readonly from?: string;
	readonly object: {
		readonly metadata: { readonly name: string; readonly namespace?: string; readonly annotations?: Readonly<Record<string, string>> };
		readonly spec?: object;
		readonly status?: object;
	};
}

const container = { name: 'c', image: 'i' };

function pod(namespace: string, name: string, node: string | undefined, spec: object = {}, annotations: Readonly<Record<string, string>> = {}): ClusterObject {
	const content = { containers: [container], ...(node !== undefined && { nodeName: node }), ...spec };
	return { at: 'api/v1', plural: 'pods', object: { metadata: { namespace, name, annotations }, spec: content } };
}

const secretVolume = (name: string): object => ({ name: `v-${name}`, secret: { secretName: name } });
const claimVolume = (name: string): object => ({ name: `c-${name}`, persistentVolumeClaim: { claimName: name } });

function claim(namespace: string, name: string, volumeName = `pv-${name}`): ClusterObject {
	const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '', volumeName };
	return { at: 'api/v1', plural: 'persistentvolumeclaims', object: { metadata: { namespace, name }, spec } };
}

function volume(name: string, source: object, claimRef?: object): ClusterObject {
	const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...(claimRef !== undefined && { claimRef }), ...source };
	return { at: 'api/v1', plural: 'persistentvolumes', object: { metadata: { name }, spec } };
}

const attachment = (name: string, nodeName: string): ClusterObject => ({
	at: 'apis/storage.k8s.io/v1',
	plural: 'volumeattachments',
	object: { metadata: { name }, spec: { attacher: 'x', nodeName, source: { persistentVolumeName: 'pv-data' } } },
});

const slice = (name: string, spec: object): ClusterObject => ({
	at: 'apis/resource.k8s.io/v1',
	plural: 'resourceslices',
	from: '1.34',
	object: { metadata: { name }, spec: { driver: 'd.example.com', pool: { name, generation: 1, resourceSliceCount: 1 }, ...spec } },
});

const csi = (refs: object = {}): object => ({ csi: { driver: 'd.example.com', volumeHandle: 'h', ...refs } });
const secretOf = (name: string, namespace = 'ns'): object => ({ name, namespace });

export const cluster: readonly ClusterObject[] = [
	pod('ns', 'reads', 'a', {
		serviceAccountName: 'runner',
		imagePullSecrets: [{ name: 'pull' }],
		initContainers: [{ ...container, name: 'i', envFrom: [{ secretRef: { name: 'init-env' } }, { configMapRef: { name: 'init-conf' } }] }],
		containers: [
			{
				...container,
				env: [
					{ name: 'A', valueFrom: { secretKeyRef: { name: 'env', key: 'k' } } },
					{ name: 'B', valueFrom: { configMapKeyRef: { name: 'env-conf', key: 'k' } } },
				],
			},
		],
		volumes: [
			secretVolume('mounted'),
			{ name: 'conf', configMap: { name: 'mounted-conf' } },
			{ name: 'all', projected: { sources: [{ secret: { name: 'projected' } }, { configMap: { name: 'projected-conf' } }] } },
			{ name: 'azure', azureFile: { secretName: 'azure', shareName: 's' } },
			{ name: 'ceph', cephfs: { monitors: ['m'], secretRef: { name: 'ceph' } } },
			{ name: 'cinder', cinder: { volumeID: 'v', secretRef: { name: 'cinder' } } },
			{ name: 'flex', flexVolume: { driver: 'x/y', secretRef: { name: 'flex' } } },
			{ name: 'iscsi', iscsi: { targetPortal: 'p', iqn: 'iqn.2001-04.com.example:storage', lun: 0, secretRef: { name: 'iscsi' } } },
			{ name: 'rbd', rbd: { monitors: ['m'], image: 'i', secretRef: { name: 'rbd' } } },
			{ name: 'scaleio', scaleIO: { gateway: 'g', system: 's', volumeName: 'v', secretRef: { name: 'scaleio' } } },
			{ name: 'storageos', storageos: { volumeName: 'v', secretRef: { name: 'storageos' } } },
			{ name: 'csi', csi: { driver: 'd.example.com', nodePublishSecretRef: { name: 'inline' } } },
			{ name: 'scratch', ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } } } },
			claimVolume('data'),
			claimVolume('half'),
		],
	}),
	pod('ns', 'also', 'b', { serviceAccountName: 'other', volumes: [secretVolume('mounted'), secretVolume('of-b'), claimVolume('of-b')] }),
	pod('ns', 'waits', undefined, { volumes: [secretVolume('of-none')] }),
	pod('elsewhere', 'reads', 'b', { volumes: [secretVolume('env'), claimVolume('data')] }),
	pod('ns', 'mirror', 'a', { volumes: [] }, { 'kubernetes.io/config.mirror': 'x', 'kubernetes.io/config.hash': 'x' }),
	claim('ns', 'data'),
	claim('ns', 'half', ''),
	claim('ns', 'of-b'),
	claim('elsewhere', 'data', 'pv-data'),
	volume('pv-data', csi({ nodePublishSecretRef: secretOf('publish'), nodeStageSecretRef: secretOf('stage', 'infra') }), { namespace: 'ns', name: 'data' }),
	volume('pv-of-b', csi({ controllerPublishSecretRef: secretOf('of-the-controller'), nodeStageSecretRef: secretOf('stage-of-b') }), {
		namespace: 'ns',
		name: 'of-b',
	}),
	volume('pv-free', csi({ nodePublishSecretRef: secretOf('of-none') })),
	attachment('va-a', 'a'),
	attachment('va-b', 'b'),
	slice('slice-a', { nodeName: 'a' }),
	slice('slice-b', { nodeName: 'b' }),
	slice('slice-all', { allNodes: true }),
	{
		...pod('ns', 'claims', 'a', {
			resourceClaims: [{ name: 'r', resourceClaimName: 'device' }],
			containers: [{ ...container, resources: { claims: [{ name: 'r' }] } }],
		}),
		from: '1.34',
	},
];
