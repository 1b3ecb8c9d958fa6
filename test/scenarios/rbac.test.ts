/**
 * Tests RBAC against the built server (seed 3, "Role-based access control"): rights that roles grant, and refusal to grant rights the user
 * lacks.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const group = 'rbac.authorization.k8s.io';
const api = `/apis/${group}/v1`;
const inA = `${api}/namespaces/a`;
const scratch = makeScratch();
const tokens = join(scratch.path, 'tokens.csv');

let server: ServerProcess;
beforeAll(async () => {
	writeFileSync(tokens, 'alices,alice,1,"dev"\nbobs,bob,2\n', { mode: 0o600 });
	server = await startServer(inject('built').kubernetes, { flags: ['--authorization-mode', 'RBAC', '--token-auth-file', tokens] });
	for (const name of ['a', 'b']) await made('/api/v1/namespaces', { metadata: { name } });
	await made('/api/v1/namespaces/a/configmaps', { metadata: { name: 'x' } });
});
afterAll(async () => {
	await server?.remove();
	scratch.remove();
});

/** Creates an object as the administrator. */
async function made(path: string, body: object): Promise<void> {
	const { status, text } = await server.call('POST', path, body);
	expect(status, text).toBe(201);
}

async function as(user: 'alice' | 'bob', method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Loose> {
	const { url, credentials } = server;
	const answer = await call(url, { ca: credentials.ca }, method, path, body, { authorization: `Bearer ${user}s`, ...headers });
	return { ...(answer.json() as object), code: answer.status } as Loose;
}

interface Rules {
	readonly verbs: readonly string[];
	readonly apiGroups?: readonly string[];
	readonly resources?: readonly string[];
	readonly resourceNames?: readonly string[];
	readonly nonResourceURLs?: readonly string[];
}

const named = (name: string): object => ({ metadata: { name } });
const role = (name: string, ...rules: Rules[]): object => ({ ...named(name), rules });
const core = (verbs: string[], ...resources: string[]): Rules => ({ verbs, apiGroups: [''], resources });
const binding = (name: string, kind: 'Role' | 'ClusterRole', to: string, subject: object): object => ({
	...named(name),
	roleRef: { apiGroup: group, kind, name: to },
	subjects: [subject],
});
const alice = { kind: 'User', name: 'alice', apiGroup: group };
const bob = { kind: 'User', name: 'bob', apiGroup: group };

/** Removes the objects of the previous test. */
beforeEach(async () => {
	for (const path of [`${inA}/roles`, `${inA}/rolebindings`, `${api}/clusterroles`, `${api}/clusterrolebindings`]) await server.call('DELETE', path);
});

describe('roles', () => {
	it('grant within their namespace, from the next request on, and no longer than their binding is there', async () => {
		expect((await as('alice', 'GET', '/api/v1/namespaces/a/configmaps/x')).code).toBe(403);
		await made(`${inA}/roles`, role('reader', core(['get', 'list'], 'configmaps')));
		await made(`${inA}/rolebindings`, binding('readers', 'Role', 'reader', alice));
		expect((await as('alice', 'GET', '/api/v1/namespaces/a/configmaps/x')).code).toBe(200);
		expect((await as('alice', 'GET', '/api/v1/namespaces/b/configmaps')).code).toBe(403);
		expect((await as('alice', 'DELETE', '/api/v1/namespaces/a/configmaps/x')).code).toBe(403);
		expect((await as('bob', 'GET', '/api/v1/namespaces/a/configmaps/x')).code).toBe(403);
		await server.call('PUT', `${inA}/roles/reader`, role('reader', core(['list'], 'configmaps')));
		expect((await as('alice', 'GET', '/api/v1/namespaces/a/configmaps/x')).code).toBe(403);
		expect((await as('alice', 'GET', '/api/v1/namespaces/a/configmaps')).code).toBe(200);
		await server.call('DELETE', `${inA}/rolebindings/readers`);
		expect((await as('alice', 'GET', '/api/v1/namespaces/a/configmaps')).code).toBe(403);
	});

	it('in a namespace cover the namespace itself and its content, but no other and no list', async () => {
		await made(`${inA}/roles`, role('r', core(['get', 'list', 'watch', 'patch'], 'namespaces', 'namespaces/status')));
		await made(`${inA}/rolebindings`, binding('b', 'Role', 'r', alice));
		const patch = { 'content-type': 'application/merge-patch+json' };
		expect((await as('alice', 'GET', '/api/v1/namespaces/a')).metadata.name).toBe('a');
		expect((await as('alice', 'GET', '/api/v1/namespaces/a/status')).code).toBe(200);
		expect((await as('alice', 'PATCH', '/api/v1/namespaces/a', { metadata: { labels: { of: 'alice' } } }, patch)).metadata.labels.of).toBe('alice');
		expect(await as('alice', 'GET', '/api/v1/namespaces/b')).toMatchObject({
			code: 403,
			message: expect.stringContaining('cannot get resource "namespaces" in API group "" in the namespace "b"'),
		});
		for (const [method, path] of [
			['PATCH', '/api/v1/namespaces/b'],
			['PUT', '/api/v1/namespaces/a/finalize'],
			['DELETE', '/api/v1/namespaces/a'],
			['GET', '/api/v1/namespaces'],
			['GET', '/api/v1/namespaces?fieldSelector=metadata.name%3Da'],
			['GET', '/api/v1/namespaces?watch=1&fieldSelector=metadata.name%3Da'],
			['GET', '/api/v1/nodes/a'],
		] as const)
			expect((await as('alice', method, path, method === 'GET' ? undefined : {}, patch)).code, `${method} ${path}`).toBe(403);
	});

	it('in the cluster apply everywhere through a ClusterRoleBinding, in one namespace through a RoleBinding', async () => {
		await made(`${api}/clusterroles`, role('reader', core(['list'], 'configmaps')));
		await made(`${inA}/rolebindings`, binding('in-a', 'ClusterRole', 'reader', bob));
		await made(`${api}/clusterrolebindings`, binding('dev', 'ClusterRole', 'reader', { kind: 'Group', name: 'dev', apiGroup: group }));
		const lists = async (user: 'alice' | 'bob') =>
			Promise.all(
				['/api/v1/configmaps', '/api/v1/namespaces/a/configmaps', '/api/v1/namespaces/b/configmaps'].map(async (path) => (await as(user, 'GET', path)).code),
			);
		expect(await lists('alice')).toEqual([200, 200, 200]);
		expect(await lists('bob')).toEqual([403, 200, 403]);
	});

	it('with resource names permit a list by exactly that name', async () => {
		await made(`${inA}/roles`, role('one', { ...core(['get', 'list', 'watch', 'create', 'deletecollection'], 'configmaps', 'pods'), resourceNames: ['x'] }));
		await made(`${inA}/rolebindings`, binding('one', 'Role', 'one', alice));
		const configMaps = '/api/v1/namespaces/a/configmaps';
		const selected = (selector: string) => `${configMaps}?fieldSelector=${encodeURIComponent(selector)}`;
		expect((await as('alice', 'GET', `${configMaps}/x`)).code).toBe(200);
		expect((await as('alice', 'GET', `${configMaps}?fieldSelector=metadata.name=x`)).items).toHaveLength(1);
		for (const path of [
			configMaps,
			selected('metadata.name!=x'),
			`${configMaps}?fieldSelector=metadata.name=y`,
			`${configMaps}?fieldSelector=metadata.name!=x`,
			`${configMaps}?labelSelector=metadata.name=x`,
			`${configMaps}?fieldSelector=&fieldSelector=metadata.name=x`,
			`/api/v1/namespaces/a/pods?fieldSelector=spec.nodeName=a\\,metadata.name=x`,
		]) {
			expect((await as('alice', 'GET', path)).code, path).toBe(403);
		}
		expect((await as('alice', 'POST', configMaps, named('x'))).code).toBe(403);
		expect((await as('alice', 'DELETE', `${configMaps}?fieldSelector=metadata.name=x`)).code).toBe(403);
	});

	it('with non-resource URLs cannot be granted by a RoleBinding', async () => {
		await made(`${api}/clusterroles`, role('figures', { verbs: ['get'], nonResourceURLs: ['/metrics', '/debug/*'] }));
		await made(`${inA}/rolebindings`, binding('figures', 'ClusterRole', 'figures', bob));
		await made(`${api}/clusterrolebindings`, binding('figures', 'ClusterRole', 'figures', alice));
		const { url, credentials } = server;
		const codes = ['alice', 'bob'].map(
			async (user) => (await call(url, { ca: credentials.ca }, 'GET', '/metrics', undefined, { authorization: `Bearer ${user}s` })).status,
		);
		expect(await Promise.all(codes)).toEqual([200, 403]);
	});

	it('have a reason in a review', async () => {
		await made(`${inA}/roles`, role('reader', core(['get'], 'configmaps')));
		await made(`${inA}/rolebindings`, binding('readers', 'Role', 'reader', { kind: 'ServiceAccount', name: 'robot', namespace: 'b' }));
		const spec = { user: 'system:serviceaccount:b:robot', resourceAttributes: { namespace: 'a', verb: 'get', resource: 'configmaps', name: 'x' } };
		const { json } = await server.call('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', { spec });
		expect((json() as Loose).status).toEqual({
			allowed: true,
			reason: 'RBAC: allowed by RoleBinding "readers/a" of Role "reader" to ServiceAccount "robot/b"',
		});
	});
});

describe('users cannot grant what they lack', () => {
	const who = 'user "bob" (groups=["system:authenticated"])';
	const notHeld = (resource: string, name: string, rights: string): string =>
		`${resource}.${group} "${name}" is forbidden: ${who} is attempting to grant RBAC permissions not currently held:\n${rights}`;

	/** Makes bob a manager of roles in a namespace who may get and list its config maps. */
	beforeEach(async () => {
		const roles = { verbs: ['*'], apiGroups: [group], resources: ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'] };
		await made(`${api}/clusterroles`, { ...role('manager', core(['get', 'list'], 'configmaps')), rules: [core(['get', 'list'], 'configmaps')] });
		await made(`${api}/clusterroles`, role('roles', { ...roles, verbs: ['get', 'list', 'create', 'update', 'patch', 'delete'] }));
		await made(`${inA}/rolebindings`, binding('manager', 'ClusterRole', 'manager', bob));
		await made(`${inA}/rolebindings`, binding('roles', 'ClusterRole', 'roles', bob));
		await made(`${api}/clusterroles`, role('all', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, { verbs: ['*'], nonResourceURLs: ['*'] }));
	});

	it.each<[string, Rules[], string | undefined]>([
		['what they have', [core(['get'], 'configmaps')], undefined],
		['one object of what they have', [{ ...core(['get'], 'configmaps'), resourceNames: ['x'] }], undefined],
		['nothing', [], undefined],
		['another verb', [core(['get', 'delete', 'create'], 'configmaps')], '{APIGroups:[""], Resources:["configmaps"], Verbs:["delete" "create"]}'],
		['another resource', [core(['get'], 'configmaps', 'secrets')], '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}'],
		['a subresource', [core(['get'], 'configmaps/status')], '{APIGroups:[""], Resources:["configmaps/status"], Verbs:["get"]}'],
		['another group', [{ ...core(['get'], 'configmaps'), apiGroups: ['apps'] }], '{APIGroups:["apps"], Resources:["configmaps"], Verbs:["get"]}'],
		['all verbs', [core(['*'], 'configmaps')], '{APIGroups:[""], Resources:["configmaps"], Verbs:["*"]}'],
		['all resources', [core(['get'], '*')], '{APIGroups:[""], Resources:["*"], Verbs:["get"]}'],
		[
			'a name of what they do not have',
			[{ ...core(['get'], 'secrets'), resourceNames: ['x'] }],
			'{APIGroups:[""], Resources:["secrets"], ResourceNames:["x"], Verbs:["get"]}',
		],
		[
			'the right to escalate',
			[{ verbs: ['escalate'], apiGroups: [group], resources: ['roles'] }],
			`{APIGroups:["${group}"], Resources:["roles"], Verbs:["escalate"]}`,
		],
	])('with a role: %s', async (_, rules, rights) => {
		const answer = await as('bob', 'POST', `${inA}/roles`, role('new', ...rules));
		if (rights === undefined) expect(answer.code, answer.message).toBe(201);
		else
			expect(answer).toMatchObject({
				code: 403,
				reason: 'Forbidden',
				message: notHeld('roles', 'new', rights),
				details: { name: 'new', group, kind: 'roles' },
			});
	});

	const more = role('own', core(['get'], 'configmaps'), core(['delete'], 'secrets'));
	it.each<[string, string, string, object, string]>([
		['PUT', 'PUT', '', more, 'application/json'],
		['a merge patch', 'PATCH', '', more, 'application/merge-patch+json'],
		['a strategic patch', 'PATCH', '', more, 'application/strategic-merge-patch+json'],
		['a JSON patch', 'PATCH', '', [{ op: 'add', path: '/rules/-', value: core(['delete'], 'secrets') }], 'application/json-patch+json'],
		['an apply', 'PATCH', '?fieldManager=m&force=true', { apiVersion: `${group}/v1`, kind: 'Role', ...more }, 'application/apply-patch+yaml'],
		['a dry run', 'PUT', '?dryRun=All', more, 'application/json'],
	])('with a change of a role: %s', async (_, method, query, body, type) => {
		expect((await as('bob', 'POST', `${inA}/roles`, role('own', core(['get'], 'configmaps')))).code).toBe(201);
		const answer = await as('bob', method, `${inA}/roles/own${query}`, body, { 'content-type': type });
		expect(answer).toMatchObject({ code: 403, message: notHeld('roles', 'own', '{APIGroups:[""], Resources:["secrets"], Verbs:["delete"]}') });
		expect((await as('bob', 'GET', `${inA}/roles/own`)).rules).toEqual([core(['get'], 'configmaps')]);
		expect((await as('bob', 'PATCH', `${inA}/roles/own`, { metadata: { labels: { a: 'b' } } }, { 'content-type': 'application/merge-patch+json' })).code).toBe(
			200,
		);
	});

	it('with a resource that ends in a slash', async () => {
		const slash = (resource: string) => ({ verbs: ['get'], apiGroups: [''], resources: [resource] });
		await made(`${inA}/roles`, role('slash', slash('*/')));
		await made(`${inA}/rolebindings`, binding('slash', 'Role', 'slash', bob));
		// The role covers the escalation, and grants nothing, as in Kubernetes.
		expect((await as('bob', 'POST', `${inA}/roles`, role('granted', slash('secrets/')))).code).toBe(201);
		await made(`${inA}/rolebindings`, binding('granted', 'Role', 'granted', bob));
		expect((await as('bob', 'GET', '/api/v1/namespaces/a/secrets/x')).code).toBe(403);
	});

	it('metadata of a stronger role may change', async () => {
		await made(`${inA}/roles`, role('powerful', core(['delete'], 'secrets')));
		const patch = (metadata: object) => as('bob', 'PATCH', `${inA}/roles/powerful`, { metadata }, { 'content-type': 'application/merge-patch+json' });
		expect((await patch({ finalizers: ['example.com/hold'] })).code).toBe(200);
		expect((await patch({ finalizers: null })).code).toBe(200);
		expect((await patch({ labels: { a: 'b' } })).code).toBe(403);
	});

	it('with a binding to a stronger or missing role', async () => {
		await made(`${inA}/roles`, role('powerful', core(['delete'], 'secrets')));
		const bind = (kind: 'Role' | 'ClusterRole', to: string) => as('bob', 'POST', `${inA}/rolebindings`, binding(`to-${to}`, kind, to, alice));
		expect((await bind('ClusterRole', 'manager')).code).toBe(201);
		expect(await bind('Role', 'powerful')).toMatchObject({
			code: 403,
			message: notHeld('rolebindings', 'to-powerful', '{APIGroups:[""], Resources:["secrets"], Verbs:["delete"]}'),
		});
		expect(await bind('ClusterRole', 'all')).toMatchObject({
			code: 403,
			message: notHeld('rolebindings', 'to-all', '{APIGroups:["*"], Resources:["*"], Verbs:["*"]}\n{NonResourceURLs:["*"], Verbs:["*"]}'),
		});
		expect(await bind('Role', 'none')).toMatchObject({ code: 404, message: `roles.${group} "none" not found` });
		expect(await bind('ClusterRole', 'none')).toMatchObject({ code: 404, message: `clusterroles.${group} "none" not found` });
		// A role of another namespace does not count.
		await made(`${api}/namespaces/b/roles`, role('elsewhere', core(['get'], 'configmaps')));
		expect((await bind('Role', 'elsewhere')).code).toBe(404);
		// Changing the subjects of an existing binding needs the same rights as creating one.
		await made(`${inA}/rolebindings`, binding('old', 'ClusterRole', 'all', alice));
		const body = { subjects: [bob] };
		expect((await as('bob', 'PATCH', `${inA}/rolebindings/old`, body, { 'content-type': 'application/merge-patch+json' })).code).toBe(403);
	});

	it('except with `bind` and `escalate` for the named roles', async () => {
		const rights = [
			{ verbs: ['bind'], apiGroups: [group], resources: ['clusterroles'], resourceNames: ['all'] },
			{ verbs: ['escalate'], apiGroups: [group], resources: ['roles'], resourceNames: ['grown'] },
		];
		await made(`${inA}/roles`, role('rights', ...rights));
		await made(`${inA}/rolebindings`, binding('rights', 'Role', 'rights', bob));
		await made(`${inA}/roles`, role('grown', core(['get'], 'configmaps')));
		expect((await as('bob', 'POST', `${inA}/rolebindings`, binding('to-all', 'ClusterRole', 'all', alice))).code).toBe(201);
		expect((await as('bob', 'PUT', `${inA}/roles/grown`, role('grown', core(['delete'], 'secrets')))).code).toBe(200);
		// The URL of a create holds no name yet.
		await server.call('DELETE', `${inA}/roles/grown`);
		expect((await as('bob', 'POST', `${inA}/roles`, role('grown', core(['delete'], 'nodes')))).code).toBe(403);
	});

	it('by an aggregated role, unless they have all its rights', async () => {
		const rules = { verbs: ['create', 'update', 'patch', 'get'], apiGroups: [group], resources: ['clusterroles'] };
		await made(`${api}/clusterroles`, role('clusterroles', rules));
		await made(`${api}/clusterrolebindings`, binding('bob', 'ClusterRole', 'clusterroles', bob));
		const gathering = { ...named('gathers'), aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } };
		const refusal = `clusterroles.${group} "gathers" is forbidden: must have cluster-admin privileges to use the aggregationRule`;
		expect(await as('bob', 'POST', `${api}/clusterroles`, gathering)).toMatchObject({ code: 403, message: refusal });
		await made(`${api}/clusterroles`, gathering);
		const without = { ...named('gathers'), rules: [] };
		expect(await as('bob', 'PUT', `${api}/clusterroles/gathers`, without)).toMatchObject({ code: 403, message: refusal });
	});

	it('by a role that is too long to examine', async () => {
		const words = (what: string, count: number) => Array.from({ length: count }, (_, at) => `${what}${at}`);
		const long = role('long', { verbs: words('v', 200), apiGroups: words('g', 200), resources: words('r', 200) });
		const answer = await as('bob', 'POST', `${inA}/roles`, long);
		expect(answer).toMatchObject({ code: 403, message: expect.stringContaining('too many to compare') });
		const large = role('large', { verbs: ['delete'], apiGroups: [''], resources: words('resource-with-a-long-name-', 12_000) });
		expect(JSON.stringify(large).length).toBeGreaterThan(256 * 1024);
		expect((await as('bob', 'POST', `${inA}/roles`, large)).code).toBe(403);
	});
});
