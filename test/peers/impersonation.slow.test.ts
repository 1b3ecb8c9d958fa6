/**
 * Compares impersonation with kube-apiserver 1.36, with the verbs of constrained impersonation and with the plain one. Requests are
 * sequential, because the first reason of a refusal depends on the user's previous impersonation. Accepted requests ask for the resulting
 * user.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Arbitrary, constantFrom, record, sample } from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { seedOfCommit, tries } from '../setup/sample.ts';
import { type GuardedServer, namespace, type Reply, startOrch, startPeer } from './servers.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn('SKIPPED: acting as others was not compared with kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled');
}

type Headers = Readonly<Record<string, string | readonly string[]>>;
const json = { 'content-type': 'application/json' };
const group = 'rbac.authorization.k8s.io';
const rbac = `/apis/${group}/v1`;
const authentication = 'authentication.k8s.io';
const core = `/api/v1/namespaces/${namespace}`;
const whoAmI = `/apis/${authentication}/v1/selfsubjectreviews`;

const rule = (apiGroups: string, resources: string, verbs: readonly string[], resourceNames?: readonly string[]): object => ({
	apiGroups: [apiGroups],
	resources: resources.split(' '),
	verbs,
	...(resourceNames !== undefined && { resourceNames }),
});
const on = (mode: string): readonly object[] => [
	rule('', 'configmaps', [`impersonate-on:${mode}:get`, `impersonate-on:${mode}:create`]),
	rule(authentication, 'selfsubjectreviews', [`impersonate-on:${mode}:create`]),
	{ nonResourceURLs: ['/version'], verbs: [`impersonate-on:${mode}:get`] },
];

const agent = `system:serviceaccount:${namespace}:agent`;
const grants: Readonly<Record<string, readonly object[]>> = {
	info: [
		...on('user-info'),
		rule(authentication, 'users', ['impersonate:user-info'], ['ann', 'system:anonymous', 'system:node:N_1']),
		rule(authentication, 'groups', ['impersonate:user-info'], ['team', '', 'system:masters', 'system:unauthenticated']),
		rule(authentication, 'uids', ['impersonate:user-info'], ['u']),
		rule(authentication, 'userextras/example.com/scopes', ['impersonate:user-info'], ['x', '']),
	],
	all: [
		...on('user-info'),
		rule(authentication, 'users uids', ['impersonate:user-info']),
		rule(authentication, 'groups', ['impersonate:user-info'], ['*']),
		rule(authentication, 'userextras/*', ['impersonate:user-info'], ['*']),
	],
	machines: [
		...on('arbitrary-node'),
		...on('serviceaccount'),
		rule(authentication, 'nodes', ['impersonate:arbitrary-node'], ['n1']),
		rule(authentication, 'serviceaccounts', ['impersonate:serviceaccount'], ['agent']),
	],
	plain: [
		rule('', 'users', ['impersonate'], ['ann', 'system:node:n1']),
		rule('', 'groups', ['impersonate'], ['team', 'system:masters']),
		rule('', 'serviceaccounts', ['impersonate']),
		rule(authentication, 'uids userextras/scopes userextras/example.com/scopes', ['impersonate']),
		rule(authentication, 'users', ['impersonate:user-info']),
		rule('', 'configmaps', ['impersonate-on:user-info:get']),
	],
	[agent]: [...on('associated-node'), rule(authentication, 'nodes', ['impersonate:associated-node'])],
};

const steps: Arbitrary<readonly [method: string, path: string]> = constantFrom(
	['POST', whoAmI],
	['POST', whoAmI],
	['GET', `${core}/configmaps/a`],
	['GET', `${core}/configmaps`],
	['GET', `${core}/configmaps?fieldSelector=metadata.name%3Da`],
	['POST', `${core}/configmaps?dryRun=All`],
	['GET', '/version'],
	['GET', '/metrics'],
	['GET', `/api/v1/namespaces/${namespace}`],
);
const users = [
	'ann',
	'bob',
	'system:anonymous',
	'system:node:n1',
	'system:node:n2',
	'system:node:N_1',
	'system:node:',
	agent,
	`system:serviceaccount:${namespace}:b`,
];
const groups: Arbitrary<readonly string[]> = constantFrom<(readonly string[])[]>(
	...[
		[],
		[],
		[],
		['team'],
		['team', 'b'],
		['team', 'b', 'c', 'd'],
		['team', 'team', 'team', 'team'],
		[''],
		['team', 'system:masters'],
		['system:unauthenticated'],
	],
);
const key = 'impersonate-extra-example.com%2fscopes';
// One extra key at a time: kube-apiserver checks them in random order.
const extra: Arbitrary<Headers> = constantFrom<Headers[]>(
	...[
		{},
		{},
		{},
		{},
		{},
		{},
		{},
		{},
		{},
		{},
		{ [key]: 'x' },
		{ [key]: ['x', 'y'] },
		{ [key]: ['x', 'x', 'y', 'z'] },
		{ [key]: '' },
		{ 'impersonate-extra-scopes': 'x' },
	],
	...[{ 'impersonate-extra-': 'x' }, { 'impersonate-extra-a_b%2fc': 'x' }, { 'impersonate-extra-a.b%2f%41': 'x' }, { 'impersonate-extra-a.b%2fc%20d': 'x' }],
);

interface Attempt {
	readonly caller: string;
	readonly step: readonly [method: string, path: string];
	readonly user: string;
	readonly groups: readonly string[];
	readonly uid: string;
	readonly extra: Headers;
}

const attempt: Arbitrary<Attempt> = record({
	caller: constantFrom(...['info', 'info', 'all', 'machines', 'machines', 'plain', 'agent', 'agent', 'admin', 'nobody']),
	step: steps,
	user: constantFrom(...users),
	groups,
	uid: constantFrom('', '', '', '', '', 'u', 'v'),
	extra,
});

async function prepare({ ask }: GuardedServer): Promise<void> {
	const make = async (path: string, body: object): Promise<Reply> => {
		const reply = await ask('POST', path, JSON.stringify(body), json);
		expect(reply.status, `${path}: ${JSON.stringify(reply.body)}`).toBe(201);
		return reply;
	};
	for (const [user, rules] of Object.entries(grants)) {
		const name = user.split(':').at(-1) ?? '';
		await make(`${rbac}/clusterroles`, { metadata: { name: `peers-${name}` }, rules });
		await make(`${rbac}/clusterrolebindings`, {
			metadata: { name: `peers-${name}` },
			roleRef: { apiGroup: group, kind: 'ClusterRole', name: `peers-${name}` },
			subjects: [{ apiGroup: group, kind: 'User', name: user }],
		});
	}
	await make(`${core}/configmaps`, { metadata: { name: 'a' } });
	await make('/api/v1/nodes', { metadata: { name: 'n1' } });
	await make(`${core}/serviceaccounts`, { metadata: { name: 'agent' } });
	await make(`${core}/pods`, { metadata: { name: 'p' }, spec: { serviceAccountName: 'agent', nodeName: 'n1', containers: [{ name: 'a', image: 'b' }] } });
}

async function tokenOfAgent({ ask }: GuardedServer): Promise<string> {
	const spec = { audiences: [], boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' } };
	const { status, body } = await ask('POST', `${core}/serviceaccounts/agent/token`, JSON.stringify({ spec }), json);
	expect(status, JSON.stringify(body)).toBe(201);
	return (body as { status: { token: string } }).status.token;
}

async function send({ askAs }: GuardedServer, token: string, { caller, step: [method, path], user, groups: of, uid, extra: more }: Attempt): Promise<object> {
	const headers: Headers = {
		authorization: `Bearer ${caller === 'agent' ? token : caller}`,
		'impersonate-user': user,
		...(of.length > 0 && { 'impersonate-group': of }),
		...(uid !== '' && { 'impersonate-uid': uid }),
		...more,
		...(method === 'POST' && json),
	};
	const body = method === 'POST' ? JSON.stringify(path === whoAmI ? {} : { metadata: { name: 'new' } }) : undefined;
	const reply = await askAs(method, path, body, headers);
	const said = reply.body as { readonly message?: string; readonly status?: { readonly userInfo?: object } };
	if (reply.status >= 400) return { status: reply.status, message: said.message };
	return { status: reply.status, ...(path === whoAmI && { user: said.status?.userInfo }) };
}

describe.skipIf(peers === undefined)('acting as others', () => {
	const folder = mkdtempSync(join(tmpdir(), 'orch-peers-'));
	beforeAll(() => {
		const names = ['info', 'all', 'machines', 'plain', 'nobody'];
		writeFileSync(join(folder, 'tokens'), ['admin,admin,admin,"system:masters"', ...names.map((name) => `${name},${name},${name}`), ''].join('\n'), {
			mode: 0o600,
		});
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	const seed = seedOfCommit();
	it(`is allowed and refused alike in release 1.36 (seed ${seed})`, async () => {
		const flags = ['--token-auth-file', join(folder, 'tokens')];
		const ours = await startOrch(inject('built').kubernetes, '1.36', ['--authorization-mode', 'RBAC', ...flags]);
		try {
			const peer = await startPeer(peers ?? '', '1.36', flags, 'RBAC');
			try {
				await Promise.all([prepare(ours), prepare(peer)]);
				const [own, others] = await Promise.all([tokenOfAgent(ours), tokenOfAgent(peer)]);
				const asAgent: Attempt = { caller: 'agent', step: ['GET', '/version'], user: 'system:node:n1', groups: [], uid: '', extra: {} };
				// kube-apiserver learns of rights, and of the pod of a token, a moment later.
				await vi.waitUntil(async () => isDone(await send(peer, others, asAgent)) && isDone(await send(ours, own, asAgent)), { timeout: 10_000 });
				const different: object[] = [];
				const seen = { allowed: 0, refused: 0 };
				for (const each of sample(attempt, { seed, numRuns: tries({ sample: 600, full: 6000 }) })) {
					const [mine, theirs] = [await send(ours, own, each), await send(peer, others, each)];
					seen[isDone(theirs) ? 'allowed' : 'refused']++;
					if (JSON.stringify(mine) !== JSON.stringify(theirs)) different.push({ each, mine, theirs });
				}
				expect(different).toEqual([]);
				for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
			} finally {
				await peer.stop();
			}
		} finally {
			await ours.stop();
		}
	});
});

function isDone(answer: object): boolean {
	return 'status' in answer && typeof answer.status === 'number' && answer.status < 400;
}
