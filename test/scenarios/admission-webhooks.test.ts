/** Admission webhooks at the front door (seed 3, "Webhook call"): what they are told, and what becomes of their answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Configurations, hook, patching, reviewing } from '../setup/admission.ts';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { answering, startWebhook, type WebhookServer } from '../setup/webhook.ts';

const scratch = makeScratch();
const audit = join(scratch.path, 'audit.log');
const configMaps = '/api/v1/namespaces/default/configmaps';

let webhook: WebhookServer;
let server: ServerProcess;
let configurations: Configurations;
const expects = expecting(() => server);

beforeAll(async () => {
	webhook = await startWebhook({}, { serves: 'anybody', names: ['127.0.0.1'] });
	server = await startServer(inject('built').kubernetes, { flags: ['--audit-log-path', audit] });
	configurations = new Configurations((...request) => server.call(...request), webhook);
	webhook.behave(reviewing(() => ({})));
});
afterEach(async () => {
	webhook.behave(reviewing(() => ({})));
	await configurations.clear();
});
afterAll(async () => {
	await server?.remove();
	await webhook?.close();
	scratch.remove();
});

const reviews = (): readonly Loose[] => webhook.asked.map(({ review }) => (review as Loose).request);

describe('a validating webhook', () => {
	it('is told of the request', async () => {
		await configurations.add('validating', [hook(webhook, 'told')]);
		await expects(201, 'POST', `${configMaps}?fieldManager=me`, { metadata: { name: 'a' }, data: { x: '1' } });
		const [{ path, review } = { path: '', review: {} as Loose }] = webhook.asked as readonly { path?: string; review: Loose }[];
		expect(path).toBe('/told?timeout=10s');
		expect(review).toMatchObject({ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' });
		expect(review.request).toMatchObject({
			uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
			kind: { group: '', version: 'v1', kind: 'ConfigMap' },
			resource: { group: '', version: 'v1', resource: 'configmaps' },
			requestKind: { group: '', version: 'v1', kind: 'ConfigMap' },
			requestResource: { group: '', version: 'v1', resource: 'configmaps' },
			name: 'a',
			namespace: 'default',
			operation: 'CREATE',
			userInfo: { username: expect.any(String), groups: expect.arrayContaining(['system:authenticated']) },
			object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a', uid: expect.any(String) }, data: { x: '1' } },
			oldObject: null,
			dryRun: false,
			options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'me' },
		});
		await expects(200, 'PATCH', `${configMaps}/a`, { data: { x: '2' } }, patchTypes.merge);
		await expects(200, 'DELETE', `${configMaps}/a`, { gracePeriodSeconds: 3 });
		expect(reviews().slice(1)).toMatchObject([
			{ operation: 'UPDATE', object: { data: { x: '2' } }, oldObject: { data: { x: '1' } }, options: { kind: 'UpdateOptions' } },
			{ operation: 'DELETE', object: null, oldObject: { data: { x: '2' } }, options: { kind: 'DeleteOptions', gracePeriodSeconds: 3 } },
		]);
	});

	it('refuses with its code and its words', async () => {
		await configurations.add('validating', [hook(webhook, 'refusing')]);
		webhook.behave(reviewing(() => ({ allowed: false, status: { code: 418, message: 'no tea', reason: 'Teapot' } })));
		const answer = await expects(418, 'POST', configMaps, { metadata: { name: 'b' } });
		expect(answer).toEqual({
			kind: 'Status',
			apiVersion: 'v1',
			metadata: {},
			status: 'Failure',
			message: 'admission webhook "refusing.example.com" denied the request: no tea',
			reason: 'Teapot',
			code: 418,
		});
		webhook.behave(reviewing(() => ({ allowed: false })));
		expect((await expects(400, 'POST', configMaps, { metadata: { name: 'b' } })).message).toBe(
			'admission webhook "refusing.example.com" denied the request without explanation',
		);
	});

	it('that fails refuses, or lets the request go on, as its policy says', async () => {
		await configurations.add('validating', [hook(webhook, 'failing')]);
		webhook.behave(answering(500, () => '"oh"'));
		const answer = await expects(500, 'POST', configMaps, { metadata: { name: 'c' } });
		expect(answer.message).toMatch(/^Internal error occurred: failed calling webhook "failing.example.com": failed to call webhook: an error on the server/);
		await configurations.clear();
		webhook.behave(reviewing(() => ({})));
		await configurations.add('validating', [hook(webhook, 'ignored', { failurePolicy: 'Ignore' })]);
		webhook.behave(answering(500, () => '"oh"'));
		await expects(201, 'POST', configMaps, { metadata: { name: 'c' } });
		const event = auditOf('c', 'create');
		expect(event.annotations).toMatchObject({ 'failed-open.validating.webhook.admission.k8s.io/round_0_index_0': 'ignored.example.com' });
	});
});

function auditOf(name: string, verb: string): Loose {
	const events = readFileSync(audit, 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Loose);
	return events.findLast(({ objectRef, verb: of, stage }) => objectRef?.name === name && of === verb && stage === 'ResponseComplete');
}

describe('a mutating webhook', () => {
	it('changes the object, which has its defaults then, and the audit tells of it', async () => {
		await configurations.add(
			'mutating',
			[
				hook(webhook, 'first'),
				hook(webhook, 'second', { rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }] }),
			],
			'changing',
		);
		webhook.behave((review, request, response) =>
			reviewing(() => (request.url?.startsWith('/first') ? { ...patching({ op: 'add', path: '/data', value: { by: 'first' } }) } : {}))(
				review,
				request,
				response,
			),
		);
		const made = await expects(201, 'POST', configMaps, { metadata: { name: 'd' } });
		expect(made.data).toEqual({ by: 'first' });
		expect(reviews().map(({ object }) => object.data)).toEqual([undefined, { by: 'first' }]);
		expect(auditOf('d', 'create').annotations).toMatchObject({
			'mutation.webhook.admission.k8s.io/round_0_index_0': '{"configuration":"changing","webhook":"first.example.com","mutated":true}',
			'mutation.webhook.admission.k8s.io/round_0_index_1': '{"configuration":"changing","webhook":"second.example.com","mutated":false}',
		});
	});
});
