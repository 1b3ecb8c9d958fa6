/** Random namespaces with what admission reads there: limit ranges, quotas, labels, annotations, accounts. */
import fc, { type Arbitrary } from 'fast-check';
import { amounts, some } from './pods.ts';
import { type Asked, requests } from './requests.ts';

export interface World {
	readonly metadata: object;
	/** Objects in the namespace, made in order: plural with its root, body. */
	readonly objects: readonly (readonly [collection: string, body: object])[];
	readonly requests: readonly Asked[];
}

const levels = fc.constantFrom('privileged', 'baseline', 'restricted');
const versions = fc.constantFrom('latest', 'v1.23', 'v1.25');

const labels = some(3, {
	'pod-security.kubernetes.io/enforce': levels,
	'pod-security.kubernetes.io/enforce-version': versions,
	'pod-security.kubernetes.io/warn': levels,
	'pod-security.kubernetes.io/audit': levels,
	team: fc.constantFrom('a', 'b'),
});

const annotations = some(4, {
	'scheduler.alpha.kubernetes.io/node-selector': fc.constantFrom('env=prod', 'env=test,disk=ssd', 'wrong selector'),
	'scheduler.alpha.kubernetes.io/defaultTolerations': fc.constantFrom('[{"key":"team","operator":"Exists","effect":"NoSchedule"}]', '[]', 'wrong'),
	'scheduler.alpha.kubernetes.io/tolerationsWhitelist': fc.constantFrom('[{"operator":"Exists","effect":"NoSchedule","key":"k"}]', '[]'),
});

const bounds = some(2, amounts);

const limitItem = fc.oneof(
	fc.tuple(bounds, bounds).map(([defaults, defaultRequest]) => ({ type: 'Container', default: defaults, defaultRequest })),
	fc.constantFrom<object>(
		{ type: 'Container', min: { cpu: '100m' }, max: { cpu: '1', memory: '1Gi' } },
		{ type: 'Container', maxLimitRequestRatio: { cpu: '2' } },
		{ type: 'Pod', max: { cpu: '2', memory: '1Gi' } },
		{ type: 'Pod', min: { memory: '32Mi' }, maxLimitRequestRatio: { memory: '4' } },
		{ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '5Gi' } },
	),
);

const hard = some(4, {
	pods: fc.constantFrom('1', '3'),
	'requests.cpu': fc.constantFrom('500m', '2'),
	'limits.memory': fc.constantFrom('512Mi', '2Gi'),
	'requests.ephemeral-storage': fc.constant('2Gi'),
	'requests.example.com/gpu': fc.constant('1'),
	configmaps: fc.constantFrom('2', '4'),
	'count/secrets': fc.constantFrom('1', '2'),
	'count/deployments.apps': fc.constant('1'),
	services: fc.constantFrom('1', '3'),
	'services.nodeports': fc.constantFrom('0', '1'),
	'services.loadbalancers': fc.constant('0'),
	persistentvolumeclaims: fc.constantFrom('1', '2'),
	'requests.storage': fc.constantFrom('2Gi', '5Gi'),
	'fast.storageclass.storage.k8s.io/requests.storage': fc.constant('2Gi'),
}).filter((given) => Object.keys(given).length > 0);

const quota = fc.oneof(
	hard.map((given) => ({ hard: given })),
	fc
		.tuple(fc.constantFrom(['BestEffort'], ['NotBestEffort'], ['Terminating'], ['NotTerminating']), fc.constantFrom('0', '1', '2'))
		.map(([scopes, pods]) => ({ hard: { pods }, scopes })),
	fc.constant({ hard: { pods: '1' }, scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] } }),
);

/** Returns a namespace with that many requests. */
export function worlds(count: number): Arbitrary<World> {
	return fc
		.tuple(labels, annotations, fc.array(limitItem, { maxLength: 2 }), fc.array(quota, { maxLength: 2 }), requests(count))
		.map(([named, annotated, limits, quotas, asked]) => ({
			metadata: { labels: named, annotations: annotated },
			objects: [
				['/api/v1/serviceaccounts', { metadata: { name: 'robot' }, imagePullSecrets: [{ name: 'pull' }], secrets: [{ name: 's' }] }],
				['/api/v1/serviceaccounts', { metadata: { name: 'quiet' }, automountServiceAccountToken: false }],
				...limits.map((item, i) => ['/api/v1/limitranges', { metadata: { name: `l${i}` }, spec: { limits: [item] } }] as const),
				...quotas.map((spec, i) => ['/api/v1/resourcequotas', { metadata: { name: `q${i}` }, spec }] as const),
			],
			requests: asked,
		}));
}

/** Objects of the cluster that admission reads. */
export const clusterObjects: readonly (readonly [path: string, body: object])[] = [
	['/apis/scheduling.k8s.io/v1/priorityclasses', { metadata: { name: 'high' }, value: 1000 }],
	['/apis/scheduling.k8s.io/v1/priorityclasses', { metadata: { name: 'polite' }, value: 7, preemptionPolicy: 'Never', globalDefault: true }],
	['/apis/node.k8s.io/v1/runtimeclasses', { metadata: { name: 'plain' }, handler: 'h' }],
	[
		'/apis/node.k8s.io/v1/runtimeclasses',
		{
			metadata: { name: 'sandboxed' },
			handler: 'h',
			overhead: { podFixed: { cpu: '10m', memory: '16Mi' } },
			scheduling: { nodeSelector: { sandbox: 'yes' }, tolerations: [{ key: 'sandbox', operator: 'Exists', effect: 'NoSchedule' }] },
		},
	],
	['/apis/storage.k8s.io/v1/storageclasses', { metadata: { name: 'fast' }, provisioner: 'p.example.com', allowVolumeExpansion: true }],
	[
		'/apis/storage.k8s.io/v1/storageclasses',
		{ metadata: { name: 'usual', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } }, provisioner: 'p.example.com' },
	],
	[
		'/apis/networking.k8s.io/v1/ingressclasses',
		{ metadata: { name: 'usual', annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } }, spec: { controller: 'example.com/c' } },
	],
	[
		'/apis/rbac.authorization.k8s.io/v1/clusterroles',
		{ metadata: { name: 'writer' }, rules: [{ apiGroups: [''], resources: ['pods', 'configmaps', 'services'], verbs: ['get', 'create', 'update', 'patch'] }] },
	],
	[
		'/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
		{
			metadata: { name: 'writer' },
			roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'writer' },
			subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
		},
	],
	['/api/v1/nodes', { metadata: { name: 'n1' } }],
];
