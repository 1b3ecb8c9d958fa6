/** Tests a server whose authorizers are configured by a file: two webhooks, one of them for some requests only, then RBAC. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { metricLines } from '../setup/metrics.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';
import { answering, startWebhook, type WebhookServer } from '../setup/webhook.ts';

const scratch = makeScratch();
const tokens = join(scratch.path, 'tokens.csv');
const config = join(scratch.path, 'authorization.yaml');
const apiVersion = 'authorization.k8s.io/v1';
const says = (status: object) => answering(200, () => ({ apiVersion, kind: 'SubjectAccessReview', status }));

/** Release that has every version of the file. */
const latest = ['--emulated-version', '1.36'];

let webhook: WebhookServer;
let server: ServerProcess;
const content = (authorizers: readonly object[]): string =>
	JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthorizationConfiguration', authorizers });
const guard = (expression: string): object => ({
	type: 'Webhook',
	name: 'guard',
	webhook: {
		...{ timeout: '3s', subjectAccessReviewVersion: 'v1', failurePolicy: 'Deny', unauthorizedTTL: '1s', cacheUnauthorizedRequests: false },
		...{ matchConditionSubjectAccessReviewVersion: 'v1', matchConditions: [{ expression }] },
		connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: webhook.config },
	},
});
beforeAll(async () => {
	writeFileSync(tokens, 'alices,alice,1,"dev"\n', { mode: 0o600 });
	webhook = await startWebhook();
	const isGuarded = "has(request.resourceAttributes) && request.resourceAttributes.namespace == 'guarded'";
	writeFileSync(config, content([{ type: 'Node', name: 'nodes' }, guard(isGuarded), { type: 'RBAC', name: 'roles' }]));
	server = await startServer(inject('built').kubernetes, { flags: [...latest, '--authorization-config', config, '--token-auth-file', tokens] });
	await server.call('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
		metadata: { name: 'alice' },
		roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
		subjects: [{ kind: 'User', name: 'alice', apiGroup: 'rbac.authorization.k8s.io' }],
	});
});
afterAll(async () => {
	await server?.remove();
	await webhook?.close();
	scratch.remove();
});

async function lists(namespace: string): Promise<Loose> {
	const { url, credentials } = server;
	const answer = await call(url, { ca: credentials.ca }, 'GET', `/api/v1/namespaces/${namespace}/configmaps`, undefined, { authorization: 'Bearer alices' });
	return { ...(answer.json() as object), code: answer.status } as Loose;
}

describe('authorizers of a file', () => {
	it('are asked in their order, a webhook where its conditions hold', async () => {
		webhook.behave(says({ allowed: false, denied: true, reason: 'guarded' }));
		expect((await lists('free')).code).toBe(200);
		expect(webhook.asked).toHaveLength(0);
		expect(await lists('guarded')).toMatchObject({ code: 403, message: expect.stringContaining(': guarded') });
		webhook.behave(says({ allowed: false }));
		expect((await lists('guarded')).code).toBe(200);
	});

	it('deny if a failing one is configured to', async () => {
		webhook.behave(answering(403, () => 'no'));
		expect(await lists('guarded')).toMatchObject({ code: 403, message: expect.stringContaining(': the authorization webhook failed') });
	});

	it('answer reviews like requests, with the reason of the deciding authorizer', async () => {
		const review = async (namespace: string, user = 'alice'): Promise<Loose> => {
			const spec = { user, groups: ['dev'], resourceAttributes: { verb: 'list', resource: 'configmaps', namespace } };
			const answer = await server.call('POST', `/apis/${apiVersion}/subjectaccessreviews`, { spec });
			expect(answer.status).toBe(201);
			return (answer.json() as Loose).status;
		};
		webhook.behave(says({ allowed: false, denied: true, reason: 'guarded' }));
		const before = webhook.asked.length;
		expect(await review('free')).toMatchObject({ allowed: true, reason: expect.stringContaining('alice') });
		expect(webhook.asked).toHaveLength(before);
		expect(await review('guarded')).toEqual({ allowed: false, denied: true, reason: 'guarded' });
		webhook.behave(says({ allowed: false }));
		expect((await review('guarded')).allowed).toBe(true);
		const nobody = await review('guarded', 'bob');
		expect(nobody).toEqual({ allowed: false, reason: expect.stringContaining('no role has the rule {"verbs":["list"]') });
		webhook.behave(answering(403, () => 'no'));
		expect(await review('guarded')).toMatchObject({ allowed: false, denied: true });
		const own = await call(
			server.url,
			{ ca: server.credentials.ca },
			'POST',
			`/apis/${apiVersion}/selfsubjectrulesreviews`,
			{ spec: { namespace: 'free' } },
			{ authorization: 'Bearer alices' },
		);
		expect(own.status).toBe(201);
		// The decisions of a webhook cannot be enumerated.
		expect((own.json() as Loose).status).toMatchObject({
			incomplete: true,
			resourceRules: expect.arrayContaining([expect.objectContaining({ resources: expect.arrayContaining(['configmaps']) })]),
		});
	});

	it.each<[string, () => string, readonly string[], string]>([
		['a condition that is none', () => content([guard('request.nobody')]), [], 'authorizers[0].webhook.matchConditions[0].expression: unknown field nobody'],
		['everybody for everything', () => content([{ type: 'AlwaysAllow', name: 'a' }]), [], 'authorizers[0]: AlwaysAllow would allow everyone everything'],
		['policies without a file', () => content([{ type: 'ABAC', name: 'a' }]), [], 'authorizers[0]: ABAC needs --authorization-policy-file'],
		[
			'modes twice',
			() => content([{ type: 'RBAC', name: 'a' }]),
			['--authorization-mode', 'RBAC'],
			'cannot be combined with --authorization-mode: use one of them',
		],
		[
			'a webhook twice',
			() => content([{ type: 'RBAC', name: 'a' }]),
			['--authorization-webhook-version', 'v1'],
			'cannot be combined with --authorization-webhook-version: use one of them',
		],
	])('end a start: %s', async (_, text, flags, sentence) => {
		const wrong = join(scratch.path, 'wrong.yaml');
		writeFileSync(wrong, text());
		await expect(startServer(inject('built').kubernetes, { flags: [...latest, '--authorization-config', wrong, ...flags] })).rejects.toThrow(sentence);
	});

	it.each([
		['1.28', '--authorization-config exists from 1.29 on; the emulated release is 1.28'],
		['1.29', '--authorization-config: set --feature-gates=StructuredAuthorizationConfiguration=true to use authorization-config file'],
		['1.31', `${config}:1: apiVersion: apiserver.config.k8s.io/v1 exists from 1.32 on; the emulated release is 1.31`],
	])('end a start in a release without it: %s', async (release, sentence) => {
		const flags = ['--emulated-version', release, '--authorization-config', config];
		await expect(startServer(inject('built').kubernetes, { flags })).rejects.toThrow(sentence);
	});

	it('are replaced when the file changes, unless it is wrong', async () => {
		const reloads = async (status: string): Promise<number> => {
			const lines = metricLines((await server.call('GET', '/metrics')).text);
			const found = lines.find(({ name, labels }) => name === 'apiserver_authorization_config_controller_automatic_reloads_total' && labels.status === status);
			return found?.value ?? 0;
		};
		webhook.behave(says({ allowed: false, denied: true, reason: 'guarded' }));
		expect((await lists('guarded')).code).toBe(403);
		writeFileSync(config, content([{ type: 'RBAC', name: 'roles' }]));
		await expect.poll(() => reloads('success')).toBe(1);
		expect((await lists('guarded')).code).toBe(200);
		writeFileSync(config, content([{ type: 'ABAC', name: 'policies' }]));
		await expect.poll(() => reloads('failure')).toBe(1);
		expect((await lists('guarded')).code).toBe(200);
		expect(server.log()).toContain('authorizers[0].type: authorizer type ABAC is not allowed if it was not enabled at initial server startup');
	});
});
