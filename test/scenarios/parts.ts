/**
 * Attempts to gain rights by a user who may write parts of objects, request tokens or review others. The expected answers are those of
 * kube-apiserver (`test/peers/parts-of-others.slow.test.ts`), and the stored objects stay unchanged.
 */

export type Headers = Readonly<Record<string, string>>;
export type Attempt = readonly [what: string, code: number, method: string, path: string, body?: unknown, headers?: Headers];

export const core = '/api/v1/namespaces/own';
export const apps = '/apis/apps/v1/namespaces/own';
export const group = 'rbac.authorization.k8s.io';
export const rbac = `/apis/${group}/v1`;
const reviews = '/apis/authorization.k8s.io/v1';
const merge = { 'content-type': 'application/merge-patch+json' };
const apply = { 'content-type': 'application/apply-patch+yaml' };
const json = { 'content-type': 'application/json-patch+json' };

const containers = [{ name: 'c', image: 'i' }];
const evil = [{ name: 'c', image: 'evil' }];
const template = { metadata: { labels: { a: 'b' } }, spec: { containers } };

/** Objects that the administrator creates. */
export const made: readonly (readonly [path: string, object: object])[] = [
	['/api/v1/namespaces', { metadata: { name: 'own' } }],
	[`${core}/serviceaccounts`, { metadata: { name: 'worker' } }],
	[`${core}/secrets`, { metadata: { name: 'hidden' }, stringData: { password: 'PLANTED-IN-SECRET' } }],
	...['p', 'q'].map((name) => [`${core}/pods`, { metadata: { name }, spec: { serviceAccountName: 'worker', containers } }] as const),
	[`${core}/services`, { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } }],
	[`${core}/configmaps`, { metadata: { name: 'settings' }, data: { a: 'b' } }],
	[`${apps}/deployments`, { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template } }],
	[
		`${rbac}/namespaces/own/roles`,
		{
			metadata: { name: 'parts' },
			rules: [
				{ apiGroups: [''], resources: ['pods', 'services'], verbs: ['get'] },
				{ apiGroups: [''], resources: ['pods/status', 'services/status'], verbs: ['get', 'update', 'patch'] },
				{ apiGroups: [''], resources: ['pods/ephemeralcontainers', 'pods/resize', 'pods/exec'], verbs: ['get'] },
				{ apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] },
				{ apiGroups: [''], resources: ['serviceaccounts/token'], resourceNames: ['worker'], verbs: ['create'] },
				{ apiGroups: [''], resources: ['namespaces/finalize', 'namespaces/status'], verbs: ['update', 'patch'] },
				{ apiGroups: ['apps'], resources: ['deployments/status', 'deployments/finalizers'], verbs: ['get', 'update', 'patch'] },
				{ apiGroups: ['apps'], resources: ['deployments/scale'], verbs: ['get'] },
				{ apiGroups: ['authorization.k8s.io'], resources: ['localsubjectaccessreviews'], verbs: ['create'] },
				{ apiGroups: [group], resources: ['roles', 'rolebindings'], verbs: ['get', 'create', 'patch'] },
			],
		},
	],
	[`${rbac}/namespaces/own/rolebindings`, { metadata: { name: 'strong' }, roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'cluster-admin' } }],
	[
		`${rbac}/namespaces/own/rolebindings`,
		{ metadata: { name: 'parts' }, roleRef: { apiGroup: group, kind: 'Role', name: 'parts' }, subjects: [{ apiGroup: group, kind: 'User', name: 'dev' }] },
	],
];

/** Lists whose objects stay unchanged except for fields that writes of status may change. */
export const kept: readonly string[] = [
	`${core}/pods`,
	`${core}/services`,
	`${core}/secrets`,
	`${apps}/deployments`,
	`${rbac}/namespaces/own/roles`,
	`${rbac}/namespaces/own/rolebindings`,
];

const pod = `${core}/pods/p`;
const deployment = `${apps}/deployments/d`;
const owner = {
	apiVersion: 'v1',
	kind: 'ConfigMap',
	name: 'settings',
	uid: '00000000-0000-0000-0000-000000000000',
	controller: true,
	blockOwnerDeletion: true,
};

export const parts: readonly Attempt[] = [
	['a container beside the others, by the right to read that part', 403, 'PATCH', `${pod}/ephemeralcontainers`, { spec: { ephemeralContainers: evil } }, merge],
	[
		'a container beside the others, put in its place',
		403,
		'PUT',
		`${pod}/ephemeralcontainers`,
		{ metadata: { name: 'p' }, spec: { ephemeralContainers: evil } },
	],
	['a container beside the others, by the status', 200, 'PATCH', `${pod}/status`, { spec: { ephemeralContainers: evil } }, merge],
	['the image of a pod, by its status', 200, 'PATCH', `${pod}/status`, { spec: { containers: evil } }, merge],
	['the image of a pod, put in its place by its status', 200, 'PUT', `${pod}/status`, { metadata: { name: 'p' }, spec: { containers: evil } }],
	[
		'the image of a pod, applied to its status',
		200,
		'PATCH',
		`${pod}/status?fieldManager=m&force=true`,
		{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: evil } },
		apply,
	],
	[
		'the image of a pod, by a test and a replacement in its status',
		200,
		'PATCH',
		`${pod}/status`,
		[{ op: 'replace', path: '/spec/containers/0/image', value: 'evil' }],
		json,
	],
	['the node of a pod, by its status', 200, 'PATCH', `${pod}/status`, { spec: { nodeName: 'n1' } }, merge],
	['the account of a pod, by its status', 200, 'PATCH', `${pod}/status`, { spec: { serviceAccountName: 'default' } }, merge],
	['an owner of a pod, by its status', 200, 'PATCH', `${pod}/status`, { metadata: { ownerReferences: [owner] } }, merge],
	[
		'the end of a pod, by its status',
		422,
		'PATCH',
		`${pod}/status`,
		{ metadata: { deletionTimestamp: '2020-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 } },
		merge,
	],
	['another name of a pod, by its status', 400, 'PUT', `${pod}/status`, { metadata: { name: 'q' }, spec: { containers } }],
	['another kind, by the status of a pod', 400, 'PATCH', `${pod}/status?fieldManager=m`, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'p' } }, apply],
	[
		'a pod that there is not, by an apply of its status',
		404,
		'PATCH',
		`${core}/pods/new/status?fieldManager=m`,
		{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'new' }, spec: { containers } },
		apply,
	],
	['a pod, by the right to evict it', 403, 'DELETE', pod],
	['all pods, by the right to evict them', 403, 'DELETE', `${core}/pods`],
	['another pod than the one that is evicted', 400, 'POST', `${pod}/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'q' } }],
	[
		'a pod of another namespace than the one that is evicted',
		400,
		'POST',
		`${pod}/eviction`,
		{ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p', namespace: 'default' } },
	],
	['the eviction of what is no pod', 404, 'POST', `${core}/pods/none/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'none' } }],
	['a pod, by an eviction on trial', 201, 'POST', `${pod}/eviction?dryRun=All`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } }],
	[
		'a pod, by an eviction that is on trial inside',
		201,
		'POST',
		`${pod}/eviction`,
		{ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' }, deleteOptions: { dryRun: ['All'] } },
	],
	['a shell, by the right to get one, on a path behind it', 404, 'GET', `${pod}/exec/x?command=ls`],
	['a pod by its own proxy', 403, 'GET', `${pod}/proxy/`],
	['a binding of a pod, by its status', 403, 'POST', `${pod}/status`, { metadata: { name: 'p' }, target: { name: 'n1' } }],
	[
		'more for a pod, by the right to read that',
		403,
		'PATCH',
		`${pod}/resize`,
		{ spec: { containers: [{ name: 'c', resources: { limits: { cpu: '9' } } }] } },
		merge,
	],
	['addresses of a service, by its status', 200, 'PATCH', `${core}/services/s/status`, { spec: { externalIPs: ['10.1.1.1'] } }, merge],
	['the selector of a service, by its status', 200, 'PATCH', `${core}/services/s/status`, { spec: { selector: { a: 'evil' } } }, merge],
	[
		'the type of a service, put in its place by its status',
		200,
		'PUT',
		`${core}/services/s/status`,
		{ metadata: { name: 's' }, spec: { type: 'ExternalName', externalName: 'evil.example' } },
	],
	['a template, by the status of its deployment', 200, 'PATCH', `${deployment}/status`, { spec: { template: { spec: { containers: evil } } } }, merge],
	[
		'a template, applied by force to the status',
		200,
		'PATCH',
		`${deployment}/status?fieldManager=m&force=true`,
		{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { template: { spec: { containers: evil } } } },
		apply,
	],
	['how many there are, by the status', 200, 'PATCH', `${deployment}/status`, { spec: { replicas: 99 } }, merge],
	['labels of a deployment, by its status', 200, 'PATCH', `${deployment}/status`, { metadata: { labels: { x: 'y' } } }, merge],
	['how many there are, by the right to read it', 403, 'PATCH', `${deployment}/scale`, { spec: { replicas: 99 } }, merge],
	['finalizers of a deployment, by the right to finalizers', 403, 'PATCH', deployment, { metadata: { finalizers: ['example.com/x'] } }, merge],
	[
		'finalizers of a deployment, as if they were a part of it',
		404,
		'PATCH',
		`${deployment}/finalizers`,
		{ metadata: { finalizers: ['example.com/x'] } },
		merge,
	],
	[
		'the end of a namespace, by finalizing it',
		422,
		'PUT',
		'/api/v1/namespaces/own/finalize',
		{ metadata: { name: 'own', deletionTimestamp: '2020-01-01T00:00:00Z' }, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Terminating' } },
	],
	['another namespace, by finalizing one', 403, 'PUT', '/api/v1/namespaces/default/finalize', { metadata: { name: 'default' }, spec: { finalizers: [] } }],
	[
		'a name of another namespace, by finalizing one',
		400,
		'PUT',
		'/api/v1/namespaces/own/finalize',
		{ metadata: { name: 'default' }, spec: { finalizers: [] } },
	],
	[
		'the end of a namespace, by its status',
		422,
		'PATCH',
		'/api/v1/namespaces/own/status',
		{ metadata: { deletionTimestamp: '2020-01-01T00:00:00Z' }, spec: { finalizers: [] } },
		merge,
	],
	[
		'a role that a role of the cluster gathers, in a namespace',
		403,
		'POST',
		`${rbac}/namespaces/own/roles`,
		{
			metadata: { name: 'more', labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } },
			rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }],
		},
	],
	[
		'a binding to a role that gathers others, before it has any right',
		403,
		'POST',
		`${rbac}/namespaces/own/rolebindings`,
		{
			metadata: { name: 'more' },
			roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'admin' },
			subjects: [{ apiGroup: group, kind: 'User', name: 'dev' }],
		},
	],
	[
		'a strong binding, with oneself in it',
		403,
		'PATCH',
		`${rbac}/namespaces/own/rolebindings/strong`,
		{ subjects: [{ apiGroup: group, kind: 'User', name: 'dev' }] },
		merge,
	],
];

const token = `${core}/serviceaccounts/worker/token`;
const wanted = (spec: object | string): string => `{"spec":${typeof spec === 'string' ? spec : JSON.stringify(spec)}}`;

export const tokens: readonly Attempt[] = [
	['a token that ends before it begins', 422, 'POST', token, wanted({ expirationSeconds: -1 })],
	['a token for no time', 422, 'POST', token, wanted({ expirationSeconds: 0 })],
	['a token for too short a time', 422, 'POST', token, wanted({ expirationSeconds: 599 })],
	['a token for longer than 32 bits can say', 422, 'POST', token, wanted('{"expirationSeconds":4294967297}')],
	['a token for longer than 64 bits can say', 400, 'POST', token, wanted('{"expirationSeconds":99999999999999999999}')],
	['a token for a time that is endless', 400, 'POST', token, wanted('{"expirationSeconds":1e999}')],
	['a token for a part of a second', 400, 'POST', token, wanted('{"expirationSeconds":3600.5}')],
	['a token for a time in words', 400, 'POST', token, wanted({ expirationSeconds: '3600' })],
	['a token for a time of which the second counts', 422, 'POST', token, wanted('{"expirationSeconds":3600,"expirationSeconds":-1}')],
	['a token that ends with an object of another uid', 409, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'x' } })],
	['a token that ends with a kind in small letters', 400, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v1', kind: 'pod', name: 'p' } })],
	['a token that ends with a version that there is not', 201, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v2', kind: 'Pod', name: 'p' } })],
	['a token that ends with an object without a name', 400, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: '' } })],
	[
		'a token that ends with a Secret that may not be read',
		201,
		'POST',
		token,
		wanted({ boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 'hidden' } }),
	],
	['a token on another path than its own', 403, 'POST', `${core}/serviceaccounts/default/token`, wanted({})],
	['a token by an update', 403, 'PUT', token, wanted({})],
	['a token by reading it', 403, 'GET', token],
	['a token for a namespace of another, in its body', 400, 'POST', token, '{"metadata":{"namespace":"default"},"spec":{}}'],
	['a token that ends with what a path names', 400, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: '../own/p' } })],
	['a token that ends with an escape', 400, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p%2f' } })],
	['a token that ends with a pod of another group', 400, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'apps/v1', kind: 'Pod', name: 'p' } })],
	['a token that ends with what all objects have', 400, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v1', kind: '__proto__', name: 'p' } })],
	['a token for a list that is none', 400, 'POST', token, wanted({ audiences: 'https://kubernetes.default.svc' })],
];

const about = `${reviews}/namespaces/own/localsubjectaccessreviews`;
export const asking: readonly Attempt[] = [
	[
		'another namespace, by a key that is there twice',
		422,
		'POST',
		about,
		'{"metadata":{"namespace":"own"},"spec":{"user":"eve","resourceAttributes":{"namespace":"own","namespace":"default","verb":"get","resource":"secrets"}}}',
	],
	[
		'rights of the cluster, by leaving the namespace out',
		422,
		'POST',
		about,
		{ spec: { user: 'eve', resourceAttributes: { verb: 'get', resource: 'secrets' } } },
	],
	['nobody’s rights', 422, 'POST', about, { spec: { resourceAttributes: { namespace: 'own', verb: 'get', resource: 'secrets' } } }],
	[
		'rights of whoever, in all namespaces',
		403,
		'POST',
		`${reviews}/subjectaccessreviews`,
		{ spec: { user: 'eve', resourceAttributes: { verb: 'get', resource: 'secrets' } } },
	],
	['whose a token is, by a key that is there twice', 403, 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', '{"spec":{"token":"x","token":"devs"}}'],
];

export const all: readonly Attempt[] = [...parts, ...tokens, ...asking];
