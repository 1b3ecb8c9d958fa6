/**
 * Tests rights that change while requests are in flight: aggregated roles that are recomputed, and watches of users who lost their rights.
 * Also tests impersonation of no user.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const api = '/apis/rbac.authorization.k8s.io/v1';
const configMaps = '/api/v1/namespaces/default/configmaps';
const scratch = makeScratch();
let server: ServerProcess;
beforeAll(async () => {
	const tokens = join(scratch.path, 'tokens.csv');
	writeFileSync(tokens, 'alices,alice,1\nbobs,bob,2\n', { mode: 0o600 });
	server = await startServer(inject('built').kubernetes, { flags: ['--token-auth-file', tokens, '--emulated-version', '1.36'] });
});
afterAll(async () => {
	await server?.remove();
	scratch.remove();
});

const made = async (path: string, body: object): Promise<Loose> => {
	const { status, text, json } = await server.call('POST', path, body);
	expect(status, text).toBe(201);
	return json() as Loose;
};
const by = (token: string) => ({ authorization: `Bearer ${token}` });
const status = async (token: string, path: string, method = 'GET'): Promise<number> =>
	(await call(server.url, { ca: server.credentials.ca }, method, path, undefined, by(token))).status;
const subject = (name: string): object => ({ kind: 'User', name, apiGroup: 'rbac.authorization.k8s.io' });
const roleRef = (kind: string, name: string): object => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name });

interface Watch {
	/** Returns the type and object name of the next event. */
	next(): Promise<string>;
	readonly ended: Promise<unknown>;
}

async function watch(token: string, query = 'watch=1'): Promise<Watch> {
	const outgoing = request(`${server.url}${configMaps}?${query}`, { ca: server.credentials.ca, headers: by(token) }).end();
	const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
	expect(response.statusCode).toBe(200);
	const lines: Interface = createInterface({ input: response });
	const ended = once(lines, 'close');
	const told = lines[Symbol.asyncIterator]();
	return {
		next: async () => {
			const { value } = await told.next();
			const { type, object } = JSON.parse(String(value)) as Loose;
			return `${type} ${object.metadata.name}`;
		},
		ended,
	};
}

const end = async (path: string): Promise<void> => expect((await server.call('DELETE', path)).status).toBe(200);

describe('a watch', () => {
	it('continues to its end without the right, as in Kubernetes', async () => {
		await made(`${api}/namespaces/default/roles`, { metadata: { name: 'watcher' }, rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['watch'] }] });
		await made(`${api}/namespaces/default/rolebindings`, { metadata: { name: 'alice' }, roleRef: roleRef('Role', 'watcher'), subjects: [subject('alice')] });
		const { metadata } = (await server.call('GET', configMaps)).json() as Loose;
		const since = `watch=1&resourceVersion=${metadata.resourceVersion}`;
		const open = await watch('alices', `${since}&timeoutSeconds=3`);
		await end(`${api}/namespaces/default/rolebindings/alice`);
		expect(await status('alices', `${configMaps}?${since}`)).toBe(403);
		await made(configMaps, { metadata: { name: 'told-of' } });
		expect(await open.next()).toBe('ADDED told-of');
		await open.ended;
		expect(await status('alices', `${configMaps}?${since}`)).toBe(403);
	});

	it('continues to its end without the account of its token', async () => {
		await made('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'seer' } });
		const account = { kind: 'ServiceAccount', name: 'seer', namespace: 'default' };
		await made(`${api}/namespaces/default/rolebindings`, { metadata: { name: 'seer' }, roleRef: roleRef('ClusterRole', 'view'), subjects: [account] });
		const { token } = (await made('/api/v1/namespaces/default/serviceaccounts/seer/token', { spec: {} })).status;
		const { metadata } = (await server.call('GET', configMaps)).json() as Loose;
		const open = await watch(token, `watch=1&resourceVersion=${metadata.resourceVersion}&timeoutSeconds=3`);
		await end('/api/v1/namespaces/default/serviceaccounts/seer');
		expect(await status(token, configMaps)).toBe(401);
		await made(configMaps, { metadata: { name: 'seen' } });
		expect(await open.next()).toBe('ADDED seen');
		await open.ended;
		expect(await status(token, `${configMaps}?watch=1`)).toBe(401);
	});
});

describe('a role that gathers others', () => {
	it('always has exactly the rights of its parts while other parts come and go', async () => {
		const label = { gathered: 'yes' };
		await made(`${api}/clusterroles`, {
			metadata: { name: 'gathers' },
			aggregationRule: { clusterRoleSelectors: [{ matchLabels: label }] },
			rules: [],
		});
		await made(`${api}/clusterroles`, {
			metadata: { name: 'always', labels: label },
			rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
		});
		await made(`${api}/clusterroles`, { metadata: { name: 'never' }, rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['list'] }] });
		await made(`${api}/clusterrolebindings`, { metadata: { name: 'bob' }, roleRef: roleRef('ClusterRole', 'gathers'), subjects: [subject('bob')] });
		await expect.poll(() => status('bobs', configMaps)).toBe(200);
		const counts = { always: 0, never: 0, came: 0, went: 0 };
		let isOver = false;
		const asking = (async () => {
			while (!isOver) {
				const [always, never] = await Promise.all([status('bobs', configMaps), status('bobs', '/api/v1/namespaces/default/secrets')]);
				expect([always, never]).toEqual([200, 403]);
				counts.always++;
				counts.never++;
			}
		})();
		for (let i = 0; i < 12; i++) {
			const name = `comes-${i}`;
			await made(`${api}/clusterroles`, { metadata: { name, labels: label }, rules: [{ apiGroups: [''], resources: ['services'], verbs: ['list'] }] });
			await expect.poll(() => status('bobs', '/api/v1/services')).toBe(200);
			counts.came++;
			await end(`${api}/clusterroles/${name}`);
			await expect.poll(() => status('bobs', '/api/v1/services')).toBe(403);
			counts.went++;
		}
		isOver = true;
		await asking;
		expect(counts).toMatchObject({ came: 12, went: 12 });
		expect(counts.always).toBeGreaterThan(12);
	});
});

describe('empty and repeated impersonation headers', () => {
	const whoami = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
	const admin = { username: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] };
	it.each<readonly [string, Readonly<Record<string, string | string[]>>, object | number]>([
		['an empty user', { 'impersonate-user': '' }, admin],
		['a user of spaces', { 'impersonate-user': '  ' }, admin],
		['an empty uid', { 'impersonate-uid': '' }, admin],
		['the same user twice', { 'impersonate-user': ['ann', 'ann'] }, { username: 'ann', groups: ['system:authenticated'] }],
		['a user behind an empty one', { 'impersonate-user': ['', 'ann'] }, 400],
		['an empty user behind one', { 'impersonate-user': ['ann', ''] }, 400],
		['an empty user with a group', { 'impersonate-user': '', 'impersonate-group': 'devs' }, 400],
		['an empty user with an empty group', { 'impersonate-user': '', 'impersonate-group': '' }, 400],
		['a uid behind an empty one', { 'impersonate-user': 'ann', 'impersonate-uid': ['', '7'] }, 400],
		[
			'an account without a namespace',
			{ 'impersonate-user': 'system:serviceaccount::x' },
			{ username: 'system:serviceaccount::x', groups: ['system:authenticated'] },
		],
		[
			'an account without a name',
			{ 'impersonate-user': 'system:serviceaccount:a:' },
			{ username: 'system:serviceaccount:a:', groups: ['system:authenticated'] },
		],
	])('%s grants nothing', async (_, headers, user) => {
		const answer = await server.call('POST', whoami, {}, headers as Record<string, string>);
		if (typeof user === 'number') expect(answer.status, answer.text).toBe(user);
		else expect((answer.json() as Loose).status.userInfo).toEqual(user);
		// A user who may not impersonate gains nothing from these headers.
		const byAlice = await call(server.url, { ca: server.credentials.ca }, 'GET', '/api/v1/secrets', undefined, {
			...(headers as Record<string, string>),
			...by('alices'),
		});
		expect([400, 403]).toContain(byAlice.status);
	});

	it.each<readonly [string, string | string[]]>([
		['an empty group', ''],
		['an empty group before another', ['', 'devs']],
		['the privileged group behind an empty one', ['', 'system:masters']],
		['one group that is allowed, and again, and one that is not', ['devs', 'devs', 'ops']],
	])('%s is authorized like any other group', async (_, groups) => {
		await server.call('DELETE', `${api}/clusterroles/acts`);
		await made(`${api}/clusterroles`, {
			metadata: { name: 'acts' },
			rules: [
				{ apiGroups: [''], resources: ['users'], verbs: ['impersonate'] },
				{ apiGroups: [''], resources: ['groups'], resourceNames: ['devs'], verbs: ['impersonate'] },
			],
		});
		await server.call('POST', `${api}/clusterrolebindings`, {
			metadata: { name: 'acts' },
			roleRef: roleRef('ClusterRole', 'acts'),
			subjects: [subject('alice')],
		});
		const as = async (group: string | string[]): Promise<Loose> =>
			(
				await call(
					server.url,
					{ ca: server.credentials.ca },
					'POST',
					whoami,
					{},
					{
						...by('alices'),
						'impersonate-user': 'ann',
						'impersonate-group': group as string,
					},
				)
			).json() as Loose;
		expect((await as('devs')).status.userInfo.groups).toEqual(['devs', 'system:authenticated']);
		expect(await as(groups)).toMatchObject({ code: 403, reason: 'Forbidden' });
	});
});
