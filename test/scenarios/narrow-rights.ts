/** Attempts of a user with a few narrow rights to gain more, with the expected status codes. */

export type Headers = Readonly<Record<string, string>>;
export type Attempt = readonly [what: string, code: number, method: string, path: string, body?: unknown, headers?: Headers];

export const planted = 'PLANTED-IN-SECRET';
export const encoded = Buffer.from(planted).toString('base64').replaceAll('=', '');
export const core = '/api/v1/namespaces/own';
export const other = '/api/v1/namespaces/other';
export const apps = '/apis/apps/v1/namespaces/own';
export const group = 'rbac.authorization.k8s.io';
export const rbac = `/apis/${group}/v1`;
export const reviews = '/apis/authorization.k8s.io/v1';
export const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
export const mine = 'fieldSelector=metadata.name%3Dmine';
const others = 'fieldSelector=metadata.name%3Dother';
export const merge = { 'content-type': 'application/merge-patch+json' };
const json = { 'content-type': 'application/json-patch+json' };
const strategic = { 'content-type': 'application/strategic-merge-patch+json' };
const apply = { 'content-type': 'application/apply-patch+yaml' };
const webSocket = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==', 'sec-websocket-version': '13' };

export const rules = [
	{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch', 'update', 'patch', 'delete'] },
	{ apiGroups: [''], resources: ['secrets'], resourceNames: ['mine'], verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'deletecollection'] },
	{ apiGroups: [''], resources: ['secrets/*'], verbs: ['*'] },
	{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'create', 'update', 'patch'] },
	{ apiGroups: [''], resources: ['pods/exec', 'pods/attach', 'pods/portforward', 'pods/proxy'], verbs: ['get'] },
	{ apiGroups: [''], resources: ['serviceaccounts/token'], resourceNames: ['worker'], verbs: ['create'] },
	{ apiGroups: [''], resources: ['serviceaccounts', 'services'], verbs: ['get', 'list', 'create', 'update'] },
	{ apiGroups: ['apps'], resources: ['deployments/scale', 'deployments/status'], verbs: ['get', 'update', 'patch'] },
	{ apiGroups: ['authorization.k8s.io'], resources: ['localsubjectaccessreviews'], verbs: ['create'] },
	{ apiGroups: [''], resources: ['events'], verbs: ['create'] },
	{ apiGroups: [group], resources: ['roles'], verbs: ['create', 'update', 'patch', 'get'] },
];
export const clusterRules = [
	{ nonResourceURLs: ['/open/*', '/healthz/*'], verbs: ['get'] },
	{ apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'update', 'patch'] },
	{ apiGroups: ['certificates.k8s.io'], resources: ['certificatesigningrequests'], verbs: ['create', 'get', 'list', 'update', 'patch'] },
];

export const selections: readonly Attempt[] = [
	['the other name after the permitted one', 200, 'GET', `${core}/secrets?${mine}&${others}`],
	['no selector after the permitted one', 200, 'GET', `${core}/secrets?${mine}&fieldSelector=`],
	['the other name before the permitted one', 403, 'GET', `${core}/secrets?${others}&${mine}`],
	['no selector before the permitted one', 403, 'GET', `${core}/secrets?fieldSelector=&${mine}`],
	['the parameter in capitals', 403, 'GET', `${core}/secrets?FieldSelector=metadata.name%3Dmine`],
	['the parameter as a list', 403, 'GET', `${core}/secrets?fieldSelector[]=metadata.name%3Dmine`],
	['both names with a semicolon', 403, 'GET', `${core}/secrets?${mine};${others}`],
	['the readable name and its negation', 200, 'GET', `${core}/secrets?${mine},metadata.name!%3Dmine`],
	['the name and the namespace, in all namespaces', 403, 'GET', `/api/v1/secrets?${mine},metadata.namespace%3Down`],
	['by a field of its content', 400, 'GET', `${core}/secrets?${mine},data.password%3D${encoded}`],
	['a collection deletion by name', 403, 'DELETE', `${core}/secrets?${mine}`],
	['a collection deletion', 403, 'DELETE', `${core}/secrets`],
	['a list whose second watch parameter is true', 403, 'GET', `${core}/secrets?watch=false&watch=true&${others}`],
	['a watch of one name, with the other in the selector', 200, 'GET', `${core}/secrets/mine?watch=1&timeoutSeconds=1&${others}`],
	['the same on the former watch path', 200, 'GET', `/api/v1/watch/namespaces/own/secrets/mine?timeoutSeconds=1&${others}`],
	['the object, by a label', 403, 'GET', `${core}/secrets/other?labelSelector=a%3Db`],
	['a page that continues in another namespace', 400, 'GET', `${core}/configmaps?limit=1&continue=${forged('../other/settings')}`],
	['a page that continues in another kind', 400, 'GET', `${core}/configmaps?limit=1&continue=${forged('../../secrets/own/other')}`],
];

/** Returns a continue token in the form of kube-apiserver. */
function forged(start: string): string {
	return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: -1, start })).toString('base64url');
}

export const writes: readonly Attempt[] = [
	[
		'an apply that creates, by the right to patch',
		403,
		'PATCH',
		`${core}/configmaps/new?fieldManager=m`,
		'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: new}\n',
		apply,
	],
	['an update that creates, by the right to update', 404, 'PUT', `${core}/configmaps/new`, { metadata: { name: 'new' } }],
	['a create with the permitted name', 403, 'POST', `${core}/secrets`, { metadata: { name: 'mine' } }],
	['a patch of another name, with the permitted one in the body', 403, 'PATCH', `${core}/secrets/other`, { metadata: { name: 'mine' } }, merge],
	['another name in a patch', 400, 'PATCH', `${core}/configmaps/settings`, [{ op: 'replace', path: '/metadata/name', value: 'new' }], json],
	['another namespace in a patch', 400, 'PATCH', `${core}/configmaps/settings`, { metadata: { namespace: 'other' } }, merge],
	['another namespace in an update', 400, 'PUT', `${core}/configmaps/settings`, { metadata: { name: 'settings', namespace: 'other' } }],
	['both namespaces in an update', 400, 'PUT', `${core}/configmaps/settings`, '{"metadata":{"name":"settings","namespace":"own","namespace":"other"}}'],
	['another object in an apply', 400, 'PATCH', `${core}/configmaps/settings?fieldManager=m`, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: new}\n', apply],
	['another kind in a patch', 422, 'PATCH', `${core}/configmaps/settings`, { kind: 'Secret' }, merge],
	['another kind in an update', 400, 'PUT', `${core}/configmaps/settings`, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'settings' } }],
	['another uid', 422, 'PATCH', `${core}/configmaps/settings`, { metadata: { uid: 'x' } }, merge],
	[
		'a JSON patch that copies data from outside the object',
		422,
		'PATCH',
		`${core}/configmaps/settings`,
		[{ op: 'copy', from: '/../other/data', path: '/data/x' }],
		json,
	],
	[
		'a JSON patch of inherited properties',
		422,
		'PATCH',
		`${core}/configmaps/settings`,
		'{"__proto__":{"groups":[]},"metadata":{"labels":{"__proto__":"x"}}}',
		merge,
	],
	[
		'a create by the right to patch, with an overridden method',
		403,
		'POST',
		`${core}/configmaps`,
		{ metadata: { name: 'new' } },
		{ 'x-http-method-override': 'PATCH' },
	],
	['the finalization of a namespace, by the right to update it', 403, 'PUT', '/api/v1/namespaces/own/finalize', { metadata: { name: 'own' }, spec: {} }],
	['the status of a namespace, by the right to update it', 403, 'PUT', '/api/v1/namespaces/own/status', { metadata: { name: 'own' } }],
	['the status of a pod, by the right to update it', 403, 'PATCH', `${core}/pods/p/status`, { status: { phase: 'Running' } }, merge],
	['the node of a pod, by an update', 422, 'PATCH', `${core}/pods/p`, { spec: { nodeName: 'n1' } }, merge],
	['the node of a pod, by its subresource', 403, 'POST', `${core}/pods/p/binding`, { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n1' } }],
	['the node of a pod, by a binding', 403, 'POST', `${core}/bindings`, { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n1' } }],
	['another account for a pod', 422, 'PATCH', `${core}/pods/p`, { spec: { serviceAccountName: 'worker' } }, merge],
	['the eviction of a pod', 403, 'POST', `${core}/pods/p/eviction`, { metadata: { name: 'p' } }],
	['an ephemeral container in a pod', 403, 'PATCH', `${core}/pods/p/ephemeralcontainers`, {}, strategic],
	['more resources for a pod', 403, 'PATCH', `${core}/pods/p/resize`, {}, strategic],
	[
		'an event about another namespace',
		422,
		'POST',
		`${core}/events`,
		{ metadata: { name: 'e' }, involvedObject: { namespace: 'other', kind: 'Pod', name: 'x' } },
	],
	['an event of the other API group', 403, 'POST', '/apis/events.k8s.io/v1/namespaces/own/events', { metadata: { name: 'e' } }],
	['a template by the scale', 422, 'PATCH', `${apps}/deployments/d/scale`, { apiVersion: 'apps/v1', kind: 'Deployment', spec: { template: {} } }, merge],
	[
		'the address of the server itself for a service',
		422,
		'POST',
		`${core}/services`,
		{ metadata: { name: 's' }, spec: { clusterIP: '10.0.0.1', ports: [{ port: 443 }] } },
	],
];

export const all = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
export const roles: readonly Attempt[] = [
	[
		'the right to a resource, by the right to all its subresources',
		403,
		'POST',
		`${rbac}/namespaces/own/roles`,
		{ metadata: { name: 'a' }, rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] },
	],
	[
		'tokens of all accounts, by the right to those of one',
		403,
		'POST',
		`${rbac}/namespaces/own/roles`,
		{ metadata: { name: 'a' }, rules: [{ apiGroups: [''], resources: ['serviceaccounts/token'], verbs: ['create'] }] },
	],
	[
		'repeated rules, of which the last count',
		403,
		'POST',
		`${rbac}/namespaces/own/roles`,
		`{"metadata":{"name":"a"},"rules":[],"rules":${JSON.stringify(all)}}`,
	],
	[
		'a body with another media type than its header',
		400,
		'POST',
		`${rbac}/namespaces/own/roles`,
		JSON.stringify({ metadata: { name: 'a' }, rules: all }),
		{ 'content-type': 'application/vnd.kubernetes.protobuf' },
	],
	[
		'rules in a YAML alias',
		403,
		'POST',
		`${rbac}/namespaces/own/roles`,
		'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\nrules:\n- {apiGroups: &x ["*"], resources: *x, verbs: *x}\n',
		{ 'content-type': 'application/yaml' },
	],
	['a removed API version', 404, 'POST', `/apis/${group}/v1beta1/namespaces/own/roles`, { metadata: { name: 'a' }, rules: all }],
	['own role, together with a finalizer', 403, 'PATCH', `${rbac}/namespaces/own/roles/few`, { metadata: { finalizers: ['a.b/c'] }, rules: all }, merge],
];

export const paths: readonly Attempt[] = [
	['dot segments below a permitted path', 400, 'GET', '/open/../api/v1/secrets'],
	['encoded dot segments below a permitted path', 400, 'GET', '/open/%2e%2e/api/v1/secrets'],
	['a backslash', 400, 'GET', '/healthz/..\\metrics'],
	['dot segments and a semicolon', 404, 'GET', '/healthz/..;/metrics'],
	['metrics, with a trailing slash', 403, 'GET', '/metrics/'],
	['metrics, with a permitted path in the query', 403, 'GET', '/metrics?/healthz/x'],
	['another host in the path', 403, 'GET', 'https://evil.example/metrics'],
	['a namespace followed by another resource', 400, 'GET', '/api/v1/namespaces/own%2Fsecrets/configmaps/settings'],
	['a namespace without a name', 400, 'GET', '/api/v1/namespaces//configmaps'],
	['a nested namespace', 404, 'GET', '/api/v1/namespaces/own/namespaces/other'],
	['a cluster-scoped resource in a namespace', 403, 'GET', `${rbac}/namespaces/own/clusterroles`],
	['two names with a comma', 403, 'GET', `${core}/secrets/mine%2Cother`],
	['a star as a name', 403, 'GET', `${core}/secrets/*`],
	['an unknown subresource', 403, 'GET', `${core}/secrets/other/status`],
	['an inherited property as a kind', 403, 'GET', '/api/v1/__proto__'],
	['an inherited property as a group', 403, 'GET', '/apis/constructor/v1/prototype'],
	['an unknown method', 403, 'PROPFIND', `${core}/secrets/other`],
	['a CORS preflight', 403, 'OPTIONS', `${core}/secrets/other`],
	['the former proxy path', 403, 'GET', '/api/v1/proxy/namespaces/own/pods/p'],
	['the proxy of a node’s agent', 403, 'GET', '/api/v1/nodes/n1/proxy/exec'],
	['a service, as a proxy to the server itself', 403, 'GET', '/api/v1/namespaces/default/services/https:kubernetes:443/proxy/'],
];

export const shells: readonly Attempt[] = [
	['a shell by GET, with the right to get', 403, 'GET', `${core}/pods/p/exec?command=sh`],
	['a shell over a WebSocket', 403, 'GET', `${core}/pods/p/exec?command=sh`, undefined, { ...webSocket, 'sec-websocket-protocol': 'v5.channel.k8s.io' }],
	['a shell by POST', 403, 'POST', `${core}/pods/p/exec?command=sh`],
	['a shell in a missing pod', 403, 'GET', `${core}/pods/none/exec?command=sh`],
	['the processes of a pod, by GET', 403, 'GET', `${core}/pods/p/attach`],
	['ports of a pod, by GET', 403, 'GET', `${core}/pods/p/portforward?ports=80`],
	['a POST to a pod, with the right to get', 403, 'POST', `${core}/pods/p/proxy/x`],
];

export const token = `${core}/serviceaccounts/worker/token`;
const bound = (name: string, kind = 'Secret'): object => ({ spec: { boundObjectRef: { kind, apiVersion: 'v1', name } } });
export const asking = { verb: 'get', resource: 'secrets' };
export const identities: readonly Attempt[] = [
	['a token of another account', 403, 'POST', `${core}/serviceaccounts/default/token`, { spec: {} }],
	['a token whose body names another account', 400, 'POST', token, { metadata: { name: 'default' }, spec: {} }],
	['a token whose body names another namespace', 400, 'POST', token, { metadata: { namespace: 'kube-system' }, spec: {} }],
	['a token bound to a Secret of another namespace', 404, 'POST', token, bound('hidden')],
	['a token bound to a path', 400, 'POST', token, bound('../other/hidden')],
	['a token bound to a namespace', 400, 'POST', token, bound('own', 'Namespace')],
	['a token without an expiry', 422, 'POST', token, { spec: { expirationSeconds: 9_007_199_254_740_000 } }],
	['an expired token', 422, 'POST', token, { spec: { expirationSeconds: -1 } }],
	[
		'rights in another namespace',
		422,
		'POST',
		`${reviews}/namespaces/own/localsubjectaccessreviews`,
		{ spec: { user: 'root', resourceAttributes: { ...asking, namespace: 'other' } } },
	],
	['rights in all namespaces', 422, 'POST', `${reviews}/namespaces/own/localsubjectaccessreviews`, { spec: { user: 'root', resourceAttributes: asking } }],
	[
		'rights to paths',
		422,
		'POST',
		`${reviews}/namespaces/own/localsubjectaccessreviews`,
		{ spec: { user: 'root', nonResourceAttributes: { verb: 'get', path: '/' } } },
	],
	['the user of a token', 403, 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'roots' } }],
	['the approval of a certificate, by the right to update', 403, 'PUT', `${requests}/asked/approval`, { metadata: { name: 'asked' } }],
	['a certificate, by the right to update', 403, 'PUT', `${requests}/asked/status`, { metadata: { name: 'asked' } }],
];

export const impersonations: readonly Attempt[] = [
	[
		'an account of a namespace in which that is allowed',
		200,
		'GET',
		`${core}/configmaps/settings`,
		undefined,
		{ 'impersonate-user': 'system:serviceaccount:own:worker' },
	],
	['an account of another namespace', 403, 'GET', `${core}/configmaps`, undefined, { 'impersonate-user': 'system:serviceaccount:other:default' }],
	[
		'an account, and the privileged group',
		403,
		'GET',
		`${core}/secrets`,
		undefined,
		{ 'impersonate-user': 'system:serviceaccount:own:worker', 'impersonate-group': 'system:masters' },
	],
	[
		'an account, and two groups with a comma',
		403,
		'GET',
		`${core}/secrets`,
		undefined,
		{ 'impersonate-user': 'system:serviceaccount:own:worker', 'impersonate-group': 'devs,system:masters' },
	],
	[
		'an account, with an inherited property as an extra key',
		403,
		'GET',
		`${core}/secrets`,
		undefined,
		{ 'impersonate-user': 'system:serviceaccount:own:worker', 'impersonate-extra-__proto__': 'x' },
	],
	[
		'an account, with an extra value without a key',
		403,
		'GET',
		`${core}/secrets`,
		undefined,
		{ 'impersonate-user': 'system:serviceaccount:own:worker', 'impersonate-extra-': 'x' },
	],
	['a name of five parts', 403, 'GET', `${core}/secrets`, undefined, { 'impersonate-user': 'system:serviceaccount:own:worker:x' }],
	['a name that contains a path', 403, 'GET', `${core}/secrets`, undefined, { 'impersonate-user': 'system:serviceaccount:own/../other:default' }],
	['a user, by a binding in a namespace', 403, 'GET', `${core}/secrets`, undefined, { 'impersonate-user': 'root' }],
	['an empty user, and a group', 400, 'GET', `${core}/secrets`, undefined, { 'impersonate-user': '', 'impersonate-group': 'system:masters' }],
];
