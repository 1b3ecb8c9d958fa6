/** Tests PodSecurity on the built server (seed 3, "Built-in admission plugins"): answers, warnings, audit annotations and metrics. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Loose, patchTypes } from '../setup/loose.ts';
import { metricLines, metricValues } from '../setup/metrics.ts';
import { makeScratch, type Scratch } from '../setup/scratch.ts';
import { type Answer, type ServerProcess, startServer } from '../setup/server.ts';

const prefix = 'pod-security.kubernetes.io/';
const compliant = {
	allowPrivilegeEscalation: false,
	runAsNonRoot: true,
	capabilities: { drop: ['ALL'] },
	seccompProfile: { type: 'RuntimeDefault' },
};
const escalation = 'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false)';

function spec(more: object = {}, securityContext: object = compliant): object {
	return { containers: [{ name: 'c', image: 'i', securityContext }], ...more };
}

describe('PodSecurity', () => {
	let scratch: Scratch;
	let log: string;
	let server: ServerProcess;

	beforeAll(async () => {
		scratch = makeScratch();
		log = join(scratch.path, 'audit.log');
		const configuration = join(scratch.path, 'admission.yaml');
		writeFileSync(
			configuration,
			`apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
  - name: PodSecurity
    configuration:
      apiVersion: pod-security.admission.config.k8s.io/v1
      kind: PodSecurityConfiguration
      defaults: { audit: baseline }
      exemptions:
        namespaces: [exempt]
        usernames: [trusted]
        runtimeClasses: [sandboxed]
`,
		);
		const flags = ['--emulated-version', '1.36', '--admission-control-config-file', configuration, '--audit-log-path', log];
		server = await startServer(inject('built').kubernetes, { flags });
		for (const [name, labels] of Object.entries({ restricted: { enforce: 'restricted' }, versioned: { enforce: 'baseline', 'enforce-version': 'v1.20' } })) {
			await expectStatus(201, '/api/v1/namespaces', namespace(name, labels));
		}
		await expectStatus(201, '/api/v1/namespaces', namespace('exempt', {}));
	});
	afterAll(async () => {
		await server?.remove();
		scratch.remove();
	});

	async function expectStatus(status: number, path: string, body: object, headers?: Readonly<Record<string, string>>, method = 'POST'): Promise<Answer> {
		const answer = await server.call(method, path, body, headers);
		expect({ path, status: answer.status, text: answer.status === status ? '' : answer.text }).toEqual({ path, status, text: '' });
		return answer;
	}
	const pods = (where: string): string => `/api/v1/namespaces/${where}/pods`;
	const pod = (name: string, of: object = spec(), annotations?: object): object => ({ metadata: { name, ...(annotations && { annotations }) }, spec: of });
	const label = (name: string, labels: object, status = 200): Promise<Answer> =>
		expectStatus(status, `/api/v1/namespaces/${name}`, namespace(name, labels), patchTypes.merge, 'PATCH');
	const annotationsOf = ({ headers }: Answer): Loose => {
		const events = readFileSync(log, 'utf8')
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line) as Loose);
		const { annotations = {} } = events.find(({ auditID, stage }) => auditID === headers['audit-id'] && stage === 'ResponseComplete');
		return Object.fromEntries(Object.entries(annotations).flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])));
	};

	function namespace(name: string, labels: object): object {
		return { metadata: { name, labels: Object.fromEntries(Object.entries(labels).map(([key, value]) => [prefix + key, value])) } };
	}

	it('refuses a pod that violates the standard of its namespace', async () => {
		const answer = await expectStatus(403, pods('restricted'), pod('bad', spec({ hostNetwork: true }, { ...compliant, allowPrivilegeEscalation: true })));
		const why = `violates PodSecurity "restricted:latest": host namespaces (hostNetwork=true), ${escalation}`;
		expect(answer.json()).toMatchObject({
			message: `pods "bad" is forbidden: ${why}`,
			reason: 'Forbidden',
			details: { name: 'bad', kind: 'pods' },
		});
		expect(answer.headers.warning).toBeUndefined();
		expect(annotationsOf(answer)).toEqual({
			'enforce-policy': 'restricted:latest',
			'audit-violations': 'would violate PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
		});
	});

	it('accepts a compliant pod', async () => {
		const answer = await expectStatus(201, pods('restricted'), pod('good'));
		expect(annotationsOf(answer)).toEqual({ 'enforce-policy': 'restricted:latest' });
	});

	it('checks the version that the labels name', async () => {
		const probed = spec({ containers: [{ name: 'c', image: 'i', livenessProbe: { httpGet: { host: 'elsewhere', port: 80 } } }] });
		expect((await expectStatus(201, pods('versioned'), pod('probed', probed))).headers.warning).toBeUndefined();
		const answer = await expectStatus(403, pods('versioned'), pod('shared', spec({ hostPID: true })));
		expect((answer.json() as Loose).message).toBe('pods "shared" is forbidden: violates PodSecurity "baseline:v1.20": host namespaces (hostPID=true)');
	});

	it('names a pod by its generated name', async () => {
		const answer = await expectStatus(403, pods('restricted'), { metadata: { generateName: 'gen-' }, spec: spec({ hostPID: true }) });
		expect((answer.json() as Loose).message).toMatch(/^pods "gen-\w{5}" is forbidden: violates PodSecurity/);
	});

	it('warns about and audits templates of workloads, and accepts them', async () => {
		const template = { metadata: { labels: { app: 'x' } }, spec: spec({ hostPID: true }) };
		const selector = { matchLabels: { app: 'x' } };
		const workloads: readonly (readonly [path: string, body: object])[] = [
			['/apis/apps/v1/namespaces/restricted/deployments', { spec: { selector, template } }],
			['/apis/apps/v1/namespaces/restricted/replicasets', { spec: { selector, template } }],
			['/apis/apps/v1/namespaces/restricted/statefulsets', { spec: { selector, template, serviceName: 's' } }],
			['/apis/apps/v1/namespaces/restricted/daemonsets', { spec: { selector, template } }],
			['/apis/batch/v1/namespaces/restricted/jobs', { spec: { template: { spec: spec({ hostPID: true, restartPolicy: 'Never' }) } } }],
			[
				'/apis/batch/v1/namespaces/restricted/cronjobs',
				{ spec: { schedule: '* * * * *', jobTemplate: { spec: { template: { spec: spec({ hostPID: true, restartPolicy: 'Never' }) } } } } },
			],
			['/api/v1/namespaces/restricted/podtemplates', { template }],
			['/api/v1/namespaces/restricted/replicationcontrollers', { spec: { selector: { app: 'x' }, template } }],
		];
		for (const [path, body] of workloads) {
			const answer = await expectStatus(201, path, { metadata: { name: 'w' }, ...body });
			expect([path, answer.headers.warning]).toEqual([path, '299 - "would violate PodSecurity \\"restricted:latest\\": host namespaces (hostPID=true)"']);
			expect(annotationsOf(answer)).toEqual({ 'audit-violations': 'would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)' });
		}
	});

	it('accepts updates that change nothing it checks', async () => {
		await expectStatus(201, pods('default'), pod('old', spec({ hostPID: true })));
		await label('default', { enforce: 'baseline' });
		const path = `${pods('default')}/old`;
		expect(annotationsOf(await expectStatus(200, path, { metadata: { labels: { a: 'b' } } }, patchTypes.merge, 'PATCH'))).toEqual({});
		await expectStatus(200, `${path}/status`, { status: { phase: 'Running' } }, patchTypes.merge, 'PATCH');
		const image = { spec: { containers: [{ name: 'c', image: 'other' }] } };
		await expectStatus(403, path, image, patchTypes.strategic, 'PATCH');
		const debug = { spec: { ephemeralContainers: [{ name: 'debug', image: 'i', terminationMessagePolicy: 'File' }] } };
		await expectStatus(403, `${path}/ephemeralcontainers`, debug, patchTypes.strategic, 'PATCH');
		await label('default', { enforce: null });
		await expectStatus(200, path, image, patchTypes.strategic, 'PATCH');
	});

	it('warns about existing pods that a namespace begins to refuse', async () => {
		await expectStatus(201, '/api/v1/namespaces', namespace('later', {}));
		for (const name of ['a', 'b']) await expectStatus(201, pods('later'), pod(name, spec({ hostPID: true })));
		const answer = await label('later', { enforce: 'restricted', 'enforce-version': 'v1.30' });
		expect(answer.headers.warning).toBe(
			'299 - "existing pods in namespace \\"later\\" violate the new PodSecurity enforce level \\"restricted:v1.30\\"", ' +
				'299 - "a (and 1 other pod): host namespaces"',
		);
		expect((await label('later', { enforce: 'baseline', 'enforce-version': 'v1.30' })).headers.warning).toBeUndefined();
	});

	it('refuses labels that mean nothing', async () => {
		const answer = await expectStatus(422, '/api/v1/namespaces', namespace('odd', { enforce: 'strict', 'warn-version': '1' }));
		expect((answer.json() as Loose).message).toBe(
			`Namespace "odd" is invalid: [metadata.labels[${prefix}enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted, ` +
				`metadata.labels[${prefix}warn-version]: Invalid value: "1": must be "latest" or "v1.x"]`,
		);
		await label('versioned', { audit: 'strict' }, 422);
	});

	it('exempts namespaces, users and runtime classes', async () => {
		const host = pod('host', spec({ hostPID: true }));
		const labelled = await label('exempt', { enforce: 'restricted' });
		expect(labelled.headers.warning).toBe(
			'299 - "namespace \\"exempt\\" is exempt from Pod Security, and the policy (enforce=restricted:latest) will be ignored"',
		);
		expect(annotationsOf(await expectStatus(201, pods('exempt'), host))).toEqual({ exempt: 'namespace' });
		const trusted = { 'impersonate-user': 'trusted', 'impersonate-group': 'system:masters' };
		expect(annotationsOf(await expectStatus(201, pods('restricted'), host, trusted))).toEqual({ exempt: 'user' });
		await expectStatus(201, '/apis/node.k8s.io/v1/runtimeclasses', { metadata: { name: 'sandboxed' }, handler: 'h' });
		const sandboxed = pod('sandboxed', spec({ hostPID: true, runtimeClassName: 'sandboxed' }));
		expect(annotationsOf(await expectStatus(201, pods('restricted'), sandboxed))).toEqual({ exempt: 'runtimeClass' });
	});

	it('counts its evaluations', async () => {
		const { text } = await server.call('GET', '/metrics');
		const denied = { decision: 'deny', policy_level: 'restricted', policy_version: 'latest', mode: 'enforce', request_operation: 'create', resource: 'pod' };
		expect(metricValues(text, 'pod_security_evaluations_total', denied)).toEqual([2]);
		expect(metricValues(text, 'pod_security_evaluations_total', { ...denied, mode: 'warn', resource: 'controller' })).toEqual([8]);
		expect(metricValues(text, 'pod_security_exemptions_total', { request_operation: 'create', resource: 'pod' })).toEqual([3]);
		const names = ['decision', 'mode', 'policy_level', 'policy_version', 'request_operation', 'resource', 'subresource'];
		const lines = metricLines(text).filter(({ name }) => name === 'pod_security_evaluations_total');
		for (const { labels } of lines) expect(Object.keys(labels).sort()).toEqual(names);
	});
});
