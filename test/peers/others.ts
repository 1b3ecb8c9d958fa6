/**
 * Further kinds of the sequences. Each has a feature in its types that the first ones lack, such as lists of objects without keys, which
 * are replaced whole.
 */
import fc from 'fast-check';
import { type Kind, keyed, loose, map, metadata, metadataPointers, odd, optional, type Part, set, text } from './parts.ts';

const plain = { strategic: true, odd, statusParts: {}, directives: {} } as const;
const some = (...values: unknown[]): Part => fc.constantFrom(...values);
const listOf = (item: Part): Part => fc.array(item, { maxLength: 2 });
const conditions = loose(
	keyed('type', text, {
		status: some('True', 'False'),
		reason: some('R'),
		message: some(''),
		lastTransitionTime: some('2020-01-01T00:00:00Z'),
		observedGeneration: some(1),
	}),
);
const selector = some({}, { matchLabels: { a: 'a' } }, { matchExpressions: [{ key: 'a', operator: 'Exists' }] }, { matchLabels: {} }, null);
const ofStatus = { '/metadata/labels': map(text), '/metadata/finalizers': set(some('x.com/a')) };

const budget: Kind = {
	...plain,
	kind: 'PodDisruptionBudget',
	roots: ['/apis/policy/v1'],
	plural: 'poddisruptionbudgets',
	subresources: ['status'],
	base: { spec: { minAvailable: 1 } },
	parts: {
		'/spec/minAvailable': loose(some(1, 2, '50%')),
		'/spec/maxUnavailable': some(1, '10%', null),
		'/spec/selector': loose(selector),
		'/spec/selector/matchLabels': map(text),
		'/spec/unhealthyPodEvictionPolicy': some('AlwaysAllow', 'IfHealthyBudget', null),
		...metadata,
	},
	statusParts: {
		'/status/disruptionsAllowed': some(1, 0),
		'/status/expectedPods': some(2, null),
		'/status/disruptedPods': loose(map(some('2020-01-01T00:00:00Z'))),
		'/status/conditions': conditions,
		'/spec/minAvailable': some(2),
		...ofStatus,
	},
	directives: { '/spec/selector': some({ $patch: 'replace', matchLabels: { b: 'b' } }), '/spec': some({ $patch: 'replace', minAvailable: 3 }) },
	pointers: ['/spec/minAvailable', '/spec/selector/matchLabels/a', '/spec/selector', ...metadataPointers],
};

const endpoint = optional({ conditions: some({ ready: true }, {}, { serving: false }), hostname: text, nodeName: text, zone: text }).map((rest) => ({
	addresses: ['10.1.1.1'],
	...rest,
}));
const slice: Kind = {
	...plain,
	kind: 'EndpointSlice',
	roots: ['/apis/discovery.k8s.io/v1'],
	plural: 'endpointslices',
	subresources: [],
	base: { addressType: 'IPv4', endpoints: [] },
	parts: {
		'/endpoints': loose(listOf(endpoint)),
		'/ports': loose(some([], [{ name: 'a', port: 80 }], [{ port: 80, protocol: 'UDP' }, { name: 'b' }], [{ name: 'a', port: 81, appProtocol: 'http' }])),
		'/addressType': some('IPv4', 'IPv4', 'IPv6', 'FQDN'),
		...metadata,
	},
	directives: { '/endpoints': some([{ addresses: ['10.1.1.2'] }]), '/ports': some([{ name: 'z', port: 1 }]) },
	pointers: ['/endpoints/0/addresses/0', '/endpoints/-', '/ports/0/port', '/ports', ...metadataPointers],
};

const rule = some(
	{ apiGroups: [''], resources: ['pods'], verbs: ['get'] },
	{ apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['a'], verbs: ['get', 'list'] },
	{ apiGroups: [''], resources: ['pods'], verbs: [] },
);
const role: Kind = {
	...plain,
	kind: 'Role',
	roots: ['/apis/rbac.authorization.k8s.io/v1'],
	plural: 'roles',
	subresources: [],
	base: {},
	parts: { '/rules': loose(listOf(rule)), ...metadata },
	directives: { '/rules': some([{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }]) },
	pointers: ['/rules', '/rules/0', '/rules/-', '/rules/0/verbs/0', ...metadataPointers],
};

const metric = some(
	{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
	{ type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
	{ type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '100m' } } },
);
const policies = some([], [{ type: 'Pods', value: 1, periodSeconds: 60 }], [{ type: 'Percent', value: 10, periodSeconds: 15 }], null);
const autoscaler: Kind = {
	...plain,
	kind: 'HorizontalPodAutoscaler',
	roots: ['/apis/autoscaling/v2', '/apis/autoscaling/v1'],
	plural: 'horizontalpodautoscalers',
	subresources: ['status'],
	base: { spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } } },
	parts: {
		'/spec/maxReplicas': loose(some(3, 4)),
		'/spec/minReplicas': some(1, 2, null),
		'/spec/metrics': loose(listOf(metric)),
		'/spec/targetCPUUtilizationPercentage': some(50, 60, null),
		'/spec/behavior': some({ scaleUp: { stabilizationWindowSeconds: 5 } }, { scaleDown: { selectPolicy: 'Min' } }, {}, null),
		'/spec/behavior/scaleUp/policies': policies,
		'/spec/scaleTargetRef/name': text,
		...metadata,
	},
	statusParts: {
		'/status/desiredReplicas': some(1, 2),
		'/status/currentReplicas': some(1, null),
		'/status/conditions': loose(keyed('type', text, { status: some('True', 'False'), reason: some('R') })),
		'/status/currentMetrics': some([], null, [{ type: 'Resource', resource: { name: 'cpu', current: { averageValue: '1' } } }]),
		'/spec/minReplicas': some(2),
		...ofStatus,
	},
	directives: { '/spec/metrics': some([{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } }]) },
	pointers: ['/spec/maxReplicas', '/spec/metrics/0', '/spec/metrics/-', '/spec/behavior', ...metadataPointers],
};

const peer = some({ podSelector: {} }, { namespaceSelector: { matchLabels: { a: 'a' } } }, { ipBlock: { cidr: '10.0.0.0/8' } });
const ofPolicy = optional({ ports: loose(some([], [{ port: 80 }], [{ port: 'http', protocol: 'UDP' }])), from: loose(listOf(peer)) });
const policy: Kind = {
	...plain,
	kind: 'NetworkPolicy',
	roots: ['/apis/networking.k8s.io/v1'],
	plural: 'networkpolicies',
	subresources: [],
	base: { spec: { podSelector: {} } },
	parts: {
		'/spec/podSelector': loose(selector),
		'/spec/ingress': loose(listOf(ofPolicy)),
		'/spec/egress': loose(listOf(some({}, { to: [{ podSelector: {} }] }, { ports: [{ port: 53, endPort: 60 }] }))),
		'/spec/policyTypes': loose(set(some('Ingress', 'Egress'))),
		...metadata,
	},
	directives: { '/spec/ingress': some([{}]), '/spec/podSelector': some({ $patch: 'replace', matchLabels: { c: 'c' } }) },
	pointers: ['/spec/ingress/0', '/spec/ingress/-', '/spec/podSelector/matchLabels/a', '/spec/policyTypes', ...metadataPointers],
};

const amounts = optional({ pods: some('1', 2, '1k'), 'requests.cpu': some('1', '500m', 1), memory: some('1Gi', '1024Mi') });
const quota: Kind = {
	...plain,
	kind: 'ResourceQuota',
	roots: ['/api/v1'],
	plural: 'resourcequotas',
	subresources: ['status'],
	base: {},
	parts: { '/spec/hard': loose(amounts), '/spec/scopes': loose(set(some('Terminating', 'NotBestEffort'))), ...metadata },
	statusParts: { '/status/hard': loose(amounts), '/status/used': amounts, '/spec/hard': amounts, ...ofStatus },
	directives: { '/spec/hard': some({ $patch: 'replace', pods: '3' }) },
	pointers: ['/spec/hard', '/spec/hard/pods', '/spec/scopes/0', ...metadataPointers],
};

const claim: Kind = {
	...plain,
	kind: 'PersistentVolumeClaim',
	roots: ['/api/v1'],
	plural: 'persistentvolumeclaims',
	subresources: ['status'],
	base: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
	parts: {
		'/spec/accessModes': some(['ReadWriteOnce'], ['ReadWriteOnce', 'ReadOnlyMany'], []),
		'/spec/resources/requests/storage': some('1Gi', '1024Mi', '2Gi'),
		'/spec/storageClassName': some('a', '', null),
		'/spec/selector': some({ matchLabels: { a: 'a' } }, null),
		'/spec/volumeName': text,
		...metadata,
	},
	statusParts: {
		'/status/phase': some('Pending', 'Bound', null),
		'/status/capacity': some({ storage: '1Gi' }, {}, null),
		'/status/accessModes': some(['ReadWriteOnce'], [], null),
		'/status/conditions': loose(keyed('type', text, { status: some('True', 'False') })),
		...ofStatus,
	},
	directives: { '/spec/accessModes': some(['ReadWriteOnce']) },
	pointers: ['/spec/resources/requests/storage', '/spec/volumeName', '/spec/accessModes/0', ...metadataPointers],
};

const template = { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'i' }] } } } };
const cronJob: Kind = {
	...plain,
	kind: 'CronJob',
	roots: ['/apis/batch/v1'],
	plural: 'cronjobs',
	subresources: ['status'],
	base: { spec: { schedule: '* * * * *', jobTemplate: template } },
	parts: {
		'/spec/schedule': some('* * * * *', '@hourly', '1 * * * *'),
		'/spec/suspend': loose(fc.boolean()),
		'/spec/concurrencyPolicy': some('Allow', 'Forbid', null),
		'/spec/startingDeadlineSeconds': some(1, 2, null),
		'/spec/jobTemplate/metadata/labels': map(text),
		'/spec/jobTemplate/spec/backoffLimit': some(1, 2, null),
		'/spec/jobTemplate/spec/template/spec/containers': some([{ name: 'a', image: 'j' }], [{ name: 'a', image: 'i', ports: [{ containerPort: 80 }] }]),
		...metadata,
	},
	statusParts: {
		'/status/lastScheduleTime': some('2020-01-01T00:00:00Z', null),
		'/status/active': loose(listOf(some({ kind: 'Job', name: 'j', namespace: 'peers' }, { name: 'k' }))),
		'/spec/suspend': some(true),
		...ofStatus,
	},
	directives: { '/spec/jobTemplate/spec/template/spec/containers': some([{ name: 'b', $patch: 'delete' }], [{ name: 'a', image: 'z' }]) },
	pointers: ['/spec/suspend', '/spec/schedule', '/spec/jobTemplate/spec/template/spec/containers/0/image', ...metadataPointers],
};

export const others: readonly Kind[] = [budget, slice, role, autoscaler, policy, quota, claim, cronJob];
