/** Tests access reviews: a POST returns the authorizers' decision about a user, and the review is not stored. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { call, type ServerAdmin, type ServerProcess, startServer } from '../setup/server.ts';
import { type SharedServer, sharedServer } from '../setup/shared-server.ts';

const root = '/apis/authorization.k8s.io/v1';
const folder = mkdtempSync(join(tmpdir(), 'orch-reviews-'));
const tokens = join(folder, 'tokens.csv');
const everything = {
	resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
	nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
};

let closed: SharedServer;
let open: ServerProcess;
/** Server that allows only members of the administrators' group. */
let denying: ServerProcess;
beforeAll(async () => {
	writeFileSync(tokens, 'anns-token,ann,1,"writers"\n');
	[closed, open, denying] = await Promise.all([
		sharedServer({ namespace: 'access-reviews' }),
		startServer(inject('built').kubernetes, { flags: ['--authorization-mode', 'AlwaysAllow', '--token-auth-file', tokens, '--emulated-version', '1.21'] }),
		startServer(inject('built').kubernetes, { flags: ['--authorization-mode', 'AlwaysDeny', '--token-auth-file', tokens] }),
	]);
});
afterAll(async () => {
	await Promise.all([open?.remove(), denying?.remove()]);
	rmSync(folder, { recursive: true, force: true });
});

/** Posts a review. A token replaces the client certificate and makes the request its user's. */
async function review(server: ServerAdmin, path: string, body: object, token?: string): Promise<Loose> {
	const { url, credentials } = server;
	const answer =
		token === undefined
			? await server.call('POST', path, body)
			: await call(url, { ca: credentials.ca }, 'POST', path, body, { authorization: `Bearer ${token}` });
	return { code: answer.status, ...(answer.json() as object) } as Loose;
}

const pods = { verb: 'get', resource: 'pods' };
const subject = `${root}/subjectaccessreviews`;
const self = `${root}/selfsubjectaccessreviews`;
const local = `${root}/namespaces/default/localsubjectaccessreviews`;
const rules = `${root}/selfsubjectrulesreviews`;

const missing = 'no role has the rule {"verbs":["get"],"apiGroups":[""],"resources":["pods"]} in the cluster';

describe('access reviews', () => {
	it.each([
		['a user whom nobody lets in', { user: 'ann', resourceAttributes: pods }, { allowed: false, reason: missing }],
		['an agent of a node', { user: 'system:node:n1', groups: ['system:nodes'], resourceAttributes: pods }, { allowed: false, reason: missing }],
		['the group that may do all', { groups: ['system:masters'], resourceAttributes: pods }, { allowed: true }],
		[
			'anybody, on a path that is open',
			{ user: 'ann', groups: ['system:authenticated'], nonResourceAttributes: { verb: 'get', path: '/livez' } },
			{ allowed: true },
		],
		['on a path that is not', { user: 'ann', nonResourceAttributes: { verb: 'get', path: '/metrics' } }, { allowed: false }],
	])('%s', async (_, spec, status) => {
		const answer = await review(closed, subject, { spec });
		expect(answer).toMatchObject({ code: 201, kind: 'SubjectAccessReview', apiVersion: 'authorization.k8s.io/v1', spec, status });
	});

	it('allow a review of oneself', async () => {
		expect((await review(closed, self, { spec: { resourceAttributes: pods } })).status).toEqual({ allowed: true });
	});

	it('work in a namespace', async () => {
		const spec = { user: 'ann', resourceAttributes: { ...pods, namespace: 'default' } };
		expect(await review(closed, local, { spec })).toMatchObject({ code: 201, metadata: { namespace: 'default' }, spec, status: { allowed: false } });
	});

	it('answers in protobuf too', async () => {
		const answer = await closed.call('POST', self, { spec: { resourceAttributes: pods } }, { accept: 'application/vnd.kubernetes.protobuf' });
		expect([answer.status, answer.bytes.subarray(0, 4).toString()]).toEqual([201, 'k8s\0']);
	});

	it('have the same answer for all users when all access is denied, without naming roles', async () => {
		const spec = { user: 'ann', groups: ['system:authenticated'] };
		for (const what of [{ resourceAttributes: pods }, { nonResourceAttributes: { verb: 'get', path: '/livez' } }])
			expect((await review(denying, subject, { spec: { ...spec, ...what } })).status).toEqual({ allowed: false, reason: 'Everything is forbidden.' });
		expect((await review(denying, local, { spec: { ...spec, resourceAttributes: { ...pods, namespace: 'default' } } })).status.allowed).toBe(false);
		expect((await review(denying, self, { spec: { resourceAttributes: pods } })).status).toEqual({ allowed: true });
		for (const path of [self, rules, subject]) expect(await review(denying, path, { spec }, 'anns-token')).toMatchObject({ code: 403 });
		const mine = (await review(denying, rules, { spec: { namespace: 'default' } })).status;
		expect(mine).toMatchObject(everything);
	});

	it('have the same answer for all users when all access is allowed', async () => {
		expect((await review(open, subject, { spec: { user: 'ann', resourceAttributes: pods } })).status).toEqual({ allowed: true });
	});
});

describe('invalid reviews', () => {
	const attributes = 'spec.resourceAttributes';
	it.each([
		['neither a resource nor a path', self, { spec: {} }, [attributes]],
		['both', self, { spec: { resourceAttributes: pods, nonResourceAttributes: { path: '/x' } } }, ['spec.nonResourceAttributes']],
		['nobody', subject, { spec: { resourceAttributes: pods } }, ['spec.user']],
		['a name', self, { metadata: { name: 'a' }, spec: { resourceAttributes: pods } }, ['metadata']],
		[
			'a label of a local one',
			local,
			{ metadata: { labels: { a: 'b' } }, spec: { user: 'ann', resourceAttributes: { ...pods, namespace: 'default' } } },
			['metadata'],
		],
		['another namespace', local, { spec: { user: 'ann', resourceAttributes: { ...pods, namespace: 'other' } } }, [`${attributes}.namespace`]],
		['a path in a namespace', local, { spec: { user: 'ann', nonResourceAttributes: { path: '/x' } } }, ['spec.nonResourceAttributes']],
	])('%s', async (_, path, body, fields) => {
		const { code, reason, details } = await review(closed, path, body);
		expect({ code, reason, fields: details.causes.map(({ field }: Loose) => field) }).toEqual({ code: 422, reason: 'Invalid', fields });
	});

	it('no namespace to list rules of', async () => {
		expect(await review(closed, rules, { spec: {} })).toMatchObject({ code: 400, message: 'no namespace on request' });
	});
});

describe('all that one may do', () => {
	it('is listed by authorizers with rules', async () => {
		const { status, spec } = await review(closed, rules, { spec: { namespace: 'default' } });
		expect(spec).toEqual({});
		expect(status).toMatchObject({ resourceRules: expect.arrayContaining(everything.resourceRules), incomplete: false });
		expect(status.nonResourceRules).toContainEqual(everything.nonResourceRules[0]);
	});

	it('is all, where everybody may do all', async () => {
		const { status } = await review(open, rules, { spec: { namespace: 'default' } }, 'anns-token');
		expect(status).toMatchObject({ incomplete: false, resourceRules: expect.arrayContaining(everything.resourceRules) });
		expect(status.resourceRules).toHaveLength(1);
		expect(status.nonResourceRules).toContainEqual(everything.nonResourceRules[0]);
	});
});

describe('the older version', () => {
	const older = '/apis/authorization.k8s.io/v1beta1/subjectaccessreviews';
	it('has its groups in spec.group', async () => {
		const spec = { group: ['writers'], resourceAttributes: pods };
		expect(await review(open, older, { spec })).toMatchObject({ code: 201, apiVersion: 'authorization.k8s.io/v1beta1', spec, status: { allowed: true } });
	});

	it('blames the field as it calls it', async () => {
		expect((await review(open, older, { spec: { resourceAttributes: pods } })).details.causes).toMatchObject([{ field: 'spec.user' }]);
	});

	it('is gone since 1.22', async () => {
		expect((await closed.call('POST', older, { spec: { user: 'ann', resourceAttributes: pods } })).status).toBe(404);
	});
});
