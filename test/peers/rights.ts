/** Requests of users with few rights: any verb, any path, and any header that could make the user pass for another. */
import { type Arbitrary, constantFrom, oneof, record, subarray, tuple } from 'fast-check';
import { namespace } from './servers.ts';

export interface Attempt {
	readonly method: string;
	readonly path: string;
	readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

/** Tokens of the users. `imp` may impersonate some others; `admin` may do anything, and only sends requests in another user's name. */
export const tokenFile = `${['admin,admin,a1,"system:masters"', 'ann,ann,u1,"team"', 'bob,bob,u2', 'imp,imp,u3', 'nobody,nobody,u4'].join('\n')}\n`;

const group = 'rbac.authorization.k8s.io';
const rbac = `/apis/${group}/v1`;
const grants: Readonly<Record<string, readonly [cluster: boolean, rules: readonly object[]]>> = {
	ann: [
		false,
		[
			{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['a'], verbs: ['get', 'list', 'watch', 'patch'] },
			{ apiGroups: [''], resources: ['pods/log', 'pods/exec'], verbs: ['get'] },
			{ apiGroups: ['apps'], resources: ['deployments/scale'], verbs: ['*'] },
		],
	],
	bob: [
		true,
		[
			{ apiGroups: ['', 'apps'], resources: ['*'], verbs: ['get', 'create', 'deletecollection'] },
			{ nonResourceURLs: ['/metrics', '/logs/*', '/debug*'], verbs: ['get'] },
			{ apiGroups: [group], resources: ['roles', 'rolebindings'], verbs: ['*'] },
		],
	],
	imp: [
		true,
		[
			{ apiGroups: [''], resources: ['users'], resourceNames: ['ann'], verbs: ['impersonate'] },
			{ apiGroups: [''], resources: ['groups'], resourceNames: ['team', 'system:masters:x'], verbs: ['impersonate'] },
			{ apiGroups: [''], resources: ['serviceaccounts'], resourceNames: ['default'], verbs: ['impersonate'] },
			{ apiGroups: ['authentication.k8s.io'], resources: ['userextras/scopes', 'uids'], verbs: ['impersonate'] },
		],
	],
};

/** Objects that the administrator creates first. */
export const made: readonly (readonly [path: string, body: object])[] = [
	...Object.entries(grants).flatMap(([name, [isOfCluster, rules]]): (readonly [string, object])[] => {
		const kind = isOfCluster ? 'Cluster' : '';
		const at = `${rbac}${isOfCluster ? '' : `/namespaces/${namespace}`}/${kind.toLowerCase()}role`;
		const subjects = [{ apiGroup: group, kind: 'User', name }];
		return [
			[`${at}s`, { metadata: { name }, rules }],
			[`${at}bindings`, { metadata: { name }, roleRef: { apiGroup: group, kind: `${kind}Role`, name }, subjects }],
		];
	}),
	[`/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: 'a' } }],
	[`/api/v1/namespaces/${namespace}/secrets`, { metadata: { name: 'a' }, stringData: { hidden: 'value' } }],
];

const methods = constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'get');
const of = (resource: string): readonly string[] => [
	`/api/v1/namespaces/${namespace}/${resource}`,
	`/api/v1/namespaces/default/${resource}`,
	`/api/v1/${resource}`,
];
const parts = [
	'',
	'/a',
	'/b',
	'/',
	'/a/',
	'/A',
	'/a/log',
	'/a/exec',
	'/a/proxy/x',
	'/a/status',
	'/a/scale',
	'/a/token',
	'/a/eviction',
	'/a/none',
	'/a%2flog',
	'/..',
	'/%2e%2e/a',
	'//a',
];
const resources: Arbitrary<string> = tuple(
	constantFrom(
		...['configmaps', 'secrets', 'pods', 'serviceaccounts', 'nodes', 'Configmaps', 'none'].flatMap(of),
		...['deployments', 'none'].map((resource) => `/apis/apps/v1/namespaces/${namespace}/${resource}`),
		...['roles', 'rolebindings', 'clusterroles'].map((resource) => `${rbac}/namespaces/${namespace}/${resource}`),
		`/api/v1/watch/namespaces/${namespace}/configmaps`,
		`/api/v1/proxy/namespaces/${namespace}/pods`,
		`${rbac}/clusterroles`,
		`/api/v2/namespaces/${namespace}/configmaps`,
		`/apis/none/v1/namespaces/${namespace}/configmaps`,
		'/api/v1/namespaces',
		`/api/v1/namespaces/${namespace}`,
	),
	constantFrom(...parts),
).map((of) => of.join(''));
const paths = constantFrom(
	...[
		'/',
		'/api',
		'/api/',
		'/API',
		'/api/v1',
		'/apis',
		'/apis/apps',
		'/apis/apps/v1',
		'/version',
		'/version/',
		'/healthz',
		'/healthz/ping',
		'/livez',
		'/readyz/etcd',
	],
	...[
		'/metrics',
		'/metrics/',
		'/metrics/slis',
		'/logs',
		'/logs/',
		'/logs/a',
		'/debug',
		'/debug/pprof/',
		'/debugx',
		'/openapi/v2',
		'/openapi/v3',
		'/openapi/v3/api/v1',
		'/none',
	],
	...['/.well-known/openid-configuration', '/openid/v1/jwks', '//version', '/./version', '/version/../metrics', '/%76ersion', '/healthz/../api/v1/secrets'],
);
const queries = constantFrom(
	...[
		'',
		'',
		'',
		'?watch=1&timeoutSeconds=1',
		'?watch=true&timeoutSeconds=1',
		'?fieldSelector=metadata.name%3Da',
		'?fieldSelector=metadata.name%3Db',
		'?limit=1',
	],
	...[
		'?fieldSelector=metadata.name%3Da,metadata.name%3Db',
		'?fieldSelector=metadata.name!%3Da',
		'?name=a',
		'?namespace=default',
		'?fieldSelector=metadata.name%3D',
	],
);

const who = constantFrom(
	...['ann', 'bob', 'imp', 'nobody'].map((token) => ({ authorization: `Bearer ${token}` })),
	...[
		{},
		{ authorization: 'bearer bob' },
		{ authorization: 'Bearer  bob' },
		{ authorization: 'Basic Ym9iOmJvYg==' },
		{ authorization: 'Bearer' },
		{ authorization: 'Bearer wrong' },
	],
	...[{ authorization: 'Bearer bob nobody' }, { authorization: 'BEARER bob' }, { authorization: 'Token bob' }, { authorization: '' }],
);
const impersonation: Arbitrary<Attempt['headers']> = tuple(
	constantFrom<Attempt['headers']>(
		...[
			'ann',
			'bob',
			'nobody',
			'system:admin',
			`system:serviceaccount:${namespace}:default`,
			'system:serviceaccount:other:none',
			'system:serviceaccount:x',
			'',
			'ANN',
		].map((user) => ({ 'impersonate-user': user })),
		...[{ 'impersonate-user': ['ann', 'bob'] }, {}],
	),
	subarray<Attempt['headers']>([
		{ 'impersonate-group': 'team' },
		{ 'impersonate-group': ['team', 'system:masters'] },
		{ 'impersonate-group': 'system:masters:x' },
		{ 'impersonate-uid': 'u' },
		{ 'impersonate-extra-scopes': 'x' },
		{ 'Impersonate-Extra-Other': 'x' },
		{ 'impersonate-extra-': 'x' },
		{ 'impersonate-extra-sco%70es': 'x' },
		{ 'Impersonate-Unknown': 'x' },
	]),
).map((all) => Object.assign({}, all[0], ...all[1]) as Attempt['headers']);
const pretended = constantFrom<Attempt['headers']>(
	...[
		{},
		{},
		{ 'x-remote-user': 'admin' },
		{ 'x-remote-user': 'admin', 'x-remote-group': 'system:masters' },
		{ 'x-http-method-override': 'GET' },
		{ 'x-original-url': '/version' },
	],
	...[{ 'x-forwarded-for': '127.0.0.1' }, { 'x-remote-extra-scopes': 'all' }, { 'X-Remote-Uid': 'a1' }, { 'x-method-override': 'DELETE' }],
);

/** Headers of the administrator's requests, which always impersonate another user. */
const inAnothersName = impersonation.filter((headers) => typeof headers['impersonate-user'] === 'string' && headers['impersonate-user'] !== '');

const credentials: Arbitrary<Attempt['headers']> = oneof(
	{ arbitrary: who as Arbitrary<Attempt['headers']>, weight: 5 },
	{ arbitrary: tuple(who as Arbitrary<Attempt['headers']>, impersonation).map(([own, others]) => ({ ...own, ...others })), weight: 2 },
	{ arbitrary: impersonation.map((others) => ({ authorization: 'Bearer imp', ...others })), weight: 3 },
	{ arbitrary: inAnothersName.map((others) => ({ authorization: 'Bearer admin', ...others })), weight: 2 },
);

/** Random request that changes nothing, so that later decisions are those of an unchanged server. */
export const attempt: Arbitrary<Attempt> = record({
	method: methods,
	path: oneof({ arbitrary: resources, weight: 3 }, { arbitrary: paths, weight: 1 }),
	query: queries,
	headers: credentials,
	pretended,
}).map(({ method, path, query, headers, pretended: more }) => {
	const reads = ['GET', 'HEAD', 'OPTIONS', 'get'].includes(method);
	// An accepted watch by the older path would not end by itself.
	const added = [...(reads ? [] : ['dryRun=All']), ...(path.includes('/watch/') ? ['timeoutSeconds=1'] : [])];
	const asked = [query, ...added].filter((each) => each !== '').join('&');
	return { method, path: `${path}${asked === '' || asked.startsWith('?') ? asked : `?${asked}`}`, headers: { ...more, ...headers } };
});
