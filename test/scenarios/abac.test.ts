/** Tests ABAC against the built server (seed 3, "Authorization"): requests that the lines of a policy file allow. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const scratch = makeScratch();
const tokens = join(scratch.path, 'tokens.csv');
const policies = join(scratch.path, 'policies');
const line = (spec: object): string => `${JSON.stringify({ apiVersion: 'abac.authorization.kubernetes.io/v1beta1', kind: 'Policy', spec })}\n`;
const flags = ['--authorization-mode', 'ABAC', '--authorization-policy-file', policies, '--token-auth-file', tokens];

let server: ServerProcess;
beforeAll(async () => {
	writeFileSync(tokens, 'alices,alice,1,"dev"\nbobs,bob,2\n', { mode: 0o600 });
	const lines = [
		line({ user: 'alice', namespace: 'default', resource: 'configmaps', apiGroup: '' }),
		line({ group: 'dev', namespace: 'default', resource: 'secrets', readonly: true }),
		line({ user: '*', nonResourcePath: '/api*', readonly: true }),
		line({ user: '*', namespace: '*', resource: '*', apiGroup: 'authorization.k8s.io' }),
	];
	writeFileSync(policies, ['# who may what\n', ...lines].join('\n'));
	server = await startServer(inject('built').kubernetes, { flags });
});
afterAll(async () => {
	await server?.remove();
	scratch.remove();
});

async function as(user: 'alice' | 'bob', method: string, path: string, body?: object): Promise<Loose> {
	const { url, credentials } = server;
	const answer = await call(url, { ca: credentials.ca }, method, path, body, { authorization: `Bearer ${user}s` });
	return { ...(answer.json() as object), code: answer.status } as Loose;
}

describe('a file of policies', () => {
	it('allows the granted actions, and reports the reason of a refusal', async () => {
		const inDefault = '/api/v1/namespaces/default';
		expect((await as('alice', 'POST', `${inDefault}/configmaps`, { metadata: { name: 'x' } })).code).toBe(201);
		expect((await as('alice', 'GET', `${inDefault}/secrets`)).code).toBe(200);
		expect(await as('alice', 'POST', `${inDefault}/secrets`, { metadata: { name: 'x' } })).toMatchObject({
			code: 403,
			message: 'secrets is forbidden: User "alice" cannot create resource "secrets" in API group "" in the namespace "default": No policy matched.',
		});
		expect((await as('alice', 'GET', '/api/v1/namespaces/kube-system/configmaps')).code).toBe(403);
		expect((await as('bob', 'GET', `${inDefault}/configmaps/x`)).code).toBe(403);
		expect((await as('bob', 'GET', '/apis')).code).toBe(200);
		expect((await as('bob', 'GET', '/metrics')).code).toBe(403);
	});

	it('is shown by a rules review', async () => {
		const review = await as('alice', 'POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', { spec: { namespace: 'default' } });
		expect(review.status.resourceRules).toContainEqual({ verbs: ['*'], apiGroups: [''], resources: ['configmaps'] });
		expect(review.status.resourceRules).toContainEqual({ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['secrets'] });
		expect(review.status.incomplete).toBe(false);
	});

	it('is described by the line in a refused review, which then allows exactly that', async () => {
		const reviews = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
		const questions = [
			{ resourceAttributes: { verb: 'create', resource: 'pods', namespace: 'default' } },
			{ resourceAttributes: { verb: 'list', group: 'apps', resource: 'deployments' } },
			{ nonResourceAttributes: { verb: 'get', path: '/metrics' } },
		].map((asked, at) => ({ spec: { user: `bob-${at}`, ...asked } }));
		const said: string[] = [];
		for (const question of questions) {
			const { allowed, reason } = ((await server.call('POST', reviews, question)).json() as Loose).status;
			expect([allowed, reason]).toEqual([false, expect.stringMatching(/^No policy matched\.; no line of the policy file has the policy \{.*\}$/)]);
			said.push(/\{.*\}$/.exec(reason)?.[0] ?? '');
		}
		expect(JSON.parse(said[1] as string).spec).toEqual({ user: 'bob-1', apiGroup: 'apps', resource: 'deployments', readonly: true });
		const more = join(scratch.path, 'more');
		writeFileSync(more, said.join('\n'));
		const other = await startServer(inject('built').kubernetes, { flags: ['--authorization-mode', 'ABAC', '--authorization-policy-file', more] });
		for (const { spec } of questions) {
			const decided = await Promise.all(questions.map((each) => other.call('POST', reviews, { spec: { ...each.spec, user: spec.user } })));
			expect(decided.map((answer) => (answer.json() as Loose).status.allowed)).toEqual(questions.map((each) => each.spec === spec));
		}
		await other.remove();
	});

	it('ends a start by the number of a line that is wrong', async () => {
		const wrong = join(scratch.path, 'wrong');
		writeFileSync(wrong, `${line({ user: 'alice' })}{"user": 7}\n`);
		const start = startServer(inject('built').kubernetes, { flags: ['--authorization-mode', 'ABAC', '--authorization-policy-file', wrong] });
		await expect(start).rejects.toThrow(`${wrong}:2: user: expected a string`);
	});
});
