/** Tests the admission plugins that complete pods and nodes: accounts, priorities, runtime classes, tolerations, taints and zones. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { podsIn } from './pods.ts';

const { pods } = podsIn('default');
const v1 = '/api/v1/namespaces/default';
const image = (name: string, more: object = {}): object => ({ name, image: 'i', ...more });
const pod = (name: string, spec: object = {}, metadata: object = {}): object => ({
	metadata: { name, ...metadata },
	spec: { containers: [image('c')], ...spec },
});

/** Makes requests to one server, and names what a pod gets or why it is refused. */
function asked(server: () => ServerProcess) {
	const expectStatus = expecting(server);
	const made = async (name: string, spec?: object, metadata?: object): Promise<Loose> =>
		(await expectStatus(201, 'POST', pods, pod(name, spec, metadata))).spec;
	const refusal = async (name: string, spec?: object, metadata?: object): Promise<string> => {
		const { message, reason, details } = await expectStatus(403, 'POST', pods, pod(name, spec, metadata));
		expect([reason, details]).toEqual(['Forbidden', { name, kind: 'pods' }]);
		return message.slice(`pods "${name}" is forbidden: `.length);
	};
	return { expectStatus, made, refusal };
}

let server: ServerProcess;
let later: ServerProcess;
const { expectStatus, made, refusal } = asked(() => server);
const inLater = asked(() => later);

const scheduling = '/apis/scheduling.k8s.io/v1/priorityclasses';
const runtimes = '/apis/node.k8s.io/v1/runtimeclasses';

async function makeClasses(expectIn: typeof expectStatus): Promise<void> {
	const account = { secrets: [{ name: 'listed' }], imagePullSecrets: [{ name: 'pull' }] };
	const restricts = { annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } };
	await expectIn(201, 'POST', `${v1}/serviceaccounts`, { metadata: { name: 'robot' }, imagePullSecrets: [{ name: 'pull' }] });
	await expectIn(201, 'POST', `${v1}/serviceaccounts`, { metadata: { name: 'plain' }, automountServiceAccountToken: false });
	await expectIn(201, 'POST', `${v1}/serviceaccounts`, { metadata: { name: 'strict', ...restricts }, ...account });
	await expectIn(201, 'POST', runtimes, {
		metadata: { name: 'heavy' },
		handler: 'h',
		overhead: { podFixed: { cpu: '1000m' } },
		scheduling: { nodeSelector: { disk: 'fast' }, tolerations: [{ key: 'k', operator: 'Exists' }] },
	});
	await expectIn(201, 'POST', runtimes, { metadata: { name: 'light' }, handler: 'h' });
}

beforeAll(async () => {
	const built = inject('built').kubernetes;
	[server, later] = await Promise.all([
		startServer(built),
		startServer(built, { flags: ['--emulated-version', '1.36', '--default-not-ready-toleration-seconds', '0', '--allow-privileged'] }),
	]);
	await Promise.all([makeClasses(expectStatus), makeClasses(inLater.expectStatus)]);
});
afterAll(() => Promise.all([server.remove(), later.remove()]));

describe('the account of a pod', () => {
	const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';

	it('is the default one, whose token, certificate authority and namespace are mounted in every container', async () => {
		const own = image('own', { volumeMounts: [{ name: 'mine', mountPath }] });
		const spec = await made('bare', { initContainers: [image('first')], containers: [image('c'), own], volumes: [{ name: 'mine', emptyDir: {} }] });
		const [, volume] = spec.volumes;
		expect(volume).toEqual({
			name: expect.stringMatching(/^kube-api-access-[bcdfghjklmnpqrstvwxz2456789]{5}$/),
			projected: {
				defaultMode: 0o644,
				sources: [
					{ serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
					{ configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
					{ downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] } },
				],
			},
		});
		const mount = { name: volume.name, readOnly: true, mountPath };
		expect([...spec.initContainers, ...spec.containers].map((each: Loose) => each.volumeMounts)).toEqual([[mount], [mount], [{ name: 'mine', mountPath }]]);
		expect([spec.serviceAccountName, spec.serviceAccount]).toEqual(['default', 'default']);
		expect((await expectStatus(200, 'GET', `${v1}/configmaps/kube-root-ca.crt`)).data['ca.crt']).toContain('BEGIN CERTIFICATE');
	});

	it.each([
		['the account opts out', { serviceAccountName: 'plain' }, false],
		['the pod opts in despite its account', { serviceAccountName: 'plain', automountServiceAccountToken: true }, true],
		['the pod opts out', { automountServiceAccountToken: false }, false],
		[
			'every container has its own mount',
			{ containers: [image('c', { volumeMounts: [{ name: 'v', mountPath }] })], volumes: [{ name: 'v', emptyDir: {} }] },
			false,
		],
	])('adds a volume or not: %s', async (name, spec, isAdded) => {
		const { volumes = [] } = await made(name.replaceAll(' ', '-'), spec);
		expect(volumes.some((volume: Loose) => volume.name.startsWith('kube-api-access-'))).toBe(isAdded);
	});

	it('mounts the volume that the pod brings along', async () => {
		const volumes = [{ name: 'kube-api-access-mine1', emptyDir: {} }];
		const spec = await made('brought', { volumes });
		expect([spec.volumes, spec.containers[0].volumeMounts[0].name]).toEqual([volumes, 'kube-api-access-mine1']);
	});

	it('provides pull secrets to a pod without any', async () => {
		expect((await made('pulls', { serviceAccountName: 'robot' })).imagePullSecrets).toEqual([{ name: 'pull' }]);
		expect((await made('pulls-itself', { serviceAccountName: 'robot', imagePullSecrets: [{ name: 'own' }] })).imagePullSecrets).toEqual([{ name: 'own' }]);
		expect((await made('pulls-nothing')).imagePullSecrets).toBeUndefined();
	});

	it('leaves a pod without spec or containers to validation', async () => {
		for (const body of [{}, { spec: {} }, { spec: {}, metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } } }])
			await expectStatus(422, 'POST', pods, { ...body, metadata: { name: 'bare', ...('metadata' in body ? body.metadata : {}) } });
	});

	it('has to exist', async () => {
		expect(await refusal('lost', { serviceAccountName: 'nope' })).toBe('error looking up service account default/nope: serviceaccount "nope" not found');
		const unnamed = await expectStatus(403, 'POST', pods, { ...pod('', { serviceAccountName: 'nope' }, { generateName: 'some-' }) });
		expect(unnamed.message).toMatch(/^pods "some-" is forbidden: /);
	});

	it('is there for the first pod of a new namespace', async () => {
		for (const name of ['n1', 'n2', 'n3']) {
			await expectStatus(201, 'POST', '/api/v1/namespaces', { metadata: { name } });
			expect((await expectStatus(201, 'POST', `/api/v1/namespaces/${name}/pods`, pod('first'))).spec.serviceAccountName).toBe('default');
		}
	});

	const ofSecret = { valueFrom: { secretKeyRef: { name: 'other', key: 'k' } } };
	const unlisted = 'is not allowed because service account strict does not reference that';
	it.each([
		['volume', { volumes: [{ name: 'v', secret: { secretName: 'other' } }] }, 'volume with secret.secretName="other"', 'secret'],
		['env', { containers: [image('c', { env: [{ name: 'E', ...ofSecret }] })] }, 'container c with envVar E referencing secret.secretName="other"', 'secret'],
		[
			'init',
			{ initContainers: [image('f', { env: [{ name: 'E', ...ofSecret }] })] },
			'init container f with envVar E referencing secret.secretName="other"',
			'secret',
		],
		['pull', { imagePullSecrets: [{ name: 'pull' }, { name: 'other' }] }, 'imagePullSecrets[1].name="other"', 'imagePullSecret'],
	])('limits the secrets of its pods: %s', async (name, spec, what, kind) => {
		expect(await refusal(`limited-${name}`, { serviceAccountName: 'strict', ...spec })).toBe(`${what} ${unlisted} ${kind}`);
		await made(`free-${name}`, { serviceAccountName: 'robot', ...spec });
	});

	it('allows its listed secrets, and from 1.30 on limits envFrom sources', async () => {
		const takes = (name: string): object => ({ serviceAccountName: 'strict', containers: [image('c', { envFrom: [{ secretRef: { name } }] })] });
		await made('listed', { ...takes('listed'), volumes: [{ name: 'v', secret: { secretName: 'listed' } }] });
		await made('whole', takes('other'));
		await inLater.made('listed', takes('listed'));
		expect(await inLater.refusal('whole', takes('other'))).toBe(`container c with envFrom referencing secret.secretName="other" ${unlisted} secret`);
	});

	it('limits the secrets of debugging containers', async () => {
		await made('debugged', { serviceAccountName: 'strict' });
		const ephemeralContainers = [image('d', { env: [{ name: 'E', ...ofSecret }] })];
		const { message } = await expectStatus(403, 'PATCH', `${pods}/debugged/ephemeralcontainers`, { spec: { ephemeralContainers } }, patchTypes.strategic);
		expect(message).toBe(`pods "debugged" is forbidden: ephemeral container d with envVar E referencing secret.secretName="other" ${unlisted} secret`);
	});

	it.each([
		['account', { serviceAccountName: 'robot' }, 'a mirror pod may not reference service accounts'],
		['secret', { volumes: [{ name: 'v', secret: { secretName: 's' } }] }, 'a mirror pod may not reference secrets'],
		[
			'token',
			{ volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }] },
			'a mirror pod may not use ServiceAccountToken volume projections',
		],
	])('is nothing for the copy of a pod that a node made: %s', async (name, spec, why) => {
		const mirror = { annotations: { 'kubernetes.io/config.mirror': 'x' } };
		expect(await refusal(`mirror-${name}`, { nodeName: 'n', ...spec }, mirror)).toBe(why);
		const allowed = await made(`copy-${name}`, { nodeName: 'n' }, mirror);
		expect([allowed.serviceAccountName, allowed.volumes]).toEqual([undefined, undefined]);
	});
});

describe('projected tokens', () => {
	const projecting = (expirationSeconds?: number): object => ({
		volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't', ...(expirationSeconds !== undefined && { expirationSeconds }) } }] } }],
	});

	it('last an hour by default, and at least ten minutes', async () => {
		const seconds = (spec: Loose): unknown => spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds;
		expect(seconds(await made('hour', projecting()))).toBe(3600);
		expect(seconds(await made('minutes', projecting(600)))).toBe(600);
		const { message } = await expectStatus(422, 'POST', pods, pod('short', projecting(599)));
		expect(message).toContain('may not specify a duration less than 10 minutes');
	});
});

describe('the priority of a pod', () => {
	it.each([
		['none', {}, [undefined, 0, 'PreemptLowerPriority']],
		['of the system', { priorityClassName: 'system-node-critical' }, ['system-node-critical', 2_000_001_000, 'PreemptLowerPriority']],
		['equal', { priorityClassName: 'system-cluster-critical', priority: 2_000_000_000 }, ['system-cluster-critical', 2_000_000_000, 'PreemptLowerPriority']],
	])('comes from its class: %s', async (name, spec, expected) => {
		const { priorityClassName, priority, preemptionPolicy } = await made(`priority-${name.replaceAll(' ', '-')}`, spec);
		expect([priorityClassName, priority, preemptionPolicy]).toEqual(expected);
	});

	it('is refused where it is not that of the class', async () => {
		expect(await refusal('p1', { priorityClassName: 'nope' })).toBe('no PriorityClass with name nope was found');
		const instead = (what: string): string =>
			`must not be provided in pod spec; priority admission controller computed ${what} from the given PriorityClass name`;
		expect(await refusal('p2', { priority: 5 })).toBe(`the integer value of priority (5) ${instead('0')}`);
		expect(await refusal('p3', { preemptionPolicy: 'Never' })).toBe(`the string value of PreemptionPolicy (Never) ${instead('PreemptLowerPriority')}`);
	});

	it('is that of the only default class', async () => {
		const low = { metadata: { name: 'low' }, value: 7, globalDefault: true, preemptionPolicy: 'Never' };
		await inLater.expectStatus(201, 'POST', scheduling, low);
		const second = await inLater.expectStatus(403, 'POST', scheduling, { metadata: { name: 'second' }, value: 9, globalDefault: true });
		expect(second.message).toBe(
			'priorityclasses.scheduling.k8s.io "second" is forbidden: PriorityClass low is already marked as default. Only one default can exist',
		);
		await inLater.expectStatus(201, 'POST', scheduling, { metadata: { name: 'third' }, value: 9 });
		await inLater.expectStatus(403, 'PATCH', `${scheduling}/third`, { globalDefault: true }, patchTypes.merge);
		await inLater.expectStatus(200, 'PATCH', `${scheduling}/low`, { metadata: { labels: { a: 'b' } } }, patchTypes.merge);
		const { priorityClassName, priority, preemptionPolicy } = await inLater.made('by-default');
		expect([priorityClassName, priority, preemptionPolicy]).toEqual(['low', 7, 'Never']);
	});

	it('stays when an update omits it', async () => {
		const { metadata, spec } = await expectStatus(201, 'POST', pods, pod('stays'));
		const { priority: _priority, preemptionPolicy: _policy, ...rest } = spec;
		const updated = await expectStatus(200, 'PUT', `${pods}/stays`, { metadata, spec: rest });
		expect([updated.spec.priority, updated.spec.preemptionPolicy]).toEqual([0, 'PreemptLowerPriority']);
	});
});

describe('the runtime class of a pod', () => {
	it('gives it overhead, a node selector and tolerations', async () => {
		const { overhead, nodeSelector, tolerations } = await made('heavy', {
			runtimeClassName: 'heavy',
			nodeSelector: { zone: 'a' },
			tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoSchedule' }],
		});
		expect([overhead, nodeSelector]).toEqual([{ cpu: '1' }, { zone: 'a', disk: 'fast' }]);
		expect(tolerations.filter(({ key }: Loose) => key === 'k')).toEqual([{ key: 'k', operator: 'Exists' }]);
	});

	it('is refused where they do not agree', async () => {
		expect(await refusal('r1', { runtimeClassName: 'nope' })).toBe('pod rejected: RuntimeClass "nope" not found');
		expect(await refusal('r2', { runtimeClassName: 'heavy', overhead: { cpu: '2' } })).toBe(
			"pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
		);
		const without = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';
		expect(await refusal('r3', { overhead: { cpu: '2' } })).toBe(without);
		expect(await refusal('r4', { runtimeClassName: 'light', overhead: { cpu: '2' } })).toBe(without);
		const conflict = 'conflict: runtimeClass.scheduling.nodeSelector[disk] = fast; pod.spec.nodeSelector[disk] = slow';
		expect(await refusal('r5', { runtimeClassName: 'heavy', nodeSelector: { disk: 'slow' } })).toBe(conflict);
	});

	it('may be repeated by the overhead of the pod, after release 1.25', async () => {
		const equal = { runtimeClassName: 'heavy', overhead: { cpu: '1' } };
		expect(await refusal('equal', equal)).toBe("pod rejected: Pod's Overhead must not be set, because its RuntimeClass defines it");
		expect((await inLater.made('equal', equal)).overhead).toEqual({ cpu: '1' });
	});
});

describe('tolerations and taints', () => {
	const wait = (what: string, tolerationSeconds: number): object => ({
		key: `node.kubernetes.io/${what}`,
		operator: 'Exists',
		effect: 'NoExecute',
		tolerationSeconds,
	});

	it('keep a pod for five minutes or the duration of the flags by default', async () => {
		expect((await made('patient')).tolerations).toEqual([wait('not-ready', 300), wait('unreachable', 300)]);
		expect((await inLater.made('patient')).tolerations).toEqual([wait('not-ready', 0), wait('unreachable', 300)]);
		const own = [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists' }];
		expect((await made('own', { tolerations: own })).tolerations).toEqual([...own, wait('unreachable', 300)]);
		expect((await made('any', { tolerations: [{ operator: 'Exists' }] })).tolerations).toEqual([{ operator: 'Exists' }]);
		const elsewhere = [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoSchedule' }];
		expect((await made('elsewhere', { tolerations: elsewhere })).tolerations).toHaveLength(3);
	});

	it('keep pods off a new node', async () => {
		const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
		const other = { key: 'a', value: 'b', effect: 'NoSchedule' };
		for (const [name, taints, expected] of [
			['bare', undefined, [taint]],
			['other', [other], [other, taint]],
			['same', [taint], [taint]],
		] as const)
			expect((await expectStatus(201, 'POST', '/api/v1/nodes', { metadata: { name }, spec: { taints } })).spec.taints).toEqual(expected);
	});
});

describe('the zone of a node', () => {
	it('becomes that of its pods, from 1.35 on', async () => {
		const labels = { 'topology.kubernetes.io/zone': 'z', 'topology.kubernetes.io/region': 'r', other: 'o' };
		const { other: _other, ...copied } = labels;
		for (const [{ expectStatus: expectIn }, expected] of [
			[{ expectStatus }, undefined],
			[inLater, copied],
		] as const) {
			await expectIn(201, 'POST', '/api/v1/nodes', { metadata: { name: 'zoned', labels } });
			await expectIn(201, 'POST', pods, pod('bound'));
			await expectIn(201, 'POST', `${pods}/bound/binding`, { metadata: { name: 'bound' }, target: { kind: 'Node', name: 'zoned' } });
			expect((await expectIn(200, 'GET', `${pods}/bound`)).metadata.labels).toEqual(expected);
			expect((await expectIn(201, 'POST', pods, pod('placed', { nodeName: 'zoned' }))).metadata.labels).toEqual(expected);
			expect((await expectIn(201, 'POST', pods, pod('nowhere', { nodeName: 'unknown' }))).metadata.labels).toBeUndefined();
		}
	});
});

describe('privileged containers', () => {
	const privileged = { securityContext: { privileged: true } };
	const template = (spec: object): object => ({ metadata: { labels: { a: 'b' } }, spec: { containers: [image('c', privileged)], ...spec } });
	const selector = { matchLabels: { a: 'b' } };
	const job = { template: template({ restartPolicy: 'Never' }) };
	const windows = { hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } } };
	const ofContainer = 'containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy';

	it.each([
		[pods, pod('p1', { containers: [image('c', privileged)] }), `spec.${ofContainer}`],
		[
			pods,
			pod('p2', { initContainers: [image('f', privileged)] }),
			'spec.initContainers[0].securityContext.privileged: Forbidden: disallowed by cluster policy',
		],
		[pods, pod('p3', windows), 'spec: Forbidden: hostProcess containers are disallowed by cluster policy'],
		[`${v1}/podtemplates`, { metadata: { name: 't' }, template: template({}) }, `template.spec.${ofContainer}`],
		[`${v1}/replicationcontrollers`, { metadata: { name: 'r' }, spec: { selector: { a: 'b' }, template: template({}) } }, `spec.template.spec.${ofContainer}`],
		[
			'/apis/apps/v1/namespaces/default/deployments',
			{ metadata: { name: 'd' }, spec: { selector, template: template({}) } },
			`spec.template.spec.${ofContainer}`,
		],
		['/apis/batch/v1/namespaces/default/jobs', { metadata: { name: 'j' }, spec: job }, `spec.template.spec.${ofContainer}`],
		[
			'/apis/batch/v1/namespaces/default/cronjobs',
			{ metadata: { name: 'cj' }, spec: { schedule: '* * * * *', jobTemplate: { spec: job } } },
			`spec.jobTemplate.spec.template.spec.${ofContainer}`,
		],
	])('need --allow-privileged: %s %o', async (path, object, cause) => {
		expect((await expectStatus(422, 'POST', path, object)).message).toContain(cause);
		await inLater.expectStatus(201, 'POST', path, object);
	});
});

describe('without the controller of accounts', () => {
	it('a pod in a new namespace is refused with the reason, except without the plugin', async () => {
		const built = inject('built').kubernetes;
		const [off, none] = await Promise.all([
			startServer(built, { flags: ['--controllers', '*,-serviceaccount'] }),
			startServer(built, { flags: ['--controllers', '*,-serviceaccount', '--disable-admission-plugins', 'ServiceAccount'] }),
		]);
		const refused = await off.call('POST', pods, pod('p'));
		const why = 'error looking up service account default/default: serviceaccount "default" not found';
		const off1 = ' (the controller serviceaccount, which creates it, is disabled: see --controllers)';
		expect([refused.status, (refused.json() as Loose).message]).toEqual([403, `pods "p" is forbidden: ${why}${off1}`]);
		expect((await none.call('POST', pods, pod('p'))).status).toBe(201);
		await Promise.all([off.remove(), none.remove()]);
	});
});
