/** Requests of all verbs, users and kinds of failure, each with a unique name that identifies its lines in both audits. */
import { namespace } from './servers.ts';

export interface AuditedStep {
	/** Token of the user; empty for a request without credentials. */
	readonly who: string;
	readonly method: string;
	readonly path: string;
	readonly body?: string;
	readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

const json = 'application/json';
const core = `/api/v1/namespaces/${namespace}`;
const maps = `${core}/configmaps`;
const apps = `/apis/apps/v1/namespaces/${namespace}`;
const merge = 'application/merge-patch+json';
const apply = 'application/apply-patch+yaml';

/** Users of the requests. Bindings let `reader` read and `writer` write ConfigMaps of the namespace; `nobody` has no rights. */
export const users = ['admin', 'reader', 'writer', 'nobody'] as const;
export const tokenFile = 'admin,admin,admin,"system:masters"\nreader,reader,r1\nwriter,writer,w1,"team,other"\nnobody,nobody,n1\n';

const step = (who: string, method: string, path: string, body?: unknown, contentType = json, headers: AuditedStep['headers'] = {}): AuditedStep => ({
	...{ who, method, path },
	...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	headers: { ...(body !== undefined && { 'content-type': contentType }), ...headers },
});

const map = (name: string, more: object = {}): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: '1' }, ...more });
const as = (user: string, more: Readonly<Record<string, string | readonly string[]>> = {}): AuditedStep['headers'] => ({ 'impersonate-user': user, ...more });

const role = { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }] };
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const bound = (name: string, user: string): object => ({
	...{ metadata: { name }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name } },
	subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
});

/** Steps done first; the comparison begins when they have taken effect. */
export const preparing: readonly AuditedStep[] = [
	step('admin', 'POST', `${rbac}/namespaces/${namespace}/roles`, { metadata: { name: 'reading' }, ...role }),
	step('admin', 'POST', `${rbac}/namespaces/${namespace}/roles`, {
		metadata: { name: 'writing' },
		rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['*'] }],
	}),
	step('admin', 'POST', `${rbac}/namespaces/${namespace}/rolebindings`, bound('reading', 'reader')),
	step('admin', 'POST', `${rbac}/namespaces/${namespace}/rolebindings`, bound('writing', 'writer')),
];

/** Returns the lifecycle of an object, by a user who may do all, part or none of it. */
function lives(who: string): readonly AuditedStep[] {
	const name = `of-${who || 'none'}`;
	const one = `${maps}/${name}`;
	return [
		step(who, 'POST', maps, map(name)),
		step(who, 'POST', maps, map(name)),
		step(who, 'POST', `${maps}?dryRun=All`, map(`${name}-dry`)),
		step(who, 'GET', one),
		step(who, 'HEAD', one),
		step(who, 'GET', maps),
		step(who, 'GET', `${maps}?limit=1`),
		step(who, 'GET', `${maps}?fieldSelector=metadata.name%3D${name}`),
		step(who, 'GET', `${maps}?watch=1&timeoutSeconds=1&fieldSelector=metadata.name%3D${name}`),
		step(who, 'GET', `/api/v1/watch/namespaces/${namespace}/configmaps/${name}?timeoutSeconds=1`),
		step(who, 'PUT', one, map(name, { data: { a: '2' } })),
		step(who, 'PATCH', one, { data: { b: '3' } }, merge),
		step(who, 'PATCH', one, [{ op: 'add', path: '/data/c', value: '4' }], 'application/json-patch+json'),
		step(who, 'PATCH', `${one}?fieldManager=me&force=true`, `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"},"data":{"d":"5"}}`, apply),
		step(who, 'DELETE', `${one}?dryRun=All`),
		step(who, 'DELETE', one, { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' }),
		step(who, 'DELETE', one),
		step(who, 'DELETE', `${maps}?labelSelector=none%3Dsuch`),
		step(who, 'GET', one),
	];
}

const failing: readonly AuditedStep[] = [
	step('wrong', 'GET', maps),
	step('wrong', 'POST', maps, map('wrong')),
	step('wrong', 'DELETE', `${maps}/wrong`),
	step('wrong', 'GET', '/nope'),
	step('wrong', 'GET', `${maps}?watch=1&timeoutSeconds=1`),
	...['admin', 'reader', 'nobody', ''].flatMap((who) => [
		step(who, 'GET', '/nope'),
		step(who, 'POST', '/nope', {}),
		step(who, 'GET', '/api/v1/nopes'),
		step(who, 'GET', '/apis/nope.example.com/v1/things'),
		step(who, 'GET', '/apis/apps/v9/deployments'),
		step(who, 'GET', `${core}/nopes/a`),
		step(who, 'GET', `${maps}/a/nope`),
		step(who, 'POST', `${maps}/a`, map('a')),
		step(who, 'PUT', maps, map('a')),
		step(who, 'PATCH', maps, {}, merge),
	]),
	step('admin', 'POST', maps, '{"metadata":'),
	step('admin', 'POST', maps, ''),
	step('admin', 'POST', maps, '[]'),
	step('admin', 'POST', maps, map('A b')),
	step('admin', 'POST', maps, map('bad', { data: { 'a/b': '1' } })),
	step('admin', 'POST', maps, { ...map('kind'), kind: 'Secret' }),
	step('admin', 'POST', maps, { ...map('other'), metadata: { name: 'other', namespace: 'elsewhere' } }),
	step('admin', 'POST', maps, map('strange'), 'text/plain'),
	step('admin', 'POST', '/api/v1/namespaces/absent/configmaps', map('a')),
	step('admin', 'PUT', `${maps}/absent`, map('absent')),
	step('admin', 'PUT', `${maps}/absent`, map('another')),
	step('admin', 'PATCH', `${maps}/absent`, {}, merge),
	step('admin', 'PATCH', `${maps}/absent`, {}, 'application/unknown'),
	step('admin', 'DELETE', `${maps}/absent`),
	step('admin', 'DELETE', `${maps}/absent`, '{"kind":'),
	step('admin', 'GET', maps, undefined, json, { accept: 'text/html' }),
	step('admin', 'GET', `${maps}?limit=x`),
	step('admin', 'GET', `${maps}?labelSelector=a%20b%20c`),
	step('admin', 'GET', `${maps}?continue=nonsense&limit=1`),
	step('admin', 'GET', `${maps}?watch=1&resourceVersion=99999999&timeoutSeconds=1`),
	step('admin', 'GET', `${maps}?watch=1&resourceVersion=x`),
	step('admin', 'POST', `${maps}?dryRun=Some`, map('a')),
	step('admin', 'POST', `${maps}?fieldValidation=Strict`, { ...map('strict'), unknown: 1 }),
	step('admin', 'POST', `${maps}?fieldValidation=Warn`, { ...map('warned'), unknown: 1 }),
];

const special: readonly AuditedStep[] = [
	step('admin', 'POST', maps, { metadata: { generateName: 'made-' }, data: {} }),
	step('writer', 'POST', maps, { metadata: { generateName: 'made-' }, data: {} }),
	step('nobody', 'POST', maps, { metadata: { generateName: 'made-' }, data: {} }),
	step('admin', 'POST', maps, map('c1', { metadata: { name: 'c1', labels: { of: 'collection' } } })),
	step('admin', 'POST', maps, map('c2', { metadata: { name: 'c2', labels: { of: 'collection' } } })),
	step('admin', 'DELETE', `${maps}?labelSelector=of%3Dcollection&dryRun=All`),
	step('admin', 'DELETE', `${maps}?labelSelector=of%3Dcollection`, { kind: 'DeleteOptions', apiVersion: 'v1' }),
	step('admin', 'POST', maps, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: yaml}\ndata: {a: "1"}\n', 'application/yaml'),
	step('admin', 'GET', `${maps}/yaml`, undefined, json, { accept: 'application/yaml' }),
	step('admin', 'GET', `${maps}/yaml`, undefined, json, { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }),
	step('admin', 'GET', maps, undefined, json, { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' }),
	step('admin', 'DELETE', `${maps}/yaml`, { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'not-that' } }),
	step('admin', 'DELETE', `${maps}/yaml`, { gracePeriodSeconds: 0 }),
	step('admin', 'POST', `${core}/secrets`, { metadata: { name: 'hidden' }, stringData: { a: 'b' } }),
	step('admin', 'GET', `${core}/secrets/hidden`),
	step('admin', 'DELETE', `${core}/secrets/hidden`),
	step('admin', 'POST', `${apps}/deployments`, {
		metadata: { name: 'd' },
		spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'b' }] } } },
	}),
	step('admin', 'GET', `${apps}/deployments/d/scale`),
	step('admin', 'PATCH', `${apps}/deployments/d/scale`, { spec: { replicas: 3 } }, merge),
	step('admin', 'PATCH', `${apps}/deployments/d/status`, { status: { replicas: 1 } }, merge),
	step('nobody', 'PATCH', `${apps}/deployments/d/scale`, { spec: { replicas: 4 } }, merge),
	step('admin', 'DELETE', `${apps}/deployments/d`),
	step('admin', 'POST', `${core}/pods`, { metadata: { name: 'p' }, spec: { containers: [{ name: 'a', image: 'b' }] } }),
	step('admin', 'GET', `${core}/pods/p/log`),
	step('admin', 'GET', `${core}/pods/p/log?follow=true`),
	step('admin', 'GET', `${core}/pods/absent/log`),
	step('admin', 'GET', `${core}/pods/p/exec?command=ls&stdout=1`),
	step('admin', 'POST', `${core}/pods/p/exec?command=ls&stdout=1`),
	step('nobody', 'GET', `${core}/pods/p/log`),
	step('nobody', 'POST', `${core}/pods/p/exec?command=ls`),
	step('admin', 'POST', `${core}/pods/p/binding`, { target: { kind: 'Node', name: 'n' }, metadata: { name: 'p' } }),
	step('admin', 'GET', `${core}/pods/p/log`),
	step('admin', 'GET', `${core}/pods/p/proxy/a/b`),
	step('admin', 'POST', `${core}/pods/p/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } }),
	step('admin', 'DELETE', `${core}/pods/p?gracePeriodSeconds=0`),
	step('admin', 'POST', `${core}/serviceaccounts`, { metadata: { name: 'sa' } }),
	step('admin', 'POST', `${core}/serviceaccounts/sa/token`, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }),
	step('nobody', 'POST', `${core}/serviceaccounts/sa/token`, { spec: {} }),
	step('admin', 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'reader' } }),
	step('admin', 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'unknown' } }),
	step('nobody', 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'reader' } }),
	step('reader', 'POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', { spec: { nonResourceAttributes: { path: '/x', verb: 'get' } } }),
	step('reader', 'POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', { spec: { namespace } }),
	step('admin', 'POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
		spec: { user: 'reader', resourceAttributes: { namespace, verb: 'get', resource: 'configmaps' } },
	}),
	step('admin', 'GET', maps, undefined, json, as('reader')),
	step('admin', 'GET', maps, undefined, json, as('nobody', { 'impersonate-group': ['a', 'b'], 'impersonate-extra-scopes': ['x', 'y'] })),
	step('admin', 'GET', maps, undefined, json, as('nobody', { 'impersonate-uid': 'u' })),
	step('admin', 'POST', maps, map('as'), json, as('writer')),
	step('admin', 'GET', maps, undefined, json, as(`system:serviceaccount:${namespace}:sa`)),
	step('admin', 'GET', maps, undefined, json, { 'impersonate-group': 'a' }),
	step('reader', 'GET', maps, undefined, json, as('writer')),
	step('reader', 'POST', maps, map('no'), json, as('writer')),
	step('reader', 'GET', '/nope', undefined, json, as('writer')),
	step('', 'GET', maps, undefined, json, as('writer')),
	...['', 'nobody', 'admin'].flatMap((who) =>
		['/', '/api', '/api/v1', '/apis', '/apis/apps', '/apis/apps/v1', '/version', '/healthz', '/livez', '/readyz', '/metrics', '/openapi/v2', '/openapi/v3'].map(
			(path) => step(who, 'GET', path),
		),
	),
	step('admin', 'POST', '/version', {}),
	step('admin', 'OPTIONS', maps),
	step('admin', 'POST', '/api/v1/namespaces', { metadata: { name: 'short' } }),
	step('admin', 'GET', '/api/v1/namespaces/short'),
	step('admin', 'DELETE', '/api/v1/namespaces/short'),
	step('admin', 'PUT', '/api/v1/namespaces/short/finalize', { metadata: { name: 'short' }, spec: { finalizers: [] } }),
	step('admin', 'GET', '/api/v1/nodes?token=abc'),
	step('admin', 'GET', `${maps}?access_token=secret-of-mine&limit=1`),
	step('admin', 'GET', `${maps}?pretty=true`),
];

export const steps: readonly AuditedStep[] = [...users.flatMap(lives), ...lives(''), ...failing, ...special];
