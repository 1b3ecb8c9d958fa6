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
	[
		'an additional ephemeral container, by the right to read the subresource',
		403,
		'PATCH',
		`${pod}/ephemeralcontainers`,
		{ spec: { ephemeralContainers: evil } },
		merge,
	],
	[
		'an additional ephemeral container, by an update',
		403,
		'PUT',
		`${pod}/ephemeralcontainers`,
		{ metadata: { name: 'p' }, spec: { ephemeralContainers: evil } },
	],
	['an additional ephemeral container, through the status', 200, 'PATCH', `${pod}/status`, { spec: { ephemeralContainers: evil } }, merge],
	['the image of a pod, through its status', 200, 'PATCH', `${pod}/status`, { spec: { containers: evil } }, merge],
	['the image of a pod, by an update of its status', 200, 'PUT', `${pod}/status`, { metadata: { name: 'p' }, spec: { containers: evil } }],
	[
		'the image of a pod, applied to its status',
		200,
		'PATCH',
		`${pod}/status?fieldManager=m&force=true`,
		{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: evil } },
		apply,
	],
	[
		'the image of a pod, by a JSON patch of its status',
		200,
		'PATCH',
		`${pod}/status`,
		[{ op: 'replace', path: '/spec/containers/0/image', value: 'evil' }],
		json,
	],
	['the node of a pod, through its status', 200, 'PATCH', `${pod}/status`, { spec: { nodeName: 'n1' } }, merge],
	['the account of a pod, through its status', 200, 'PATCH', `${pod}/status`, { spec: { serviceAccountName: 'default' } }, merge],
	['an owner of a pod, through its status', 200, 'PATCH', `${pod}/status`, { metadata: { ownerReferences: [owner] } }, merge],
	[
		'the deletion of a pod, through its status',
		422,
		'PATCH',
		`${pod}/status`,
		{ metadata: { deletionTimestamp: '2020-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 } },
		merge,
	],
	['another name of a pod, through its status', 400, 'PUT', `${pod}/status`, { metadata: { name: 'q' }, spec: { containers } }],
	[
		'another kind, through the status of a pod',
		400,
		'PATCH',
		`${pod}/status?fieldManager=m`,
		{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'p' } },
		apply,
	],
	[
		'a missing pod, by an apply of its status',
		404,
		'PATCH',
		`${core}/pods/new/status?fieldManager=m`,
		{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'new' }, spec: { containers } },
		apply,
	],
	['the deletion of a pod, by the right to evict it', 403, 'DELETE', pod],
	['the deletion of all pods, by the right to evict them', 403, 'DELETE', `${core}/pods`],
	['another pod in the body of an eviction', 400, 'POST', `${pod}/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'q' } }],
	[
		'another namespace in the body of an eviction',
		400,
		'POST',
		`${pod}/eviction`,
		{ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p', namespace: 'default' } },
	],
	[
		'the eviction of a kind other than a pod',
		404,
		'POST',
		`${core}/pods/none/eviction`,
		{ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'none' } },
	],
	[
		'the deletion of a pod, by an eviction as a dry run',
		201,
		'POST',
		`${pod}/eviction?dryRun=All`,
		{ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } },
	],
	[
		'the deletion of a pod, by an eviction whose body is a dry run',
		201,
		'POST',
		`${pod}/eviction`,
		{ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' }, deleteOptions: { dryRun: ['All'] } },
	],
	['a shell on a deeper path, by the right to get exec', 404, 'GET', `${pod}/exec/x?command=ls`],
	['the server, through the proxy of a pod', 403, 'GET', `${pod}/proxy/`],
	['a binding of a pod, through its status', 403, 'POST', `${pod}/status`, { metadata: { name: 'p' }, target: { name: 'n1' } }],
	[
		'more resources for a pod, by the right to read them',
		403,
		'PATCH',
		`${pod}/resize`,
		{ spec: { containers: [{ name: 'c', resources: { limits: { cpu: '9' } } }] } },
		merge,
	],
	['addresses of a service, through its status', 200, 'PATCH', `${core}/services/s/status`, { spec: { externalIPs: ['10.1.1.1'] } }, merge],
	['the selector of a service, through its status', 200, 'PATCH', `${core}/services/s/status`, { spec: { selector: { a: 'evil' } } }, merge],
	[
		'the type of a service, by an update of its status',
		200,
		'PUT',
		`${core}/services/s/status`,
		{ metadata: { name: 's' }, spec: { type: 'ExternalName', externalName: 'evil.example' } },
	],
	['the template of a deployment, through its status', 200, 'PATCH', `${deployment}/status`, { spec: { template: { spec: { containers: evil } } } }, merge],
	[
		'the template of a deployment, by a forced apply of its status',
		200,
		'PATCH',
		`${deployment}/status?fieldManager=m&force=true`,
		{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { template: { spec: { containers: evil } } } },
		apply,
	],
	['the number of replicas, through the status', 200, 'PATCH', `${deployment}/status`, { spec: { replicas: 99 } }, merge],
	['labels of a deployment, through its status', 200, 'PATCH', `${deployment}/status`, { metadata: { labels: { x: 'y' } } }, merge],
	['the number of replicas, by the right to read the scale', 403, 'PATCH', `${deployment}/scale`, { spec: { replicas: 99 } }, merge],
	['finalizers of a deployment, by the right to finalizers', 403, 'PATCH', deployment, { metadata: { finalizers: ['example.com/x'] } }, merge],
	['finalizers of a deployment, as a subresource', 404, 'PATCH', `${deployment}/finalizers`, { metadata: { finalizers: ['example.com/x'] } }, merge],
	[
		'the deletion of a namespace, by its finalization',
		422,
		'PUT',
		'/api/v1/namespaces/own/finalize',
		{ metadata: { name: 'own', deletionTimestamp: '2020-01-01T00:00:00Z' }, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Terminating' } },
	],
	[
		'another namespace, by the finalization of a permitted one',
		403,
		'PUT',
		'/api/v1/namespaces/default/finalize',
		{ metadata: { name: 'default' }, spec: { finalizers: [] } },
	],
	['another name in the body of a finalization', 400, 'PUT', '/api/v1/namespaces/own/finalize', { metadata: { name: 'default' }, spec: { finalizers: [] } }],
	[
		'the deletion of a namespace, through its status',
		422,
		'PATCH',
		'/api/v1/namespaces/own/status',
		{ metadata: { deletionTimestamp: '2020-01-01T00:00:00Z' }, spec: { finalizers: [] } },
		merge,
	],
	[
		'a namespaced role that a cluster role aggregates',
		403,
		'POST',
		`${rbac}/namespaces/own/roles`,
		{
			metadata: { name: 'more', labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } },
			rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }],
		},
	],
	[
		'a binding to an aggregating role without rules',
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
		'a strong binding, with own subject',
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
	['a token with a negative lifetime', 422, 'POST', token, wanted({ expirationSeconds: -1 })],
	['a token with lifetime zero', 422, 'POST', token, wanted({ expirationSeconds: 0 })],
	['a token with too short a lifetime', 422, 'POST', token, wanted({ expirationSeconds: 599 })],
	['a token with a lifetime beyond 32 bits', 422, 'POST', token, wanted('{"expirationSeconds":4294967297}')],
	['a token with a lifetime beyond 64 bits', 400, 'POST', token, wanted('{"expirationSeconds":99999999999999999999}')],
	['a token with an infinite lifetime', 400, 'POST', token, wanted('{"expirationSeconds":1e999}')],
	['a token with a fractional lifetime', 400, 'POST', token, wanted('{"expirationSeconds":3600.5}')],
	['a token with a text as its lifetime', 400, 'POST', token, wanted({ expirationSeconds: '3600' })],
	['a token with a repeated lifetime, of which the last counts', 422, 'POST', token, wanted('{"expirationSeconds":3600,"expirationSeconds":-1}')],
	['a token bound to an object of another UID', 409, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'x' } })],
	['a token bound to a kind in lower case', 400, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v1', kind: 'pod', name: 'p' } })],
	['a token bound to an unknown API version', 201, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v2', kind: 'Pod', name: 'p' } })],
	['a token bound to an object without a name', 400, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: '' } })],
	['a token bound to an unreadable Secret', 201, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 'hidden' } })],
	['a token on another path', 403, 'POST', `${core}/serviceaccounts/default/token`, wanted({})],
	['a token, by an update', 403, 'PUT', token, wanted({})],
	['a token, by a read', 403, 'GET', token],
	['a token for a namespace of another, in its body', 400, 'POST', token, '{"metadata":{"namespace":"default"},"spec":{}}'],
	['a token bound to a path', 400, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: '../own/p' } })],
	['a token bound to a name with an escape', 400, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p%2f' } })],
	['a token bound to a pod of another API group', 400, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'apps/v1', kind: 'Pod', name: 'p' } })],
	['a token bound to an inherited property', 400, 'POST', token, wanted({ boundObjectRef: { apiVersion: 'v1', kind: '__proto__', name: 'p' } })],
	['a token with a text as its audiences', 400, 'POST', token, wanted({ audiences: 'https://kubernetes.default.svc' })],
];

const about = `${reviews}/namespaces/own/localsubjectaccessreviews`;
export const asking: readonly Attempt[] = [
	[
		'another namespace, by a repeated key',
		422,
		'POST',
		about,
		'{"metadata":{"namespace":"own"},"spec":{"user":"eve","resourceAttributes":{"namespace":"own","namespace":"default","verb":"get","resource":"secrets"}}}',
	],
	['rights in the cluster, by an absent namespace', 422, 'POST', about, { spec: { user: 'eve', resourceAttributes: { verb: 'get', resource: 'secrets' } } }],
	['rights of no user', 422, 'POST', about, { spec: { resourceAttributes: { namespace: 'own', verb: 'get', resource: 'secrets' } } }],
	[
		'rights of any user, in all namespaces',
		403,
		'POST',
		`${reviews}/subjectaccessreviews`,
		{ spec: { user: 'eve', resourceAttributes: { verb: 'get', resource: 'secrets' } } },
	],
	['the user of a token, by a repeated key', 403, 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', '{"spec":{"token":"x","token":"devs"}}'],
];

export const all: readonly Attempt[] = [...parts, ...tokens, ...asking];
