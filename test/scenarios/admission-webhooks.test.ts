/**
 * Tests admission webhooks against the built server (seed 3, "Webhook call"): the reviews that they receive and the effect of their
 * answers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
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
	webhook = await startWebhook({}, { serves: 'anybody', names: ['127.0.0.1', 'hook.default.svc'] });
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
	it('receives the request', async () => {
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

	it('that fails refuses or allows the request, depending on its failure policy', async () => {
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
	it('changes the object before defaulting, with an audit annotation', async () => {
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

describe('webhooks', () => {
	it('are not called for a trial when they have side effects, and the request fails', async () => {
		// Only v1beta1 accepts such a configuration, so a server that emulates a release with v1beta1 stores it.
		const older = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.21'] });
		try {
			const validating = hook(webhook, 'effects', { sideEffects: 'Some', admissionReviewVersions: ['v1beta1'] });
			const path = '/apis/admissionregistration.k8s.io/v1beta1/validatingwebhookconfigurations';
			expect((await older.call('POST', path, { metadata: { name: 'effects' }, webhooks: [validating] })).status).toBe(201);
			const create = (name: string, query = '') => older.call('POST', `${configMaps}${query}`, { metadata: { name } });
			for (let i = 0; webhook.asked.length === 0; i++) await create(`probe-${i}`);
			webhook.asked.length = 0;
			const refused = await create('trial', '?dryRun=All');
			expect([refused.status, refused.json()]).toMatchObject([
				400,
				{ reason: 'BadRequest', message: 'admission webhook "effects.example.com" does not support dry run' },
			]);
			expect(webhook.asked).toEqual([]);
		} finally {
			await older.remove();
		}
	});

	it('that are slow delay no other request, and their own only until the timeout', async () => {
		await configurations.add('validating', [hook(webhook, 'slow', { timeoutSeconds: 1 })]);
		const asked = new Promise<void>((resolve) => webhook.behave(() => resolve()));
		const waiting = server.call('POST', configMaps, { metadata: { name: 'waiting' } });
		await asked;
		await expects(201, 'POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 'beside' } });
		await expects(200, 'GET', configMaps);
		const answer = await waiting;
		expect([answer.status, (answer.json() as Loose).message]).toEqual([
			500,
			expect.stringMatching(/Post "https:.*\/slow\?timeout=1s": context deadline exceeded$/),
		]);
	});

	it('that are removed during a call are still obeyed', async () => {
		const path = await configurations.add('validating', [hook(webhook, 'leaving')]);
		const asked = new Promise<() => void>((resolve) =>
			webhook.behave((review, request, response) =>
				resolve(() => reviewing(() => ({ allowed: false, status: { message: 'still here' } }))(review, request, response)),
			),
		);
		const waiting = server.call('POST', configMaps, { metadata: { name: 'left' } });
		const answers = await asked;
		await expects(200, 'DELETE', path);
		webhook.behave(reviewing(() => ({})));
		for (let isAsked = true; isAsked; ) {
			webhook.asked.length = 0;
			await server.call('POST', `${configMaps}?dryRun=All`, { metadata: { name: 'probe' } });
			isAsked = webhook.asked.some(({ path }) => path?.startsWith('/leaving'));
		}
		answers();
		expect(((await waiting).json() as Loose).message).toBe('admission webhook "leaving.example.com" denied the request: still here');
	});

	it('see changes of earlier webhooks, and are called again on request', async () => {
		const again = { reinvocationPolicy: 'IfNeeded' };
		await configurations.add('mutating', [hook(webhook, 'a', again), hook(webhook, 'b'), hook(webhook, 'c')], 'again');
		webhook.behave((review, request, response) =>
			reviewing(() => (request.url?.startsWith('/b') ? patching({ op: 'add', path: '/data', value: { by: 'b' } }) : {}))(review, request, response),
		);
		await expects(201, 'POST', configMaps, { metadata: { name: 'again' } });
		expect(webhook.asked.map(({ path, review }) => [path?.slice(1, 2), (review as Loose).request.object.data])).toEqual([
			['a', undefined],
			['b', undefined],
			['c', { by: 'b' }],
			['a', { by: 'b' }],
		]);
		expect(Object.keys(auditOf('again', 'create').annotations)).toEqual(expect.arrayContaining(['mutation.webhook.admission.k8s.io/round_1_index_0']));
	});

	it('receive large objects and may change them', async () => {
		await configurations.add('mutating', [hook(webhook, 'large')]);
		await configurations.add('validating', [hook(webhook, 'looking')]);
		webhook.behave((review, request, response) =>
			reviewing(() => (request.url?.startsWith('/large') ? patching({ op: 'add', path: '/data/small', value: 'by the webhook' }) : {}))(
				review,
				request,
				response,
			),
		);
		const large = 'x'.repeat(400 * 1024);
		const made = await expects(201, 'POST', configMaps, { metadata: { name: 'large' }, data: { large } });
		expect(made.data).toEqual({ large, small: 'by the webhook' });
		expect(reviews().map(({ object }) => [object.data.large.length, object.data.small])).toEqual([
			[large.length, undefined],
			[large.length, 'by the webhook'],
		]);
		webhook.behave(reviewing(() => ({ allowed: false, status: { code: 409, message: 'too large' } })));
		expect((await expects(409, 'PUT', `${configMaps}/large`, { metadata: { name: 'large' }, data: { large } })).message).toContain(
			'denied the request: too large',
		);
	});

	it('are counted', async () => {
		await configurations.add('validating', [hook(webhook, 'counted')]);
		webhook.behave(reviewing(() => ({ allowed: false, status: { code: 700 } })));
		await server.call('POST', configMaps, { metadata: { name: 'counted' } });
		const { text } = await server.call('GET', '/metrics');
		const lines = text
			.split('\n')
			.filter((line) => /^apiserver_admission_webhook.*(counted|ignored)\.example.*/.test(line) && !line.includes('_bucket') && !line.includes('_sum'));
		const of = 'name="counted.example.com",operation="CREATE"';
		expect(lines).toEqual(
			expect.arrayContaining([
				'apiserver_admission_webhook_fail_open_count{name="ignored.example.com",type="validating"} 1',
				`apiserver_admission_webhook_rejection_count{error_type="no_error",${of},rejection_code="600",type="validating"} 1`,
				`apiserver_admission_webhook_request_total{code="600",${of},rejected="true",type="validating"} 1`,
				`apiserver_admission_webhook_admission_duration_seconds_count{${of},rejected="true",type="validating"} 1`,
			]),
		);
	});

	it('are reached as services of the cluster, under their names there', async () => {
		const { port } = new URL(webhook.origin);
		const spec = { type: 'ExternalName', externalName: 'localhost' };
		await expects(201, 'POST', '/api/v1/namespaces/default/services', { metadata: { name: 'hook' }, spec });
		const { clientConfig, ...others } = hook(webhook, 'service') as Loose;
		const service = { namespace: 'default', name: 'hook', port: Number(port), path: '/through/a/service' };
		await configurations.add('validating', [{ ...others, clientConfig: { service, caBundle: clientConfig.caBundle } }]);
		await expects(201, 'POST', configMaps, { metadata: { name: 'by-service' } });
		expect(webhook.asked.map(({ path }) => path)).toEqual(['/through/a/service?timeout=10s']);
	});

	it('are called at a path without repeated slashes', async () => {
		const { clientConfig, ...others } = hook(webhook, 'slashes') as Loose;
		await configurations.add('validating', [{ ...others, clientConfig: { ...clientConfig, url: `${webhook.origin}//two//slashes/` } }]);
		await expects(201, 'POST', configMaps, { metadata: { name: 'by-slashes' } });
		expect(webhook.asked.map(({ path }) => path)).toEqual(['/two/slashes?timeout=10s']);
	});

	it('are trusted by their own certificate, as in Go', async () => {
		const { clientConfig, ...others } = hook(webhook, 'leaf') as Loose;
		const caBundle = Buffer.from(webhook.certificate).toString('base64');
		await configurations.add('validating', [{ ...others, clientConfig: { ...clientConfig, caBundle } }]);
		await expects(201, 'POST', configMaps, { metadata: { name: 'by-leaf' } });
		expect(webhook.asked.map(({ path }) => path)).toEqual(['/leaf?timeout=10s']);
	});
});

describe('credentials of the server for webhooks', () => {
	it('are read from a file', async () => {
		const strict = await startWebhook({}, { names: ['127.0.0.1'] });
		const file = join(scratch.path, 'admission.yaml');
		const group = 'apiserver.config.k8s.io/v1';
		const users = join(scratch.path, 'users.yaml');
		const { users: ofFile } = JSON.parse(readFileSync(strict.config, 'utf8')) as { readonly users: readonly [{ readonly user: object }] };
		writeFileSync(users, JSON.stringify({ apiVersion: 'v1', kind: 'Config', users: [{ name: new URL(strict.origin).host, user: ofFile[0].user }] }));
		const configuration = { apiVersion: group, kind: 'WebhookAdmissionConfiguration', kubeConfigFile: users };
		writeFileSync(
			file,
			JSON.stringify({ apiVersion: group, kind: 'AdmissionConfiguration', plugins: [{ name: 'ValidatingAdmissionWebhook', configuration }] }),
		);
		const own = await startServer(inject('built').kubernetes, { flags: ['--admission-control-config-file', file] });
		try {
			strict.behave(reviewing(() => ({})));
			await new Configurations((...request) => own.call(...request), strict).add('validating', [hook(strict, 'strict')]);
			expect((await own.call('POST', configMaps, { metadata: { name: 'known' } })).status).toBe(201);
			expect(strict.asked.map(({ client }) => client)).toEqual(['the-server']);
		} finally {
			await own.remove();
			await strict.close();
		}
	});

	it('are checked at start', async () => {
		const file = join(scratch.path, 'wrong.yaml');
		writeFileSync(file, '{}');
		await expect(startServer(inject('built').kubernetes, { flags: ['--admission-control-config-file', file] })).rejects.toThrow(
			/--admission-control-config-file .*wrong.yaml:1: apiVersion: expected apiserver.config.k8s.io\/v1 or .*/,
		);
	});
});
