/**
 * Tests the authorization webhook against the built server (seed 3, "Authorization"): the reviews that it receives and the effect of its
 * answers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';
import { answering, type Behaviour, startWebhook, type WebhookServer } from '../setup/webhook.ts';

const scratch = makeScratch();
const tokens = join(scratch.path, 'tokens.csv');
const audit = join(scratch.path, 'audit.log');
const apiVersion = 'authorization.k8s.io/v1';
const says = (status: object) => answering(200, () => ({ apiVersion, kind: 'SubjectAccessReview', status }));

let webhook: WebhookServer;
let server: ServerProcess;
beforeAll(async () => {
	writeFileSync(tokens, 'alices,alice,1,"dev"\n', { mode: 0o600 });
	webhook = await startWebhook();
	server = await startServer(inject('built').kubernetes, {
		flags: [
			...['--authorization-mode', 'Webhook', '--authorization-webhook-config-file', webhook.config, '--authorization-webhook-version', 'v1'],
			...['--authorization-webhook-cache-unauthorized-ttl', '0s', '--token-auth-file', tokens, '--emulated-version', '1.36'],
			...['--audit-log-path', audit],
		],
	});
});
afterAll(async () => {
	await server?.remove();
	await webhook?.close();
	scratch.remove();
});

async function asAlice(method: string, path: string, body?: object): Promise<Loose> {
	const { url, credentials } = server;
	const answer = await call(url, { ca: credentials.ca }, method, path, body, { authorization: 'Bearer alices' });
	return { ...(answer.json() as object), code: answer.status } as Loose;
}

const specs = (): readonly Loose[] => webhook.asked.map(({ review }) => (review as Loose).spec);

describe('a webhook', () => {
	it('decides, is cached, and is never asked for the privileged group', async () => {
		webhook.behave(says({ allowed: true }));
		expect((await asAlice('GET', '/api/v1/namespaces/default/configmaps')).code).toBe(200);
		expect((await asAlice('GET', '/api/v1/namespaces/default/configmaps')).code).toBe(200);
		expect((await server.call('GET', '/api/v1/namespaces/default/secrets')).status).toBe(200);
		expect(specs()).toEqual([
			{
				resourceAttributes: { namespace: 'default', verb: 'list', version: 'v1', resource: 'configmaps' },
				user: 'alice',
				uid: '1',
				groups: ['dev', 'system:authenticated'],
			},
		]);
	});

	it('receives selectors, and the name that a field selector implies', async () => {
		webhook.behave(says({ allowed: true }));
		const of = async (query: string): Promise<Loose> => {
			await asAlice('GET', `/api/v1/namespaces/default/pods?${query}`);
			return specs().at(-1)?.resourceAttributes;
		};
		expect(await of('fieldSelector=spec.nodeName%3Da,metadata.name%3Dx&labelSelector=app+in+(b,c),!d,e>1')).toMatchObject({
			name: 'x',
			fieldSelector: {
				requirements: [
					{ key: 'metadata.name', operator: 'In', values: ['x'] },
					{ key: 'spec.nodeName', operator: 'In', values: ['a'] },
				],
			},
			labelSelector: {
				requirements: [
					{ key: 'app', operator: 'In', values: ['b', 'c'] },
					{ key: 'd', operator: 'DoesNotExist' },
				],
			},
		});
		await asAlice('DELETE', '/api/v1/namespaces/default/pods?labelSelector=app!%3Db');
		expect(specs().at(-1)?.resourceAttributes).toMatchObject({
			verb: 'deletecollection',
			labelSelector: { requirements: [{ key: 'app', operator: 'NotIn', values: ['b'] }] },
		});
		expect(await of('labelSelector=-')).not.toHaveProperty('labelSelector');
	});

	it('without an opinion is reported as such in a review, without naming roles', async () => {
		webhook.behave(says({ allowed: false }));
		const spec = { user: 'bob', resourceAttributes: { verb: 'list', resource: 'pods' } };
		const { status } = (await server.call('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', { spec })).json() as Loose;
		expect(status).toEqual({ allowed: false, reason: 'no webhook has allowed it' });
		webhook.behave(says({ allowed: false, reason: 'not on Sundays' }));
		const again = (await server.call('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', { spec })).json() as Loose;
		expect(again.status.reason).toBe('not on Sundays; no webhook has allowed it');
	});

	it('that hangs ends in 504, which is audited', async () => {
		webhook.behave(() => undefined);
		const { url, credentials } = server;
		const path = '/api/v1/namespaces/default/limitranges?timeout=300ms';
		const answer = await call(url, { ca: credentials.ca }, 'GET', path, undefined, { authorization: 'Bearer alices' });
		expect([answer.status, (answer.json() as Loose).reason]).toEqual([504, 'Timeout']);
		const told = readFileSync(audit, 'utf8').split('\n');
		const events = told.filter((line) => line !== '').map((line) => JSON.parse(line) as Loose);
		expect(events.filter(({ auditID }) => auditID === answer.headers['audit-id'])).toMatchObject([
			{ stage: 'RequestReceived', requestURI: path, user: { username: 'alice' } },
			{ stage: 'ResponseComplete', requestURI: path, user: { username: 'alice' }, responseStatus: { status: 'Failure', code: 504, reason: 'Timeout' } },
		]);
		expect(events.at(-1)?.annotations ?? {}).not.toHaveProperty('authorization.k8s.io/missing-rule');
	});

	it('receives the attributes of an access review', async () => {
		webhook.behave(says({ allowed: false, denied: true, reason: 'never' }));
		const review = async (resourceAttributes: object): Promise<Loose> =>
			(await server.call('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', { spec: { user: 'bob', resourceAttributes } })).json() as Loose;
		const fieldSelector = { rawSelector: 'spec.nodeName==a' };
		expect((await review({ verb: 'list', resource: 'pods', fieldSelector })).status).toEqual({ allowed: false, denied: true, reason: 'never' });
		expect(specs().at(-1)).toEqual({
			resourceAttributes: {
				verb: 'list',
				resource: 'pods',
				version: '*',
				fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['a'] }] },
			},
			user: 'bob',
		});
		const half = {
			requirements: [
				{ key: 'a', operator: 'In', values: ['b'] },
				{ key: 'c', operator: 'Exists' },
			],
		};
		expect((await review({ verb: 'list', resource: 'pods', fieldSelector: half, labelSelector: { rawSelector: '-' } })).status.evaluationError).toBe(
			'spec.resourceAttributes.fieldSelector partially ignored due to parse error; spec.resourceAttributes.labelSelector ignored due to parse error',
		);
		expect((await review({ verb: 'list', resource: 'pods', labelSelector: {}, fieldSelector: { ...fieldSelector, ...half } })).message).toBe(
			'SubjectAccessReview.authorization.k8s.io "" is invalid: [' +
				'spec.resourceAttributes.fieldSelector.rawSelector: Invalid value: "spec.nodeName==a": may not specified at the same time as requirements, ' +
				'spec.resourceAttributes.labelSelector.requirements: Required value: when spec.resourceAttributes.labelSelector is specified, requirements or rawSelector is required]',
		);
	});

	it('that denies is obeyed', async () => {
		webhook.behave(says({ allowed: false, denied: true, reason: 'never' }));
		expect(await asAlice('GET', '/api/v1/namespaces/default/services')).toMatchObject({ code: 403, message: expect.stringContaining(': never') });
	});

	it('that fails denies access and logs the reason', async () => {
		webhook.behave(answering(200, () => ({ apiVersion, kind: 'TokenReview', status: { allowed: true } })));
		expect((await asAlice('GET', '/api/v1/namespaces/default/endpoints')).code).toBe(500);
		await expect.poll(() => server.log()).toContain('the authorization webhook failed and has no opinion: response is \\"TokenReview\\"');
		webhook.behave(says({ allowed: true }));
		expect((await asAlice('GET', '/api/v1/namespaces/default/endpoints')).code).toBe(200);
	});

	const answers = (status: string, review = '') =>
		answering(200, () => `{"apiVersion":"${apiVersion}","kind":"SubjectAccessReview",${review}"status":${status}}`);
	it.each<readonly [string, Behaviour, number]>([
		['a no behind a yes', answers('{"allowed":true,"allowed":false}'), 403],
		['a denial behind none', answers('{"allowed":true,"denied":false,"denied":true}'), 403],
		['a yes as what objects inherit', answers('{"__proto__":{"allowed":true}}'), 500],
		['a yes as what all statuses inherit', answers('{"allowed":false}', '"__proto__":{"status":{"allowed":true}},'), 403],
		['a yes in capitals', answers('{"Allowed":true}'), 500],
		['a yes in a list', answers('{"allowed":[true]}'), 500],
		['a word for yes', answers('{"allowed":"true"}'), 500],
		['a one', answers('{"allowed":1}'), 500],
		['two answers', answering(200, () => `{"status":{"allowed":true}}{"status":{"allowed":true}}`), 500],
		...[301, 302, 303, 307, 308].map((status): [string, Behaviour, number] => [
			`${status} to another path of its own`,
			(review, request, response) => {
				if (request.url === '/decide?by=rules') response.writeHead(status, { location: `${webhook.origin}/planted` }).end();
				else says({ allowed: true })(review, request, response);
			},
			500,
		]),
	])('that answers with %s denies access without further authorizers', async (what, behaviour, code) => {
		webhook.behave(behaviour);
		expect((await asAlice('GET', `/api/v1/namespaces/default/secrets/of-${what.replaceAll(/\W+/g, '-')}`)).code).toBe(code);
		expect(new Set(webhook.asked.map(({ path }) => path))).toEqual(new Set(['/decide?by=rules']));
	});

	it('cannot list permissions', async () => {
		webhook.behave(says({ allowed: true }));
		const review = await asAlice('POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', { spec: { namespace: 'default' } });
		expect(review.status).toMatchObject({ incomplete: true, evaluationError: 'webhook authorizer does not support user rule resolution' });
	});
});
