/**
 * Tests that no log or audit line contains confidential data, however malformed the request that carries it. The output of every server of
 * the run is searched when the server stops.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { keepFromSight, shown } from '../setup/confidential.ts';
import { makeScratch, type Scratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

describe('secrets in logs', () => {
	const secrets = '/api/v1/namespaces/default/secrets';
	const value = `planted-${randomBytes(12).toString('hex')}`;
	const encoded = Buffer.from(value).toString('base64');
	let scratch: Scratch;
	let server: ServerProcess;

	beforeAll(async () => {
		keepFromSight('the planted value', value);
		scratch = makeScratch();
		const audit = ['--audit-log-path', join(scratch.path, 'audit.log')];
		server = await startServer(inject('built').kubernetes, { dataDir: join(scratch.path, 'data'), flags: ['--v', '10', ...audit] });
	});
	afterAll(() => scratch.remove());

	it.each<[string, string, string, unknown, number, Record<string, string>?]>([
		['a Secret', 'POST', secrets, { metadata: { name: 'a' }, stringData: { password: value } }, 201],
		['a name that is none', 'POST', secrets, { metadata: { name: 'A_B' }, stringData: { password: value } }, 422],
		['what is no base64', 'POST', secrets, { metadata: { name: 'b' }, data: { password: `${value}*` } }, 400],
		['a number', 'POST', secrets, `{"metadata":{"name":"c"},"data":{"password":"${encoded}"},"immutable":"${value}"}`, 400],
		['a body that breaks off', 'POST', secrets, `{"metadata":{"name":"d"},"stringData":{"password":"${value}"`, 400],
		['a key that is none', 'POST', secrets, { metadata: { name: 'e' }, stringData: { 'not a key': value } }, 422],
		['a patch', 'PATCH', `${secrets}/a`, { stringData: { password: `${value}2` } }, 200, { 'content-type': 'application/merge-patch+json' }],
		['a patch that tests', 'PATCH', `${secrets}/a`, [{ op: 'test', path: '/data/password', value }], 422, { 'content-type': 'application/json-patch+json' }],
		['an apply of another type', 'PATCH', `${secrets}/a?fieldManager=m`, `data: [${encoded}]`, 400, { 'content-type': 'application/apply-patch+yaml' }],
		['a token that nobody has', 'GET', '/api/v1/pods', undefined, 401, { authorization: `Bearer ${value}` }],
		['a password', 'GET', '/api/v1/pods', undefined, 403, { authorization: `Basic ${Buffer.from(`admin:${value}`).toString('base64')}` }],
		['a token in the query', 'GET', `/api/v1/pods?access_token=${value}`, undefined, 403],
		[
			'a review of a token',
			'POST',
			'/apis/authentication.k8s.io/v1/tokenreviews',
			{ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: value } },
			201,
		],
		['a token of an account', 'POST', '/api/v1/namespaces/default/serviceaccounts/default/token', { spec: {} }, 201],
	])('%s', async (_, method, path, body, expected, headers = {}) => {
		const { cert, key, ca } = server.credentials;
		const answer = await call(server.url, expected === 401 || expected === 403 ? { ca } : { cert, key, ca }, method, path, body, headers);
		expect(answer.status, answer.text).toBe(expected);
	});

	it('is found where it is', async () => {
		expect(shown('a text', `before ${value} after`)).toEqual([expect.stringMatching(/^a text shows the planted value: plan…, near "before /)]);
		expect(shown('a text', `before ${encoded} after`)).toEqual([expect.stringMatching(/^a text shows the planted value, in base64/)]);
		expect(shown('a text', 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJub2JvZHkifQ.c2lnbmF0dXJlLW9mLXNvbWVib2R5')).toEqual([expect.stringContaining('a signed token')]);
		expect(shown('a text', (await server.call('GET', `${secrets}/a`)).text)).not.toEqual([]);
	});

	it('is in nothing that this server wrote', async () => {
		expect((await server.call('GET', '/metrics')).status).toBe(200);
		await expect.poll(() => server.log()).toContain('/api/v1/namespaces/default/secrets');
		expect(await server.stop()).toBe(0);
	});
});
