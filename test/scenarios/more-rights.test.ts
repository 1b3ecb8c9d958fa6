/**
 * Tests attempts at privilege escalation. The user may manage roles and bindings, but neither escalate nor bind, may read ConfigMaps and
 * one Secret, and tries to read another. The Secret is requested again after each attempt, and no answer contains its data. Attempts that a
 * procedure below `/trpc` can express are made there as well.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeScratch } from '../setup/scratch.ts';
import { type Answer, call, type ServerProcess, startServer } from '../setup/server.ts';

type Headers = Readonly<Record<string, string>>;
type Attempt = readonly [what: string, code: number, method: string, path: string, body?: unknown, headers?: Headers];

const scratch = makeScratch();
const group = 'rbac.authorization.k8s.io';
const rbac = `/apis/${group}/v1`;
const own = `${rbac}/namespaces/own`;
const core = '/api/v1/namespaces/own';
const planted = 'PLANTED-IN-SECRET';
const encoded = Buffer.from(planted).toString('base64').replaceAll('=', '');
const merge = { 'content-type': 'application/merge-patch+json' };
const json = { 'content-type': 'application/json-patch+json' };
const strategic = { 'content-type': 'application/strategic-merge-patch+json' };
const apply = { 'content-type': 'application/apply-patch+yaml' };

const all = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
const secretsRule = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }];
const reads = (rule: object): readonly object[] => [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'], ...rule }];
const role = (name: string, rules: readonly object[] | null = secretsRule, more: object = {}): object => ({
	apiVersion: `${group}/v1`,
	kind: 'Role',
	metadata: { name },
	rules,
	...more,
});
const clusterRole = (name: string, rules: readonly object[] | null = secretsRule, more: object = {}): object => ({
	...role(name, rules, more),
	kind: 'ClusterRole',
});
const self = { kind: 'User', name: 'mallory', apiGroup: group };
const roleRef = (kind: string, name: string): object => ({ apiGroup: group, kind, name });
const binding = (name: string, to: object, subjects: readonly object[] = [self]): object => ({ metadata: { name }, roleRef: to, subjects });
const admin = roleRef('ClusterRole', 'cluster-admin');
const aggregated = { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { open: 'yes' } }] } };

const roles: readonly Attempt[] = [
	['a role that reads Secrets', 403, 'POST', `${own}/roles`, role('a')],
	['a role with all rights', 403, 'POST', `${own}/roles`, role('a', all)],
	['a role for a Secret of another name', 403, 'POST', `${own}/roles`, role('a', reads({ resourceNames: ['other'] }))],
	['a role for the readable Secret and another one', 403, 'POST', `${own}/roles`, role('a', reads({ resourceNames: ['mine', 'other'] }))],
	[
		'a role for the readable Secret with an additional verb',
		403,
		'POST',
		`${own}/roles`,
		role('a', reads({ resourceNames: ['mine'], verbs: ['get', 'list'] })),
	],
	['an empty name among the names', 403, 'POST', `${own}/roles`, role('a', reads({ resourceNames: ['mine', ''] }))],
	['a role in another namespace', 403, 'POST', `${rbac}/namespaces/default/roles`, role('a')],
	['a role whose body names another namespace', 400, 'POST', `${own}/roles`, { ...role('a'), metadata: { name: 'a', namespace: 'default' } }],
	['a role with generateName', 403, 'POST', `${own}/roles`, { ...role(''), metadata: { generateName: 'a' } }],
	['a role as a dry run', 403, 'POST', `${own}/roles?dryRun=All`, role('a')],
	[
		'the same rule among permitted ones',
		403,
		'POST',
		`${own}/roles`,
		role('a', [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }, ...secretsRule]),
	],
	['an additional API group', 403, 'POST', `${own}/roles`, role('a', [{ apiGroups: ['', 'apps'], resources: ['configmaps'], verbs: ['get'] }])],
	['all groups', 403, 'POST', `${own}/roles`, role('a', [{ apiGroups: ['*'], resources: ['configmaps'], verbs: ['get'] }])],
	['all verbs on readable resources', 403, 'POST', `${own}/roles`, role('a', [{ apiGroups: [''], resources: ['pods'], verbs: ['*'] }])],
	['a subresource of a readable resource', 403, 'POST', `${own}/roles`, role('a', [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['get'] }])],
	['all subresources of a readable resource', 403, 'POST', `${own}/roles`, role('a', [{ apiGroups: [''], resources: ['pods/*'], verbs: ['get'] }])],
	['the verb escalate on roles', 403, 'POST', `${own}/roles`, role('a', [{ apiGroups: [group], resources: ['roles'], verbs: ['escalate'] }])],
	['the verb bind on roles', 403, 'POST', `${own}/roles`, role('a', [{ apiGroups: [group], resources: ['roles'], verbs: ['bind'] }])],
	['the verb impersonate', 403, 'POST', `${rbac}/clusterroles`, clusterRole('a', [{ apiGroups: [''], resources: ['users'], verbs: ['impersonate'] }])],
	['capitals in a verb', 403, 'POST', `${own}/roles`, role('a', reads({ verbs: ['GET'] }))],
	['capitals in a resource', 403, 'POST', `${own}/roles`, role('a', reads({ resources: ['Secrets'] }))],
	['a letter that looks like another', 403, 'POST', `${own}/roles`, role('a', reads({ resources: ['sеcrets'] }))],
	['a space after a resource', 403, 'POST', `${own}/roles`, role('a', reads({ resources: ['secrets '] }))],
	['no groups', 422, 'POST', `${own}/roles`, role('a', reads({ apiGroups: [] }))],
	['paths in a namespaced role', 422, 'POST', `${own}/roles`, role('a', [{ nonResourceURLs: ['*'], verbs: ['*'] }])],
	['paths in a cluster role', 403, 'POST', `${rbac}/clusterroles`, clusterRole('a', [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }])],
	['a name with a slash', 422, 'POST', `${own}/roles`, role('a/b', [])],
	['a cluster role', 403, 'POST', `${rbac}/clusterroles`, clusterRole('a')],
	[
		'a right in one namespace, granted in all',
		403,
		'POST',
		`${rbac}/clusterroles`,
		clusterRole('a', [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }]),
	],
	['aggregation', 403, 'POST', `${rbac}/clusterroles`, clusterRole('a', null, aggregated)],
	['aggregation of everything', 403, 'POST', `${rbac}/clusterroles`, clusterRole('a', null, { aggregationRule: { clusterRoleSelectors: [{}] } })],
	[
		'labels that a default role aggregates',
		403,
		'POST',
		`${rbac}/clusterroles`,
		{ ...clusterRole('a'), metadata: { name: 'a', labels: { [`${group}/aggregate-to-view`]: 'true' } } },
	],
];

const changes: readonly Attempt[] = [
	['own role, by a merge patch', 403, 'PATCH', `${own}/roles/few`, { rules: all }, merge],
	['own role, with an added rule', 403, 'PATCH', `${own}/roles/few`, [{ op: 'add', path: '/rules/-', value: secretsRule[0] }], json],
	['own role, with an added verb', 403, 'PATCH', `${own}/roles/few`, [{ op: 'add', path: '/rules/0/verbs/-', value: '*' }], json],
	['own role, without its object names', 403, 'PATCH', `${own}/roles/few`, [{ op: 'remove', path: '/rules/1/resourceNames' }], json],
	['own role, with a replaced object name', 403, 'PATCH', `${own}/roles/few`, [{ op: 'replace', path: '/rules/1/resourceNames/0', value: 'other' }], json],
	['own role, by a strategic merge patch', 403, 'PATCH', `${own}/roles/few`, { rules: all }, strategic],
	['own role, by an update', 403, 'PUT', `${own}/roles/few`, role('few', all)],
	['own role, by an apply', 403, 'PATCH', `${own}/roles/few?fieldManager=m&force=true`, role('few', all), apply],
	['own role, as a dry run', 403, 'PATCH', `${own}/roles/few?dryRun=All`, { rules: all }, merge],
	['a new role, by an apply', 403, 'PATCH', `${own}/roles/new?fieldManager=m`, role('new', all), apply],
	['a new role, by an update', 403, 'PUT', `${own}/roles/new`, role('new', all)],
	['own role, through its status', 403, 'PATCH', `${own}/roles/few/status`, { rules: all }, merge],
	['own role, through its scale', 403, 'PATCH', `${own}/roles/few/scale`, { rules: all }, merge],
	['the view role', 403, 'PATCH', `${rbac}/clusterroles/view`, { rules: all }, merge],
	['own cluster role, with aggregation', 403, 'PATCH', `${rbac}/clusterroles/few`, aggregated, merge],
	['cluster-admin, with a label', 403, 'PATCH', `${rbac}/clusterroles/cluster-admin`, { metadata: { labels: { a: 'b' } } }, merge],
	['all roles of the namespace', 403, 'DELETE', `${own}/roles`],
];

const bindings: readonly Attempt[] = [
	['to cluster-admin, in a namespace', 403, 'POST', `${own}/rolebindings`, binding('a', admin)],
	['to cluster-admin', 403, 'POST', `${rbac}/clusterrolebindings`, binding('a', admin)],
	['to cluster-admin, as a dry run', 403, 'POST', `${rbac}/clusterrolebindings?dryRun=All`, binding('a', admin)],
	['to cluster-admin, without subjects', 403, 'POST', `${rbac}/clusterrolebindings`, binding('a', admin, [])],
	['to a missing role', 404, 'POST', `${own}/rolebindings`, binding('a', roleRef('Role', 'later'))],
	['to a missing cluster role', 404, 'POST', `${rbac}/clusterrolebindings`, binding('a', roleRef('ClusterRole', 'later'))],
	['to a strong role of the namespace', 403, 'POST', `${own}/rolebindings`, binding('a', roleRef('Role', 'strong'))],
	['to another kind than a role', 422, 'POST', `${own}/rolebindings`, binding('a', roleRef('Secret', 'other'))],
	['to a role of another API group', 422, 'POST', `${own}/rolebindings`, binding('a', { apiGroup: 'example.com', kind: 'ClusterRole', name: 'cluster-admin' })],
	['to a namespaced role, in all namespaces', 422, 'POST', `${rbac}/clusterrolebindings`, binding('a', roleRef('Role', 'few'))],
	['to a role with a capitalized name', 404, 'POST', `${own}/rolebindings`, binding('a', roleRef('ClusterRole', 'Cluster-Admin'))],
	['to a role with a path as its name', 422, 'POST', `${own}/rolebindings`, binding('a', roleRef('Role', '../clusterroles/cluster-admin'))],
	['of the strong role, replaced with own subject', 403, 'PATCH', `${own}/rolebindings/strong`, { subjects: [self] }, merge],
	['of the strong role, with own subject added', 403, 'PATCH', `${own}/rolebindings/strong`, [{ op: 'add', path: '/subjects/-', value: self }], json],
	[
		'of the strong role, with own subject applied',
		403,
		'PATCH',
		`${own}/rolebindings/strong?fieldManager=m&force=true`,
		{ apiVersion: `${group}/v1`, kind: 'RoleBinding', ...binding('strong', roleRef('Role', 'strong')) },
		apply,
	],
	['of the strong role, by an update', 403, 'PUT', `${own}/rolebindings/strong`, binding('strong', roleRef('Role', 'strong'))],
	['of the own role, changed to another role', 422, 'PATCH', `${own}/rolebindings/few`, { roleRef: roleRef('Role', 'strong') }, merge],
	['of the own role, changed to a cluster role', 422, 'PATCH', `${own}/rolebindings/few`, { roleRef: admin }, merge],
	['of cluster-admin, with own subject', 403, 'PATCH', `${rbac}/clusterrolebindings/cluster-admin`, { subjects: [self] }, merge],
	['in another user’s namespace', 403, 'POST', `${rbac}/namespaces/kube-system/rolebindings`, binding('a', roleRef('Role', 'few'))],
	['all bindings of the namespace', 403, 'DELETE', `${own}/rolebindings`],
];

const paths: readonly Attempt[] = [
	['the Secret', 403, 'GET', `${core}/secrets/other`],
	['all Secrets', 403, 'GET', `${core}/secrets`],
	['Secrets of all namespaces', 403, 'GET', '/api/v1/secrets'],
	['a watch', 403, 'GET', `${core}/secrets?watch=true`],
	['a watch on the former watch path', 403, 'GET', `/api/v1/watch/namespaces/own/secrets/other`],
	['a list by the readable name', 403, 'GET', `${core}/secrets?fieldSelector=metadata.name%3Dmine`],
	['a list by the other name', 403, 'GET', `${core}/secrets?fieldSelector=metadata.name%3Dother`],
	['a list by two names', 403, 'GET', `${core}/secrets?fieldSelector=metadata.name%3Dmine,metadata.name%3Dother`],
	['a list by another field', 403, 'GET', `${core}/secrets?fieldSelector=metadata.name!%3Dmine`],
	['one name in the selector, the other in the path', 403, 'GET', `${core}/secrets/other?fieldSelector=metadata.name%3Dmine`],
	['dot segments', 400, 'GET', `${core}/secrets/mine/../other`],
	['encoded dot segments', 400, 'GET', `${core}/secrets/mine/%2e%2e/other`],
	['an encoded slash', 400, 'GET', `${core}/secrets/mine%2f..%2fother`],
	['two slashes', 400, 'GET', `/api/v1/namespaces/own//secrets/other`],
	['an encoded letter', 403, 'GET', `${core}/secrets/%6fther`],
	['a letter encoded twice', 400, 'GET', `${core}/secrets/%256fther`],
	['capitals in the name', 403, 'GET', `${core}/secrets/OTHER`],
	['capitals in the resource', 403, 'GET', `${core}/Secrets/other`],
	['a NUL', 400, 'GET', `${core}/secrets/other%00mine`],
	['a trailing slash', 403, 'GET', `${core}/secrets/other/`],
	['a semicolon', 403, 'GET', `${core}/secrets/other;mine`],
	['a subresource', 403, 'GET', `${core}/secrets/other/status`],
	['another method', 403, 'HEAD', `${core}/secrets/other`],
	['another method in a header', 403, 'GET', `${core}/secrets/other`, undefined, { 'x-http-method-override': 'POST' }],
	[
		'another path in a header',
		403,
		'GET',
		`${core}/secrets/other`,
		undefined,
		{ 'x-original-url': `${core}/secrets/mine`, 'x-rewrite-url': `${core}/secrets/mine` },
	],
	['as a Table', 403, 'GET', `${core}/secrets`, undefined, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }],
	['as metadata only', 403, 'GET', `${core}/secrets/other`, undefined, { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' }],
	['a patch without changes', 403, 'PATCH', `${core}/secrets/other`, {}, merge],
	['a create of an existing object', 403, 'POST', `${core}/secrets`, { metadata: { name: 'other' } }],
	['a delete as a dry run', 403, 'DELETE', `${core}/secrets/other?dryRun=All`],
	['a token of an account', 403, 'POST', `${core}/serviceaccounts/default/token`, {}],
	['metrics of the server', 403, 'GET', '/metrics'],
	[
		'rights of another user',
		403,
		'POST',
		'/apis/authorization.k8s.io/v1/subjectaccessreviews',
		{ spec: { user: 'root', resourceAttributes: { verb: 'get', resource: 'secrets' } } },
	],
];

const identities: readonly Attempt[] = [
	['system:admin', 403, 'GET', `${core}/secrets/other`, undefined, { 'impersonate-user': 'system:admin' }],
	['own user in system:masters', 403, 'GET', `${core}/secrets/other`, undefined, { 'impersonate-user': 'mallory', 'impersonate-group': 'system:masters' }],
	['a group without a user', 400, 'GET', `${core}/secrets/other`, undefined, { 'impersonate-group': 'system:masters' }],
	['an extra without a user', 400, 'GET', `${core}/secrets/other`, undefined, { 'impersonate-extra-scopes': 'all' }],
	['an account', 403, 'GET', `${core}/secrets/other`, undefined, { 'impersonate-user': 'system:serviceaccount:kube-system:default' }],
	['a user in the headers of a proxy', 403, 'GET', `${core}/secrets/other`, undefined, { 'x-remote-user': 'root', 'x-remote-group': 'system:masters' }],
	[
		'system:masters in a certificate request',
		403,
		'POST',
		'/apis/certificates.k8s.io/v1/certificatesigningrequests',
		{
			metadata: { name: 'a' },
			spec: { request: '', signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'], username: 'root', groups: ['system:masters'] },
		},
	],
];

let server: ServerProcess;

const asMallory = (method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> =>
	call(server.url, { ca: server.credentials.ca }, method, path, body, { authorization: 'Bearer mallorys', ...headers });

beforeAll(async () => {
	const tokens = join(scratch.path, 'tokens.csv');
	writeFileSync(tokens, 'mallorys,mallory,1,"dev"\n', { mode: 0o600 });
	server = await startServer(inject('built').kubernetes, { flags: ['--enable-trpc', '--authorization-mode', 'RBAC', '--token-auth-file', tokens] });
	const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'];
	const few = [
		{ apiGroups: [''], resources: ['configmaps', 'pods'], verbs: ['get', 'list'] },
		{ apiGroups: [''], resources: ['secrets'], resourceNames: ['mine'], verbs: ['get'] },
		{ apiGroups: [group], resources: ['roles', 'rolebindings'], verbs },
	];
	const made: readonly [string, object][] = [
		['/api/v1/namespaces', { metadata: { name: 'own' } }],
		[`${core}/secrets`, { metadata: { name: 'other' }, stringData: { password: planted } }],
		[`${core}/secrets`, { metadata: { name: 'mine' } }],
		[`${own}/roles`, role('few', few)],
		[`${own}/roles`, role('strong')],
		[`${own}/rolebindings`, binding('few', roleRef('Role', 'few'))],
		[`${own}/rolebindings`, binding('strong', roleRef('Role', 'strong'), [{ ...self, name: 'root' }])],
		[`${rbac}/clusterroles`, clusterRole('few', [{ apiGroups: [group], resources: ['clusterroles', 'clusterrolebindings'], verbs }])],
		[`${rbac}/clusterrolebindings`, binding('few', roleRef('ClusterRole', 'few'))],
	];
	for (const [path, object] of made) expect((await server.call('POST', path, object)).status).toBe(201);
});
afterAll(async () => {
	await server?.remove();
	scratch.remove();
});

interface Call {
	readonly method: 'GET' | 'POST';
	readonly procedure: string;
	readonly input: object;
	readonly headers: Headers;
}

const verbs: Readonly<Record<string, readonly [one: string, many: string]>> = {
	GET: ['get', 'list'],
	POST: ['create', 'create'],
	PUT: ['update', 'update'],
	PATCH: ['patch', 'patch'],
	DELETE: ['delete', 'deletecollection'],
};
const patchTypes = new Map([merge, json, strategic, apply].map((headers, index) => [headers['content-type'], ['merge', 'json', 'strategic', 'apply'][index]]));
const plainPath = /^\/(?:api|apis\/([^/]+))\/(v\w+)(?:\/namespaces\/([^/?%]+))?\/([a-z]+)(?:\/([\w.-]+))?(?:\/([a-z]+))?(?:\?(.*))?$/;

/** Returns the attempt as a call. Undefined when it tests a path or form that calls do not have, or when it is a stream. */
function asCall(method: string, path: string, body: unknown, headers: Headers = {}): Call | undefined {
	const [, inGroup = 'core', version = '', namespace, resource = '', name, subresource, query = ''] = plainPath.exec(path) ?? [];
	const verb = verbs[method]?.[name === undefined ? 1 : 0];
	const { 'content-type': contentType, ...others } = headers;
	if (resource === '' || verb === undefined || 'accept' in headers || typeof body === 'string' || query.includes('watch')) return undefined;
	// Selectors do not apply to a request that names one object.
	if (name !== undefined && query.includes('Selector')) return undefined;
	const sent = body === undefined ? {} : { body, ...(contentType !== undefined && { patchType: patchTypes.get(contentType) }) };
	return {
		method: method === 'GET' ? 'GET' : 'POST',
		procedure: [inGroup, version, resource, ...(subresource === undefined ? [] : [subresource]), verb].join('.'),
		input: { ...(namespace && { namespace }), ...(name && { name }), ...Object.fromEntries(new URLSearchParams(query)), ...sent },
		headers: others,
	};
}

let called = 0;

/** Makes the attempt as a call. The answer is that of the API; an endpoint without a path has no procedure either. */
async function triesCall([, code, method, path, body, headers]: Attempt): Promise<readonly Answer[]> {
	const call = asCall(method, path, body, headers);
	if (call === undefined) return [];
	called++;
	const target = `/trpc/${call.procedure}`;
	const answer = await (call.method === 'GET'
		? asMallory('GET', `${target}?input=${encodeURIComponent(JSON.stringify(call.input))}`, undefined, call.headers)
		: asMallory('POST', target, call.input, { 'content-type': 'application/json', ...call.headers }));
	const { status } = (answer.json() as { readonly error: { readonly data: { readonly status: { readonly code: number; readonly message: string } } } }).error
		.data;
	if (!status.message.startsWith('No procedure found')) expect(status.code, `${target} ${answer.text}`).toBe(code);
	return [answer];
}

async function tries(attempt: Attempt): Promise<void> {
	const [, code, ...request] = attempt;
	const answer = await asMallory(...request);
	expect(answer.status, answer.text).toBe(code);
	const calls = await triesCall(attempt);
	const after = await asMallory('GET', `${core}/secrets/other`);
	expect(after.status).toBe(403);
	for (const { text } of [answer, ...calls, after]) for (const secret of [planted, encoded]) expect(text).not.toContain(secret);
}

const titled = (attempts: readonly Attempt[]) => attempts.map((attempt) => ({ what: attempt[0], code: attempt[1], attempt }));

it('permitted requests succeed', async () => {
	expect((await asMallory('GET', `${core}/secrets/mine`)).status).toBe(200);
	expect((await asMallory('GET', `${core}/configmaps`)).status).toBe(200);
	const again = role('again', reads({ resourceNames: ['mine'] }));
	expect((await asMallory('POST', `${own}/roles`, again)).status).toBe(201);
});

describe('a role', () => {
	it.each(titled(roles))('$what: $code', ({ attempt }) => tries(attempt));
});

describe('a change', () => {
	it.each(titled(changes))('$what: $code', ({ attempt }) => tries(attempt));
});

describe('a binding', () => {
	it.each(titled(bindings))('$what: $code', ({ attempt }) => tries(attempt));
});

describe('by path and media type', () => {
	it.each(titled(paths))('$what: $code', ({ attempt }) => tries(attempt));
});

describe('by impersonation', () => {
	it.each(titled(identities))('$what: $code', ({ attempt }) => tries(attempt));
});

it('most attempts are tried as calls, too', () => {
	expect(called).toBeGreaterThan(80);
});
