/** Requests with which the agent of node "a" tries to exceed its rights: on nodes, on pods and on tokens. The pod `on-a` runs on that node, `on-b` on another. */
export const releases = ['1.25', '1.36'] as const;
export type Release = (typeof releases)[number];

export const inNs = '/api/v1/namespaces/default';
export const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
export const csiNodes = '/apis/storage.k8s.io/v1/csinodes';

export const pod = (name: string, nodeName: string, more: object = {}, spec: object = {}): object => ({
	metadata: { name, ...more },
	spec: { nodeName, containers: [{ name: 'c', image: 'i' }], ...spec },
});

export interface Attack {
	readonly what: string;
	readonly method: string;
	readonly path: string;
	readonly body?: (uid: (name: string) => string) => object;
	/** End of the message; the beginning names the object. */
	readonly message: string | Readonly<Record<Release, string>>;
	readonly code?: number;
}

const mirror = { 'kubernetes.io/config.mirror': 'x' };
export const owned = (uid: string, more: object = {}): object => ({
	annotations: mirror,
	ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'a', uid, controller: true, ...more }],
});
export const token = (name: string, uid: string | undefined, audiences?: readonly string[]): object => ({
	spec: { ...(audiences && { audiences }), boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid } },
});
export const nodes = '/api/v1/nodes';
export const labels =
	(changed: Readonly<Record<string, string | null>>): (() => object) =>
	() => ({ metadata: { labels: changed } });

export const onNodes: readonly Attack[] = [
	{ what: 'another Node', method: 'PATCH', path: `${nodes}/b`, body: labels({ x: 'y' }), message: 'node "a" is not allowed to modify node "b"' },
	{
		what: 'the status of another Node',
		method: 'PATCH',
		path: `${nodes}/b/status`,
		body: () => ({ status: {} }),
		message: 'node "a" is not allowed to modify node "b"',
	},
	{
		what: 'a new Node of another name',
		method: 'POST',
		path: nodes,
		body: () => ({ metadata: { name: 'c' } }),
		message: 'node "a" is not allowed to modify node "c"',
	},
	{ what: 'its taints', method: 'PATCH', path: `${nodes}/a`, body: () => ({ spec: { taints: null } }), message: 'node "a" is not allowed to modify taints' },
	{
		what: 'its taints through the status',
		method: 'PATCH',
		path: `${nodes}/a/status`,
		body: () => ({ spec: { taints: null } }),
		message: 'node "a" is not allowed to modify taints',
	},
	{
		what: 'an owner of its Node',
		method: 'PATCH',
		path: `${nodes}/a`,
		body: () => ({ metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'gone', uid: 'gone' }] } }),
		message: 'node "a" is not allowed to modify ownerReferences',
	},
	{
		what: 'a restricted label',
		method: 'PATCH',
		path: `${nodes}/a`,
		body: labels({ 'node-restriction.kubernetes.io/secure': 'yes' }),
		message: 'is not allowed to modify labels: node-restriction.kubernetes.io/secure',
	},
	{
		what: 'a label below the restricted domain',
		method: 'PATCH',
		path: `${nodes}/a`,
		body: labels({ 'my.node-restriction.kubernetes.io/x': 'yes' }),
		message: 'is not allowed to modify labels: my.node-restriction.kubernetes.io/x',
	},
	{
		what: 'reserved labels, sorted',
		method: 'PATCH',
		path: `${nodes}/a`,
		body: labels({ 'node-role.kubernetes.io/control-plane': '', 'apps.k8s.io/x': 'y' }),
		message: 'is not allowed to modify labels: apps.k8s.io/x, node-role.kubernetes.io/control-plane',
	},
	{
		what: 'a reserved label through the status',
		method: 'PATCH',
		path: `${nodes}/a/status`,
		body: labels({ 'kubernetes.io/role': 'x' }),
		message: 'is not allowed to modify labels: kubernetes.io/role',
	},
	{
		what: 'its own Node, deleted',
		method: 'DELETE',
		path: `${nodes}/a`,
		message: 'User "system:node:a" cannot delete resource "nodes" in API group "" at the cluster scope',
	},
	{
		what: 'the lease of another node',
		method: 'POST',
		path: leases,
		body: () => ({ metadata: { name: 'b' } }),
		message: 'can only access node lease with the same name as the requesting node',
	},
	{
		what: 'the CSINode of another node',
		method: 'POST',
		path: csiNodes,
		body: () => ({ metadata: { name: 'b' }, spec: { drivers: [] } }),
		message: 'can only access CSINode with the same name as the requesting node',
	},
];

export const onPods: readonly Attack[] = [
	{
		what: 'a pod that is no mirror',
		method: 'POST',
		path: `${inNs}/pods`,
		body: () => pod('x', 'a'),
		message: 'pod does not have "kubernetes.io/config.mirror" annotation, node "a" can only create mirror pods',
	},
	{
		what: 'a mirror pod on another node',
		method: 'POST',
		path: `${inNs}/pods`,
		body: () => pod('x', 'b', { annotations: mirror }),
		message: 'node "a" can only create pods with spec.nodeName set to itself',
	},
	{
		what: 'a mirror pod without an owner',
		method: 'POST',
		path: `${inNs}/pods`,
		body: () => pod('x', 'a', { annotations: mirror }),
		message: 'node "a" can only create pods with an owner reference set to itself',
	},
	{
		what: 'a mirror pod of an earlier Node',
		method: 'POST',
		path: `${inNs}/pods`,
		body: () => pod('x', 'a', owned('old')),
		message: 'node a UID mismatch: expected old got',
	},
	{
		what: 'a mirror pod that its Node does not control',
		method: 'POST',
		path: `${inNs}/pods`,
		body: (uid) => pod('x', 'a', owned(uid('a'), { controller: false })),
		message: 'node "a" can only create pods with a controller owner reference set to itself',
	},
	{
		what: 'a mirror pod that blocks the deletion',
		method: 'POST',
		path: `${inNs}/pods`,
		body: (uid) => pod('x', 'a', owned(uid('a'), { blockOwnerDeletion: true })),
		message: 'node "a" must not set blockOwnerDeletion on an owner reference',
	},
	{
		what: 'a mirror pod with an account',
		method: 'POST',
		path: `${inNs}/pods`,
		body: (uid) => pod('x', 'a', owned(uid('a')), { serviceAccountName: 'robot' }),
		message: 'a mirror pod may not reference service accounts',
	},
	{
		what: 'a mirror pod with a secret',
		method: 'POST',
		path: `${inNs}/pods`,
		body: (uid) => pod('x', 'a', owned(uid('a')), { volumes: [{ name: 'v', secret: { secretName: 's' } }] }),
		message: 'a mirror pod may not reference secrets',
	},
	{
		what: 'a mirror pod with a config map',
		method: 'POST',
		path: `${inNs}/pods`,
		body: (uid) => pod('x', 'a', owned(uid('a')), { volumes: [{ name: 'v', configMap: { name: 'c' } }] }),
		message: 'node "a" can not create pods that reference configmaps',
	},
	{
		what: 'a mirror pod with a claim',
		method: 'POST',
		path: `${inNs}/pods`,
		body: (uid) => pod('x', 'a', owned(uid('a')), { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] }),
		message: 'node "a" can not create pods that reference persistentvolumeclaims',
	},
	{
		what: 'the status of a pod elsewhere',
		method: 'PATCH',
		path: `${inNs}/pods/on-b/status`,
		body: () => ({ status: { phase: 'Failed' } }),
		message: 'node "a" can only update pod status for pods with spec.nodeName set to itself',
	},
	{
		what: 'labels through the status',
		method: 'PATCH',
		path: `${inNs}/pods/on-a/status`,
		body: labels({ app: 'other' }),
		message: 'node "a" cannot update labels through pod status',
	},
	{
		what: 'the spec of its pod',
		method: 'PATCH',
		path: `${inNs}/pods/on-a`,
		body: () => ({ spec: { activeDeadlineSeconds: 1 } }),
		message: 'User "system:node:a" cannot patch resource "pods" in API group "" in the namespace "default"',
	},
	{ what: 'a pod elsewhere, deleted', method: 'DELETE', path: `${inNs}/pods/on-b`, message: 'node "a" can only delete pods with spec.nodeName set to itself' },
	{
		what: 'a pod elsewhere, evicted',
		method: 'POST',
		path: `${inNs}/pods/on-b/eviction`,
		body: () => ({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'on-b' } }),
		message: 'node a can only evict pods with spec.nodeName set to itself',
	},
	{
		what: 'the spec of a claim',
		method: 'PATCH',
		path: `${inNs}/persistentvolumeclaims/data/status`,
		body: () => ({ metadata: { labels: { x: 'y' } } }),
		message: {
			'1.25': 'node "a" is not allowed to update fields other than status.capacity and status.conditions: metadata.labels',
			'1.36': 'node "a" is not allowed to update fields other than status.quantity and status.conditions: metadata.labels',
		},
	},
	{
		what: 'a phase of a claim',
		method: 'PATCH',
		path: `${inNs}/persistentvolumeclaims/data/status`,
		body: () => ({ status: { phase: 'Lost' } }),
		message: { '1.25': 'status.capacity and status.conditions: status.phase', '1.36': 'status.quantity and status.conditions: status.phase' },
	},
];

export const accounts = `${inNs}/serviceaccounts/robot/token`;
export const onTokens: readonly Attack[] = [
	{ what: 'a token for no pod', method: 'POST', path: accounts, body: () => ({ spec: {} }), message: 'node requested token not bound to a pod' },
	{
		what: 'a token for a pod without a uid',
		method: 'POST',
		path: accounts,
		body: () => token('on-a', undefined),
		message: 'node requested token with a pod binding without a uid',
	},
	{
		what: 'a token for a replaced pod',
		method: 'POST',
		path: accounts,
		body: () => token('on-a', 'old'),
		message: 'the UID in the bound object reference (old) does not match the UID in record. The object might have been deleted and then recreated',
	},
	{ what: 'a token for a missing pod', method: 'POST', path: accounts, body: () => token('gone', 'x'), message: 'pod "gone" not found', code: 404 },
	{
		what: 'a token for a pod elsewhere',
		method: 'POST',
		path: accounts,
		body: (uid) => token('on-b', uid('on-b')),
		message: 'node requested token bound to a pod scheduled on a different node',
	},
];
