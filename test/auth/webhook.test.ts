/** The authorization webhook over TLS: requests, trust in responses, caching, and webhooks that hang, lie or break. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { Attributes, Authorizer, Decision } from '../../runtime/api/authorization.ts';
import type { User } from '../../runtime/api/request.ts';
import { webhookAuthorizer } from '../../runtime/auth/authz/webhook/authorizer.ts';
import { Decisions } from '../../runtime/auth/authz/webhook/decisions.ts';
import { type ReviewVersion, specOf } from '../../runtime/auth/authz/webhook/review.ts';
import { issueAuthority } from '../../runtime/auth/pki/issue.ts';
import { type RemoteTimes, remoteClient } from '../../runtime/remote/remote-client.ts';
import { readRemoteService } from '../../runtime/remote/service-file.ts';
import { makeScratch } from '../setup/scratch.ts';
import { answering, startWebhook, type WebhookServer } from '../setup/webhook.ts';

const alice: User = { name: 'alice', uid: '7', groups: ['dev'], extra: { team: ['a', 'b'] } };
const list: Attributes = {
	user: alice,
	info: { isResource: true, verb: 'list', group: 'apps', version: 'v1', resource: 'deployments', subresource: '', namespace: 'ns', name: '' },
	path: '',
};
const path: Attributes = { user: { ...alice, uid: '', extra: {} }, info: { isResource: false, verb: 'get' }, path: '/metrics' };
const apiVersion = 'authorization.orch.io/v1beta1';
const review = (status: unknown, version = apiVersion) => ({ apiVersion: version, kind: 'SubjectAccessReview', status });
const scratch = makeScratch();
const stop = new AbortController();

let webhook: WebhookServer;
beforeAll(async () => {
	webhook = await startWebhook({ token: 'it-is-me' });
});
afterAll(async () => {
	stop.abort();
	await webhook.close();
	scratch.remove();
});

const failures: string[] = [];
let nowMs = 0;
afterEach(() => {
	failures.length = 0;
});

const quick: RemoteTimes = { tryMs: 5_000, firstPauseMs: 1 };
async function started(version: ReviewVersion = 'v1beta1', times = quick): Promise<Authorizer> {
	const service = await readRemoteService(webhook.config, 'the file');
	return webhookAuthorizer({
		client: await remoteClient(service, stop.signal, times),
		vocabulary,
		version,
		authorizedMs: 1_000,
		unauthorizedMs: 100,
		failed: (sentence) => failures.push(sentence),
		decisions: new Decisions(() => nowMs),
	});
}

describe('a webhook is asked', () => {
	it('as configured, with all known attributes', async () => {
		webhook.behave(answering(200, () => review({ allowed: true, reason: 'so be it' })));
		expect(await (await started()).authorize(list)).toEqual({ verdict: 'allow', reason: 'so be it' });
		expect(webhook.asked).toEqual([
			{
				client: 'the-server',
				authorization: 'Bearer it-is-me',
				path: '/decide?by=rules',
				review: {
					apiVersion,
					kind: 'SubjectAccessReview',
					metadata: {},
					spec: {
						resourceAttributes: { namespace: 'ns', verb: 'list', group: 'apps', version: 'v1', resource: 'deployments' },
						user: 'alice',
						uid: '7',
						group: ['dev'],
						extra: { team: ['a', 'b'] },
					},
					status: { allowed: false },
				},
			},
		]);
	});

	it('in v1 with the fields of v1', async () => {
		webhook.behave(answering(200, () => review({ allowed: false }, 'authorization.orch.io/v1')));
		expect(await (await started('v1')).authorize(path)).toEqual({ verdict: 'no opinion', reason: '' });
		expect(webhook.asked[0]?.review).toMatchObject({
			apiVersion: 'authorization.orch.io/v1',
			spec: { nonResourceAttributes: { path: '/metrics', verb: 'get' }, user: 'alice', groups: ['dev'] },
		});
	});

	it('with selectors, where the request has them', () => {
		const selectors = () => ({
			fields: [{ key: 'spec.nodeName', operator: 'In' as const, values: ['a'] }],
			labels: [{ key: 'x', operator: 'Exists' as const, values: [] }],
		});
		expect(JSON.parse(specOf({ ...list, selectors }, 'v1')).resourceAttributes).toMatchObject({
			fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['a'] }] },
			labelSelector: { requirements: [{ key: 'x', operator: 'Exists' }] },
		});
	});

	it.each<[string, unknown, Decision]>([
		['allows', { allowed: true }, { verdict: 'allow', reason: '' }],
		['has no opinion', { allowed: false, reason: 'not mine' }, { verdict: 'no opinion', reason: 'not mine' }],
		['denies', { allowed: false, denied: true, reason: 'never' }, { verdict: 'deny', reason: 'never' }],
		[
			'denies what it allows, too',
			{ allowed: true, denied: true },
			{ verdict: 'deny', reason: 'webhook subject access review returned both allow and deny response' },
		],
	])('and its answer is used: %s', async (_, status, decision) => {
		webhook.behave(answering(200, () => review(status)));
		expect(await (await started()).authorize(list)).toEqual(decision);
	});

	it('once for each question while the answer is cached', async () => {
		nowMs = 0;
		webhook.behave(answering(201, () => review({ allowed: true })));
		const authorizer = await started();
		const [one, other] = [authorizer.authorize(list), authorizer.authorize({ ...list })];
		expect(one).toBeInstanceOf(Promise);
		expect(await one).toBe(await other);
		expect(authorizer.authorize(list)).toBe(await one);
		expect(webhook.asked).toHaveLength(1);
		nowMs = 1_000;
		expect(authorizer.authorize(list)).toBeInstanceOf(Promise);
	});

	it('again after a shorter time if it did not allow, and distinguishes large questions', async () => {
		nowMs = 0;
		webhook.behave(answering(200, () => review({ allowed: false })));
		const authorizer = await started();
		await authorizer.authorize(list);
		expect(authorizer.authorize(list)).not.toBeInstanceOf(Promise);
		nowMs = 100;
		const again = authorizer.authorize(list);
		expect(again).toBeInstanceOf(Promise);
		await again;
		const large = { ...path, path: `/${'x'.repeat(10_000)}` };
		await authorizer.authorize(large);
		expect(authorizer.authorize(large)).not.toBeInstanceOf(Promise);
		const other = authorizer.authorize({ ...path, path: `/${'x'.repeat(9_999)}y` });
		expect(other).toBeInstanceOf(Promise);
		await other;
	});

	it('has no list of rules', async () => {
		expect(await (await started()).rulesFor?.(alice, 'ns')).toEqual({
			rules: [],
			incomplete: true,
			failure: 'webhook authorizer does not support user rule resolution',
		});
	});
});

describe('a webhook that', () => {
	it.each<[string, number, unknown, string]>([
		['answers with another kind', 200, { ...review({ allowed: true }), kind: 'TokenReview' }, 'response is "TokenReview" of'],
		[
			'answers with another version',
			200,
			review({ allowed: true }, 'authorization.orch.io/v1'),
			'expected SubjectAccessReview of "authorization.orch.io/v1beta1"',
		],
		['says nothing', 200, review(undefined), 'status of the response is not an object'],
		['says yes in its own words', 200, review({ allowed: 'true' }), 'status of the response has a field of a wrong type'],
		['answers without JSON', 200, '<html>', 'response is not JSON'],
		['answers a list', 200, [], 'answer of the response is not an object'],
		['answers without end', 200, `"${'x'.repeat(1024 * 1024)}"`, 'response larger than 1048576 bytes'],
		['refuses', 403, review({ allowed: true }), 'answers with status 403'],
		['sends elsewhere', 302, review({ allowed: true }), 'answers with status 302'],
	])('%s is not believed, nor asked again for it', async (_, status, answer, sentence) => {
		webhook.behave(answering(status, () => answer));
		await expect((await started()).authorize(list)).rejects.toThrow(sentence);
		expect(webhook.asked).toHaveLength(1);
		expect(failures).toEqual([expect.stringContaining('the authorization webhook failed and has no opinion: ')]);
	});

	it.each<[string, number, Readonly<Record<string, string>>]>([
		['fails', 500, {}],
		['waits for another', 504, {}],
		['is asked too much', 429, {}],
		['says when', 503, { 'retry-after': '1' }],
	])('%s is asked five times', async (_, status, headers) => {
		webhook.behave(answering(status, () => ({}), headers));
		await expect((await started()).authorize(list)).rejects.toThrow(`answers with status ${status}`);
		expect(webhook.asked).toHaveLength(5);
	});

	it('breaks its connection is asked again', async () => {
		let times = 0;
		webhook.behave((_, request, response) => {
			if (++times < 3) request.socket.destroy();
			else answering(200, () => review({ allowed: true }))(_, request, response);
		});
		expect(await (await started()).authorize(list)).toEqual({ verdict: 'allow', reason: '' });
	});

	it('hangs is left, and asked by the next request', async () => {
		webhook.behave(() => undefined);
		const authorizer = await started('v1beta1', { ...quick, tryMs: 50 });
		await expect(authorizer.authorize(list)).rejects.toThrow('does not answer in time');
		webhook.behave(answering(200, () => review({ allowed: true })));
		expect(await authorizer.authorize(list)).toEqual({ verdict: 'allow', reason: '' });
	});

	it('is not trusted without a certificate authority', async () => {
		const file = join(scratch.path, 'strange.yaml');
		const config = JSON.parse(readFileSync(webhook.config, 'utf8')) as { clusters: { cluster: Record<string, unknown> }[] };
		delete config.clusters[0]?.cluster['certificate-authority'];
		writeFileSync(file, JSON.stringify(config));
		const client = await remoteClient(await readRemoteService(file, 'the file'), stop.signal, quick);
		await expect(client.ask('{}')).rejects.toThrow('cannot be asked: ');
	});
});

describe('decisions that are kept', () => {
	it('are so many at most, those that were used last', () => {
		const decisions = new Decisions(() => 0);
		const decision: Decision = { verdict: 'allow', reason: '' };
		for (let i = 0; i < 8_192; i++) decisions.set(String(i), decision, 1);
		expect(decisions.get('0')).toBe(decision);
		decisions.set('one more', decision, 1);
		expect([decisions.get('0'), decisions.get('1'), decisions.get('2')]).toEqual([decision, undefined, decision]);
	});

	it('are not kept for a duration of zero', () => {
		const decisions = new Decisions(() => 0);
		decisions.set('a', { verdict: 'allow', reason: '' }, 0);
		expect(decisions.get('a')).toBeUndefined();
	});
});

const pair = await issueAuthority('anybody');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('the file of a service', () => {
	const cluster = { server: 'https://there' };
	const whole = (cluster: object, user: object, more: object = {}): object => ({
		clusters: [{ name: 'c', cluster }],
		users: [{ name: 'u', user }],
		contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
		'current-context': 'x',
		...more,
	});

	it.each<[string, unknown, string]>([
		['is no object', [], 'the file is no object'],
		['has no context', whole(cluster, {}, { 'current-context': '' }), 'current-context is missing'],
		['has another one', whole(cluster, {}, { 'current-context': 'y' }), 'there is no context "y"'],
		['has no such cluster', whole(cluster, {}, { clusters: [] }), 'there is no cluster "c"'],
		['has no such user', whole(cluster, {}, { users: [{ name: 'v' }] }), 'there is no user "u"'],
		['is no list where one is wanted', whole(cluster, {}, { users: {} }), 'users: expected a list'],
		['asks without TLS', whole({ server: 'http://there' }, {}), 'server "http://there" is not an https URL'],
		['names no server', whole({}, {}), 'server "" is not an https URL'],
		['asks by a proxy', whole({ ...cluster, 'proxy-url': 'http://p' }, {}), 'proxy-url of a cluster is not supported'],
		['runs a program', whole(cluster, { exec: {} }), 'exec of a user is not supported'],
		['has half a pair', whole(cluster, { 'client-certificate-data': base64(pair.cert) }), 'client-certificate and client-key must be set together'],
		['has no certificate where one belongs', whole(cluster, { 'client-certificate-data': 'eA==' }), 'client-certificate-data contains no PEM certificate'],
		[
			'has no key where one belongs',
			whole(cluster, { 'client-certificate-data': base64(pair.cert), 'client-key-data': base64(pair.cert) }),
			'client-key-data contains no PEM private key',
		],
		[
			'names a file of something else',
			whole({ ...cluster, 'certificate-authority': 'service.yaml' }, {}),
			'certificate-authority service.yaml contains no PEM certificate',
		],
		['names a file that is not there', whole({ ...cluster, 'certificate-authority': 'none.pem' }, {}), 'ENOENT'],
		['has a number for a token', whole(cluster, { token: 7 }), 'token: expected a string'],
	])('is refused when it %s', async (_, content, sentence) => {
		const file = join(scratch.path, 'service.yaml');
		writeFileSync(file, JSON.stringify(content));
		const reading = readRemoteService(file, '--flag service.yaml');
		await expect(reading).rejects.toThrow(sentence);
		await expect(reading).rejects.toThrow('--flag service.yaml: ');
	});

	it('names the credentials for the service', async () => {
		const authorization = async (user: object): Promise<string | undefined> => {
			const file = join(scratch.path, 'service.yaml');
			writeFileSync(file, JSON.stringify(whole(cluster, user)));
			return (await readRemoteService(file, '')).authorization();
		};
		writeFileSync(join(scratch.path, 'token'), 'from-a-file\n');
		expect(await authorization({})).toBeUndefined();
		expect(await authorization({ token: 't' })).toBe('Bearer t');
		expect(await authorization({ token: 't', tokenFile: 'token' })).toBe('Bearer from-a-file');
		expect(await authorization({ username: 'a', password: 'b' })).toBe(`Basic ${Buffer.from('a:b').toString('base64')}`);
	});
});
