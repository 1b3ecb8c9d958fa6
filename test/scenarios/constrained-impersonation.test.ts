/**
 * Tests constrained impersonation (KEP-5284) against the built server, by release and feature gate, with its audit events and denial
 * messages.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type Answer, call, type ServerProcess, startServer } from '../setup/server.ts';

const scratch = makeScratch();
afterAll(() => scratch.remove());

const group = 'rbac.authorization.k8s.io';
const rbac = `/apis/${group}/v1`;
const authentication = 'authentication.k8s.io';
const core = '/api/v1/namespaces/default';
const whoAmI = `/apis/${authentication}/v1/selfsubjectreviews`;
const maps = `${core}/configmaps`;
const agent = 'system:serviceaccount:default:agent';
const log = join(scratch.path, 'audit.log');

const rule = (apiGroups: string, resources: string, verbs: readonly string[], names?: readonly string[]): object => ({
	apiGroups: [apiGroups],
	resources: resources.split(' '),
	verbs,
	...(names !== undefined && { resourceNames: names }),
});
const asking = (mode: string): object => rule(authentication, 'selfsubjectreviews', [`impersonate-on:${mode}:create`]);

const rights: Readonly<Record<string, readonly object[]>> = {
	info: [
		asking('user-info'),
		rule('', 'configmaps', ['impersonate-on:user-info:list']),
		rule(authentication, 'users', ['impersonate:user-info'], ['bob']),
		rule(authentication, 'groups', ['impersonate:user-info'], ['team', 'system:masters', '']),
		rule(authentication, 'uids', ['impersonate:user-info'], ['u']),
		rule(authentication, 'userextras/example.com/a', ['impersonate:user-info'], ['x']),
	],
	machines: [
		...['arbitrary-node', 'serviceaccount'].map(asking),
		rule(authentication, 'nodes', ['impersonate:arbitrary-node'], ['n1']),
		rule(authentication, 'serviceaccounts', ['impersonate:serviceaccount'], ['robot']),
	],
	// Each user has one of the two required permissions.
	whom: [rule(authentication, 'users', ['impersonate:user-info'])],
	what: [rule('*', '*', ['impersonate-on:user-info:*', 'impersonate-on:user-info:create', 'impersonate-on:user-info:list'])],
	plain: [rule('', 'users', ['impersonate'], ['bob'])],
	[agent]: [asking('associated-node'), rule(authentication, 'nodes', ['impersonate:associated-node'])],
};

async function prepare(server: ServerProcess): Promise<void> {
	for (const [user, rules] of Object.entries(rights)) {
		const name = `acting-${user.split(':').at(-1)}`;
		expect((await server.call('POST', `${rbac}/clusterroles`, { metadata: { name }, rules })).status).toBe(201);
		const subjects = [{ kind: 'User', apiGroup: group, name: user }];
		const roleRef = { kind: 'ClusterRole', apiGroup: group, name };
		expect((await server.call('POST', `${rbac}/clusterrolebindings`, { metadata: { name }, roleRef, subjects })).status).toBe(201);
	}
}

async function start(release: string, ...flags: string[]): Promise<ServerProcess> {
	const tokens = join(scratch.path, 'tokens.csv');
	writeFileSync(
		tokens,
		Object.keys(rights)
			.map((user) => `${user.split(':').at(-1)}s-token,${user},\n`)
			.join(''),
		{ mode: 0o600 },
	);
	const server = await startServer(inject('built').kubernetes, {
		flags: ['--emulated-version', release, '--authorization-mode', 'RBAC', '--token-auth-file', tokens, '--audit-log-path', log, ...flags],
	});
	await prepare(server);
	return server;
}

type Headers = Readonly<Record<string, string>>;

describe('constrained impersonation', () => {
	let server: ServerProcess;
	let tokenOfAgent: string;
	beforeAll(async () => {
		server = await start('1.36');
		await server.call('POST', '/api/v1/nodes', { metadata: { name: 'n1' } });
		await server.call('POST', `${core}/serviceaccounts`, { metadata: { name: 'agent' } });
		const spec = { serviceAccountName: 'agent', nodeName: 'n1', containers: [{ name: 'a', image: 'b' }] };
		expect((await server.call('POST', `${core}/pods`, { metadata: { name: 'p' }, spec })).status).toBe(201);
		const bound = { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' } };
		tokenOfAgent = ((await server.call('POST', `${core}/serviceaccounts/agent/token`, { spec: bound })).json() as Loose).status.token;
	});
	afterAll(() => server.remove());

	const sent = (token: string, method: string, path: string, headers: Headers): Promise<Answer> =>
		call(server.url, { ca: server.credentials.ca }, method, path, method === 'POST' ? {} : undefined, { authorization: `Bearer ${token}`, ...headers });
	const tokenOf = (caller: string): string => (caller === 'bound' ? tokenOfAgent : `${caller}s-token`);
	const ended = ({ headers }: Answer): Loose =>
		readFileSync(log, 'utf8')
			.split('\n')
			.filter((line) => line.includes(`"${String(headers['audit-id'])}"`) && line.includes('"ResponseComplete"'))
			.map((line) => JSON.parse(line))[0];

	it.each<[string, string, Headers, object, string | undefined]>([
		['a user', 'info', { 'impersonate-user': 'bob' }, { username: 'bob', groups: ['system:authenticated'] }, 'impersonate:user-info'],
		[
			'a user with group, uid and extra',
			'info',
			{ 'impersonate-user': 'bob', 'impersonate-group': 'team', 'impersonate-uid': 'u', 'impersonate-extra-example.com%2fa': 'x' },
			{ username: 'bob', uid: 'u', groups: ['team', 'system:authenticated'], extra: { 'example.com/a': ['x'] } },
			'impersonate:user-info',
		],
		[
			'a node, which has its group',
			'machines',
			{ 'impersonate-user': 'system:node:n1' },
			{ username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] },
			'impersonate:arbitrary-node',
		],
		[
			'an account, which has its groups',
			'machines',
			{ 'impersonate-user': 'system:serviceaccount:default:robot' },
			{
				username: 'system:serviceaccount:default:robot',
				groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
			},
			'impersonate:serviceaccount',
		],
		[
			'the node of its own pod',
			'bound',
			{ 'impersonate-user': 'system:node:n1' },
			{ username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] },
			'impersonate:associated-node',
		],
		['a user by the plain verb', 'plain', { 'impersonate-user': 'bob' }, { username: 'bob', groups: ['system:authenticated'] }, undefined],
	])('allows impersonation of %s, and the audit event has the verb', async (_, caller, headers, user, constraint) => {
		const answer = await sent(tokenOf(caller), 'POST', whoAmI, headers);
		expect(answer.status, answer.text).toBe(201);
		expect((answer.json() as Loose).status.userInfo).toEqual(user);
		const { impersonatedUser, authenticationMetadata } = ended(answer);
		expect(impersonatedUser).toEqual(user);
		expect(authenticationMetadata).toEqual(constraint === undefined ? undefined : { impersonationConstraint: constraint });
	});

	const bob = { 'impersonate-user': 'bob' };
	it.each<[string, string, Headers, string, string]>([
		['for another verb', 'info', bob, 'GET', `${maps}/a`],
		['for another resource', 'info', bob, 'GET', `${core}/secrets`],
		['for a path', 'info', bob, 'GET', '/version'],
		['as another user', 'info', { 'impersonate-user': 'eve' }, 'POST', whoAmI],
		['as a user in capitals', 'info', { 'impersonate-user': 'BOB' }, 'POST', whoAmI],
		['in another group', 'info', { ...bob, 'impersonate-group': 'admins' }, 'POST', whoAmI],
		['in the privileged group, despite a rule for it', 'info', { ...bob, 'impersonate-group': 'system:masters' }, 'POST', whoAmI],
		['in a group without a name, despite a rule for it', 'info', { ...bob, 'impersonate-group': '' }, 'POST', whoAmI],
		['with another uid', 'info', { ...bob, 'impersonate-uid': 'v' }, 'POST', whoAmI],
		['with a key of extra without a domain', 'info', { ...bob, 'impersonate-extra-scopes': 'x' }, 'POST', whoAmI],
		['with a key of extra in capitals', 'info', { ...bob, 'impersonate-extra-example.com%2f%41': 'x' }, 'POST', whoAmI],
		['with another value of extra', 'info', { ...bob, 'impersonate-extra-example.com%2fa': 'y' }, 'POST', whoAmI],
		['as a node by the right to users', 'whom', { 'impersonate-user': 'system:node:n1' }, 'POST', whoAmI],
		['as an account by the right to users', 'whom', { 'impersonate-user': 'system:serviceaccount:default:robot' }, 'POST', whoAmI],
		['without a request to authorize', 'whom', bob, 'POST', whoAmI],
		['without a target user', 'what', bob, 'POST', whoAmI],
		['as another node', 'machines', { 'impersonate-user': 'system:node:n2' }, 'POST', whoAmI],
		['as a node with another group', 'machines', { 'impersonate-user': 'system:node:n1', 'impersonate-group': 'system:nodes' }, 'POST', whoAmI],
		['as an account with a uid', 'machines', { 'impersonate-user': 'system:serviceaccount:default:robot', 'impersonate-uid': 'u' }, 'POST', whoAmI],
		['as the node of another pod', 'bound', { 'impersonate-user': 'system:node:n2' }, 'POST', whoAmI],
		['as its own node with a group', 'bound', { 'impersonate-user': 'system:node:n1', 'impersonate-group': 'team' }, 'POST', whoAmI],
		['as its own node for another request', 'bound', { 'impersonate-user': 'system:node:n1' }, 'GET', maps],
		['as a node by an account whose token is bound to none', 'agent', { 'impersonate-user': 'system:node:n1' }, 'POST', whoAmI],
		['as another user by the plain verb', 'plain', { 'impersonate-user': 'eve' }, 'POST', whoAmI],
	])('is refused %s', async (_, caller, headers, method, path) => {
		const answer = await sent(tokenOf(caller), method, path, headers);
		expect(answer.status, answer.text).toBe(403);
		expect(ended(answer).impersonatedUser).toBeUndefined();
		expect(ended(answer).user.username).toBe(caller === 'bound' || caller === 'agent' ? agent : caller);
	});

	it('leaves the decision about the request to the authorizers of the impersonated user', async () => {
		const answer = await sent(tokenOf('info'), 'GET', maps, bob);
		expect(answer.status).toBe(403);
		expect((answer.json() as Loose).message).toContain('User "bob" cannot list resource "configmaps"');
		expect(ended(answer)).toMatchObject({ user: { username: 'info' }, impersonatedUser: { username: 'bob' } });
	});

	it('is refused with the missing right, and the audit event has the applicable rule', async () => {
		const answer = await sent(tokenOf('whom'), 'GET', maps, bob);
		expect((answer.json() as Loose).message).toBe(
			'configmaps is forbidden: User "whom" cannot impersonate-on:user-info:list resource "configmaps" in API group "" in the namespace "default"',
		);
		expect(ended(answer).annotations['authorization.k8s.io/missing-rule']).toContain('impersonate-on:user-info:list');
	});

	it('ends with the right, from the next request on', async () => {
		const binding = `${rbac}/clusterrolebindings/acting-info`;
		expect((await sent(tokenOf('info'), 'POST', whoAmI, bob)).status).toBe(201);
		const kept = (await server.call('GET', binding)).json() as Loose;
		await server.call('DELETE', binding);
		expect((await sent(tokenOf('info'), 'POST', whoAmI, bob)).status).toBe(403);
		await server.call('POST', `${rbac}/clusterrolebindings`, { metadata: { name: 'acting-info' }, roleRef: kept.roleRef, subjects: kept.subjects });
		expect((await sent(tokenOf('info'), 'POST', whoAmI, bob)).status).toBe(201);
	});
});

describe('the verbs of constrained impersonation', () => {
	it.each<[string, readonly string[], number]>([
		['1.34', [], 403],
		['1.35', [], 403],
		['1.35', ['--feature-gates', 'ConstrainedImpersonation=true'], 201],
		['1.36', ['--feature-gates', 'ConstrainedImpersonation=false'], 403],
	])('in release %s with %j: %i', async (release, flags, status) => {
		const server = await start(release, ...flags);
		try {
			const headers = { authorization: 'Bearer infos-token', 'impersonate-user': 'bob' };
			const answer = await call(server.url, { ca: server.credentials.ca }, 'POST', whoAmI, {}, headers);
			expect(answer.status, answer.text).toBe(status);
			const plain = await call(server.url, { ca: server.credentials.ca }, 'POST', whoAmI, {}, { ...headers, authorization: 'Bearer plains-token' });
			expect(plain.status).toBe(201);
		} finally {
			await server.remove();
		}
	});
});
