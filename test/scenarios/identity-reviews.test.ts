/**
 * Tests reviews of identity: the user of a token, and the user of the request. Statuses and messages are those of kube-apiserver 1.25 and
 * 1.36.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'orch-identity-'));
const bob = { username: 'bob', uid: '7', groups: ['devs', 'ops', 'system:authenticated'] };
const root = '/apis/authentication.k8s.io';

/** Servers of three releases: the default one; 1.27, which has the older version and introduced SelfSubjectReview; and the newest. */
let now: ServerProcess;
let old: ServerProcess;
let then: ServerProcess;
let newest: ServerProcess;
beforeAll(async () => {
	const tokens = join(folder, 'tokens.csv');
	writeFileSync(tokens, 'bobs-token,bob,7,"devs,ops"\n');
	const flags = ['--token-auth-file', tokens, '--authorization-mode', 'AlwaysAllow'];
	const start = (...more: string[]) => startServer(inject('built').kubernetes, { flags: [...flags, ...more] });
	const beta = ['--emulated-version', '1.27', '--runtime-config', 'authentication.k8s.io/v1beta1=true'];
	[now, old, then, newest] = await Promise.all([start(), start('--emulated-version', '1.21'), start(...beta), start('--emulated-version', '1.36')]);
});
afterAll(async () => {
	await Promise.all([now?.remove(), old?.remove(), then?.remove(), newest?.remove()]);
	rmSync(folder, { recursive: true, force: true });
});

const own = ['https://kubernetes.default.svc.cluster.local'];

async function post(server: ServerProcess, path: string, body: object, token?: string): Promise<Loose> {
	const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
	const answer = headers ? await call(server.url, { ca: server.credentials.ca }, 'POST', path, body, headers) : await server.call('POST', path, body);
	return { code: answer.status, ...(answer.json() as object) } as Loose;
}

describe.each(['1.25', '1.36'])('a TokenReview, at %s', (release) => {
	const review = (spec: object) =>
		post(release === '1.25' ? now : newest, `${root}/v1/tokenreviews`, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec });

	it('returns the user of a token', async () => {
		const answer = await review({ token: 'bobs-token' });
		expect(answer).toMatchObject({ code: 201, kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1', spec: { token: 'bobs-token' } });
		expect(answer.status).toEqual({ authenticated: true, user: bob, audiences: own });
		expect((await review({ token: 'bobs-token', audiences: ['x', ...own] })).status).toEqual({ authenticated: true, user: bob, audiences: own });
	});

	it.each([
		['nobody knows', { token: 'nope' }],
		['is two words', { token: 'bobs token' }],
		['is not for the audience that is asked about', { token: 'bobs-token', audiences: ['x'] }],
	])('rejects a token that %s', async (_, spec) => {
		expect(await review(spec)).toMatchObject({ code: 201, spec, status: { user: {}, error: 'invalid bearer token' } });
		expect((await review(spec)).status).not.toHaveProperty('authenticated');
	});

	it.each([[{}], [{ token: '' }]])('wants a token: %j', async (spec) => {
		expect(await review(spec)).toMatchObject({ code: 400, reason: 'BadRequest', message: 'token is required for TokenReview in authentication' });
	});
});

it('v1beta1 is gone since 1.22', async () => {
	const ask = (server: ServerProcess) => post(server, `${root}/v1beta1/tokenreviews`, { spec: { token: 'bobs-token' } });
	expect(await ask(old)).toMatchObject({ code: 201, apiVersion: 'authentication.k8s.io/v1beta1', status: { authenticated: true, user: bob } });
	expect(await ask(now)).toMatchObject({ code: 404 });
});

describe('a SelfSubjectReview', () => {
	it.each([
		['v1', 201, () => newest],
		['v1beta1', 201, () => then],
		['v1beta1', 404, () => newest],
		['v1', 404, () => now],
	] as const)('%s: %i', async (version, code, server) => {
		const apiVersion = `authentication.k8s.io/${version}`;
		const sent = { apiVersion, kind: 'SelfSubjectReview', metadata: { name: 'q' }, status: { userInfo: { username: 'somebody else' } } };
		const answer = await post(server(), `${root}/${version}/selfsubjectreviews`, sent, 'bobs-token');
		expect(answer.code).toBe(code);
		if (code !== 201) return;
		expect(answer).toEqual({ code, kind: 'SelfSubjectReview', apiVersion, metadata: { creationTimestamp: expect.any(String) }, status: { userInfo: bob } });
	});
});

describe.each(['1.25', '1.36'])('fields of a review that the server ignores, at %s', (release) => {
	const access = '/apis/authorization.k8s.io/v1';
	const resourceAttributes = { namespace: 'default', verb: 'get', resource: 'pods' };
	const attributes = { 'f:resourceAttributes': { '.': {}, 'f:namespace': {}, 'f:resource': {}, 'f:verb': {} } };
	const labels = { 'f:labels': { '.': {}, 'f:a': {} } };

	beforeAll(() => (release === '1.25' ? now : newest).call('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'owned' } }));

	it.each<[string, object, object | undefined]>([
		[`${access}/subjectaccessreviews`, { spec: { user: 'ann', resourceAttributes } }, { 'f:spec': { ...attributes, 'f:user': {} } }],
		[`${access}/selfsubjectaccessreviews`, { spec: { resourceAttributes } }, { 'f:spec': attributes }],
		[`${access}/namespaces/default/localsubjectaccessreviews`, { spec: { user: 'ann', resourceAttributes } }, { 'f:spec': { ...attributes, 'f:user': {} } }],
		[`${access}/selfsubjectrulesreviews`, { spec: { namespace: 'default' } }, undefined],
		[`${root}/v1/tokenreviews`, { spec: { token: 'x' } }, { 'f:spec': { 'f:token': {} } }],
		[`${root}/v1/selfsubjectreviews`, {}, undefined],
		[
			'/api/v1/namespaces/default/serviceaccounts/owned/token',
			{ metadata: { labels: { a: 'b' } }, spec: { audiences: ['x'] } },
			{ 'f:metadata': labels, 'f:spec': { 'f:audiences': {}, 'f:expirationSeconds': {} } },
		],
	])('is owned as in Kubernetes: %s', async (path, body, fieldsV1) => {
		const server = release === '1.25' ? now : newest;
		const answer = await server.call('POST', path, body, { 'user-agent': 'kubectl/v1.25 (linux)' });
		if (answer.status === 404 && release === '1.25' && path.endsWith('/selfsubjectreviews')) return;
		expect(answer.status, answer.text).toBe(201);
		const { metadata } = answer.json() as Loose;
		const subresource = path.endsWith('/token') ? { subresource: 'token' } : {};
		const apiVersion = path.startsWith(access) ? 'authorization.k8s.io/v1' : 'authentication.k8s.io/v1';
		const entry = { manager: 'kubectl', operation: 'Update', apiVersion, time: expect.any(String), fieldsType: 'FieldsV1', fieldsV1, ...subresource };
		expect(metadata?.managedFields).toEqual(fieldsV1 === undefined ? undefined : [entry]);
	});

	it('replaces managed fields of the client', async () => {
		const managedFields = [{ manager: 'old', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': { 'f:user': {} } } }];
		const server = release === '1.25' ? now : newest;
		const answer = await server.call('POST', `${access}/subjectaccessreviews?fieldManager=me`, {
			metadata: { managedFields },
			spec: { user: 'ann', resourceAttributes },
		});
		expect((answer.json() as Loose).metadata.managedFields.map(({ manager }: Loose) => manager)).toEqual(['me']);
	});
});

it('a service account token has only the claims of release 1.25', async () => {
	await now.call('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'builder' } });
	const ask = (name: string, spec: object) => post(now, `/api/v1/namespaces/default/serviceaccounts/${name}/token`, { spec });
	const { code, metadata, status } = await ask('builder', { audiences: own });
	const { managedFields: _, ...said } = metadata;
	expect({ code, said }).toEqual({ code: 201, said: { name: 'builder', namespace: 'default', creationTimestamp: expect.any(String) } });
	expect(decodeJwt(status.token)).not.toHaveProperty('jti');
	const review = await post(now, `${root}/v1/tokenreviews`, { spec: { token: status.token } });
	expect(review.status).toMatchObject({ authenticated: true, user: { username: 'system:serviceaccount:default:builder' } });
	expect(review.status.user).not.toHaveProperty('extra');
	expect(await ask('nobody', {})).toMatchObject({ code: 404, message: 'serviceaccounts "nobody" not found' });
	expect((await ask('builder', { expirationSeconds: 5 })).details.causes).toEqual([
		{ reason: 'FieldValueInvalid', message: 'Invalid value: 5: may not specify a duration less than 10 minutes', field: 'spec.expirationSeconds' },
	]);
});
