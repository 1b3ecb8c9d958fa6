/** What each kind refuses and what it lets through, a row each: the field changed, and the words of the refusal. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseWhole } from '../../runtime/codec/item-form.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../verbs/write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ gates: { MinDomainsInPodTopologySpread: true, MatchLabelKeysInPodTopologySpread: true } });
});
afterAll(() => server.close());

const merge = 'application/merge-patch+json';
const json = 'application/json-patch+json';

/** What is said of a body, on a dry run: nothing when it is accepted. */
async function refusal(path: string, body: JsonObject): Promise<string> {
	const { metadata, ...rest } = body;
	const { status, body: answer } = await server.call('POST', `${path}?dryRun=All`, {
		body: { metadata: { name: 'x', ...((metadata as JsonObject | undefined) ?? {}) }, ...rest },
	});
	return status === 201 ? '' : answer.message.replace(/^.*? is invalid: /, '');
}

type Row = [what: string, fields: JsonObject, expected: string];

async function expectRefusal(path: string, body: JsonObject, expected: string): Promise<void> {
	const said = await refusal(path, body);
	if (expected === '') expect(said).toBe('');
	else expect(said).toContain(expected);
	expect(said).not.toContain('rule evaluation error');
}

const container = { name: 'c', image: 'i' };
const podSpec = { containers: [container] };

describe('Pod', () => {
	const pods = '/api/v1/namespaces/default/pods';
	const inContainer: Row[] = [
		['no image', { image: '' }, 'spec.containers[0].image: Required value'],
		['image with blanks', { image: ' i' }, 'spec.containers[0].image: Invalid value: " i": must not have leading or trailing whitespace'],
		['name that is no label', { name: 'A' }, 'spec.containers[0].name: Invalid value: "A": a lowercase RFC 1123 label'],
		['mount of no volume', { volumeMounts: [{ name: 'v', mountPath: '/v' }] }, 'spec.containers[0].volumeMounts[0].name: Not found: "v"'],
		['device of no volume', { volumeDevices: [{ name: 'v', devicePath: '/v' }] }, 'spec.containers[0].volumeDevices[0].name: Not found: "v"'],
		[
			'two ports of a name',
			{
				ports: [
					{ name: 'p', containerPort: 1 },
					{ name: 'p', containerPort: 2 },
				],
			},
			'ports[1].name: Duplicate value: "p"',
		],
		[
			'a port twice',
			{
				ports: [
					{ name: 'p', containerPort: 1 },
					{ name: 'q', containerPort: 1 },
				],
			},
			'',
		],
		[
			'a port of the node twice',
			{
				ports: [
					{ hostPort: 1, containerPort: 1 },
					{ hostPort: 1, containerPort: 2 },
				],
			},
			'ports[1].hostPort: Duplicate value: "TCP//1"',
		],
		['no port', { ports: [{ containerPort: 0 }] }, 'spec.containers[0].ports[0].containerPort'],
		['too high a port', { ports: [{ containerPort: 65536 }] }, 'must be between 1 and 65535, inclusive'],
		[
			'a variable twice',
			{
				env: [
					{ name: 'a', value: '1' },
					{ name: 'a', value: '2' },
				],
			},
			'',
		],
		[
			'a value from two places',
			{ env: [{ name: 'a', value: '1', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
			'may not be specified when `value` is not empty',
		],
		['a field that variables do not have', { env: [{ name: 'a', valueFrom: { fieldRef: { fieldPath: 'spec.x' } } }] }, 'env[0].valueFrom.fieldRef.fieldPath'],
		['a label in a variable', { env: [{ name: 'a', valueFrom: { fieldRef: { fieldPath: "metadata.labels['x']" } } }] }, ''],
		[
			'a resource that is none',
			{ env: [{ name: 'a', valueFrom: { resourceFieldRef: { resource: 'limits.gpu' } } }] },
			'valueFrom.resourceFieldRef.resource: Invalid value: "limits.gpu"',
		],
		['a key of no Secret', { env: [{ name: 'a', valueFrom: { secretKeyRef: { key: 'k' } } }] }, 'valueFrom.secretKeyRef.name: Required value'],
		['variables of no ConfigMap', { envFrom: [{ configMapRef: {} }] }, 'envFrom[0].configMapRef.name: Required value'],
		[
			'requests above limits',
			{ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } },
			'resources.requests: Invalid value: "2": must be less than or equal to cpu limit',
		],
		['negative requests', { resources: { requests: { cpu: '-1' } } }, 'resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
		['a resource of nobody', { resources: { requests: { gpu: '1' } } }, 'must be a standard resource for containers'],
		['half a device', { resources: { limits: { 'example.com/gpu': '500m' } } }, 'must be an integer'],
		['devices without limit', { resources: { requests: { 'example.com/gpu': '1' } } }, 'Limit must be set for non overcommitable resources'],
		['huge pages alone', { resources: { limits: { 'hugepages-2Mi': '2Mi' } } }, 'HugePages require cpu or memory'],
		['a probe of two kinds', { livenessProbe: { exec: { command: ['x'] }, tcpSocket: { port: 1 } } }, 'livenessProbe.tcpSocket: Forbidden'],
		['a probe of no kind', { livenessProbe: {} }, 'spec.containers[0].livenessProbe: Required value'],
		['a probe without command', { livenessProbe: { exec: {} } }, 'livenessProbe.exec.command: Required value'],
		['a probe of no port', { livenessProbe: { tcpSocket: { port: 0 } } }, 'tcpSocket.port: Invalid value: 0: must be between 1 and 65535, inclusive'],
		['liveness that must hold twice', { livenessProbe: { exec: { command: ['x'] }, successThreshold: 2 } }, 'livenessProbe.successThreshold'],
		[
			'privileges given and refused',
			{ securityContext: { privileged: true, allowPrivilegeEscalation: false } },
			'cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
		],
		['a local profile without its file', { securityContext: { seccompProfile: { type: 'Localhost' } } }, 'must be set when seccomp type is Localhost'],
	];
	test.each(inContainer)('%s', (_, fields, expected) => expectRefusal(pods, { spec: { containers: [{ ...container, ...fields }] } }, expected));

	const mounted = (fields: JsonObject) => ({
		containers: [{ ...container, volumeMounts: [{ name: 'v', mountPath: '/v', ...fields }] }],
		volumes: [{ name: 'v' }],
	});
	const inSpec: Row[] = [
		['no containers', { containers: [] }, 'spec.containers: Required value'],
		['two containers of a name', { containers: [container, container] }, 'spec.containers[1].name: Duplicate value: "c"'],
		['an init container of the same name', { initContainers: [container] }, 'spec.initContainers[0].name: Duplicate value: "c"'],
		[
			'a probe of an init container',
			{ initContainers: [{ name: 'i', image: 'i', readinessProbe: { exec: { command: ['x'] } } }] },
			'spec.initContainers[0].readinessProbe: Forbidden: may not be set for init containers',
		],
		['ephemeral containers', { ephemeralContainers: [{ name: 'e', image: 'i' }] }, 'spec.ephemeralContainers: Forbidden: cannot be set on create'],
		['two volumes of a name', { volumes: [{ name: 'v' }, { name: 'v' }] }, 'spec.volumes[1].name: Duplicate value: "v"'],
		['a volume of two sources', { volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/' } }] }, 'Forbidden'],
		['a mount of a volume', mounted({}), ''],
		['a mount outside its volume', mounted({ subPath: '../x' }), "must not contain '..'"],
		['a mount twice named inside', mounted({ subPath: 'a', subPathExpr: 'b' }), 'subPathExpr and subPath are mutually exclusive'],
		['a mount that is passed on', mounted({ mountPropagation: 'Bidirectional' }), 'Bidirectional mount propagation is available only to privileged containers'],
		[
			'two mounts at a path',
			{
				containers: [
					{
						...container,
						volumeMounts: [
							{ name: 'v', mountPath: '/v' },
							{ name: 'v', mountPath: '/v' },
						],
					},
				],
				volumes: [{ name: 'v' }],
			},
			'volumeMounts[1].mountPath: Invalid value: "/v": must be unique',
		],
		[
			'a device of a directory',
			{ containers: [{ ...container, volumeDevices: [{ name: 'v', devicePath: '/v' }] }], volumes: [{ name: 'v' }] },
			'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
		],
		[
			'a token without an account',
			{ volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }] },
			'serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set',
		],
		[
			'other ports on the network of the node',
			{ hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 1, hostPort: 2 }] }] },
			'must match `hostPort` when `hostNetwork` is true',
		],
		['no resolver', { dnsPolicy: 'None' }, 'must provide at least one DNS nameserver when `dnsPolicy` is None'],
		['a toleration of all but Exists', { tolerations: [{ operator: 'Equal' }] }, 'operator must be Exists when `key` is empty'],
		[
			'a toleration for a while',
			{ tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 1 }] },
			"effect must be 'NoExecute' when `tolerationSeconds` is set",
		],
		[
			'a toleration of existence with a value',
			{ tolerations: [{ key: 'a', operator: 'Exists', value: 'b' }] },
			"value must be empty when `operator` is 'Exists'",
		],
		['a label of nodes that is none', { nodeSelector: { 'a b': 'c' } }, 'spec.nodeSelector'],
		['a deadline of nothing', { activeDeadlineSeconds: 0 }, 'must be between 1 and 2147483647, inclusive'],
		['a grace below nothing', { terminationGracePeriodSeconds: -1 }, ''],
		[
			'minDomains where pods may go anyway',
			{ topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'ScheduleAnyway', minDomains: 2 }] },
			'can only use minDomains if whenUnsatisfiable=DoNotSchedule',
		],
		[
			'a selector without values',
			{
				affinity: {
					podAffinity: {
						requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'a', labelSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } }],
					},
				},
			},
			"values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
		],
		[
			'a selector of fields that nodes do not have',
			{
				affinity: {
					nodeAffinity: {
						requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields: [{ key: 'a', operator: 'In', values: ['b'] }] }] },
					},
				},
			},
			'not a valid field selector key',
		],
	];
	test.each(inSpec)('%s', (_, fields, expected) => expectRefusal(pods, { spec: { ...podSpec, ...fields } }, expected));

	const changes: Row[] = [
		['the image', { spec: { containers: [{ ...container, image: 'j' }] } }, ''],
		['the name of a container', { spec: { containers: [{ ...container, name: 'd' }] } }, 'pod updates may not change fields other than'],
		[
			'another container',
			{ spec: { containers: [container, { name: 'd', image: 'i' }] } },
			'spec.containers: Forbidden: pod updates may not add or remove containers',
		],
		['the account', { spec: { serviceAccountName: 'other' } }, 'pod updates may not change fields other than'],
		['a deadline', { spec: { activeDeadlineSeconds: 50 } }, ''],
		['a later deadline', { spec: { activeDeadlineSeconds: 200 } }, 'must be less than or equal to previous value'],
		['no deadline', { spec: { activeDeadlineSeconds: null } }, 'must not update from a positive integer to nil value'],
		[
			'one toleration more',
			{
				spec: {
					tolerations: [
						{ key: 'a', operator: 'Exists' },
						{ key: 'b', operator: 'Exists' },
					],
				},
			},
			'',
		],
		[
			'how long something is tolerated',
			{ spec: { tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }] } },
			'existing toleration can not be modified',
		],
		['no tolerations', { spec: { tolerations: null } }, 'existing toleration can not be modified except its tolerationSeconds'],
		['the grace', { spec: { terminationGracePeriodSeconds: 1 } }, 'pod updates may not change fields other than'],
		['labels', { metadata: { labels: { a: 'b' } } }, ''],
	];
	test('what a node agent may report of a pod', async () => {
		await server.call('POST', pods, { body: { metadata: { name: 'reported' }, spec: { ...podSpec, restartPolicy: 'OnFailure' } } });
		const report = async (status: JsonObject) => {
			const answer = await server.call('PATCH', `${pods}/reported/status`, { type: merge, body: { status } });
			return answer.status === 200 ? answer.body.status : answer.body.message;
		};
		expect(await report({ podIP: '10.0.0.1' })).toMatchObject({ podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }] });
		expect(await report({ podIP: '10.0.0.2' })).toMatchObject({ podIP: '10.0.0.2', podIPs: [{ ip: '10.0.0.2' }] });
		expect(await report({ podIP: null, podIPs: [{ ip: '10.0.0.3' }, { ip: 'fd00::3' }] })).toMatchObject({
			podIP: '10.0.0.3',
			podIPs: [{ ip: '10.0.0.3' }, { ip: 'fd00::3' }],
		});
		expect(await report({ conditions: [{ type: 'a b', status: 'True' }] })).toContain('status.conditions[0].type: Invalid value: "a b"');
		const state = (terminated: JsonObject | null, running: JsonObject | null) => ({ containerStatuses: [{ name: 'c', state: { terminated, running } }] });
		expect(await report(state({ exitCode: 1 }, null))).toMatchObject({ containerStatuses: [{ name: 'c' }] });
		expect(await report(state(null, {}))).toMatchObject({ containerStatuses: [{ name: 'c' }] });
		expect(await report(state({ exitCode: 0 }, null))).toMatchObject({ containerStatuses: [{ name: 'c' }] });
		expect(await report(state(null, {}))).toContain('status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state');
	});
	test('what may change of a pod', async () => {
		const spec = { ...podSpec, activeDeadlineSeconds: 100, tolerations: [{ key: 'a', operator: 'Exists' }] };
		await server.call('POST', pods, { body: { metadata: { name: 'runs' }, spec } });
		for (const [what, body, expected] of changes) {
			const answer = await server.call('PATCH', `${pods}/runs?dryRun=All`, { type: merge, body });
			if (expected === '') expect([what, answer.status]).toEqual([what, 200]);
			else expect(`${what}: ${answer.body.message}`).toContain(expected);
		}
	});
});

describe('Deployment', () => {
	const deployments = '/apis/apps/v1/namespaces/default/deployments';
	const template = { metadata: { labels: { a: 'b' } }, spec: podSpec };
	const whole = { selector: { matchLabels: { a: 'b' } }, template };
	const rows: Row[] = [
		['as it should be', {}, ''],
		['no selector', { selector: null }, 'spec.selector: Required value'],
		['an empty selector', { selector: {} }, 'empty selector is invalid for deployment'],
		['a selector of other pods', { selector: { matchLabels: { a: 'c' } } }, '`selector` does not match template `labels`'],
		[
			'a selector of what is no label',
			{ selector: { matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['b c'] }] } },
			'"values":["b c"]}]}: invalid label selector',
		],
		['a selector of these pods and others', { selector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b', 'c'] }] } }, ''],
		['a selector without operator', { selector: { matchExpressions: [{ key: 'a' }] } }, 'spec.selector.matchExpressions[0].operator: Required value'],
		[
			'a selector that is none',
			{ selector: { matchExpressions: [{ key: 'a', operator: 'Is' }] } },
			'operator: Invalid value: "Is": not a valid selector operator',
		],
		['labels that are none', { template: { metadata: { labels: { a: 'b', 'c d': '' } }, spec: podSpec } }, 'spec.template.labels: Invalid value: "c d"'],
		[
			'pods that end',
			{ template: { ...template, spec: { ...podSpec, restartPolicy: 'Never' } } },
			'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
		],
		[
			'pods with a deadline',
			{ template: { ...template, spec: { ...podSpec, activeDeadlineSeconds: 1 } } },
			'activeDeadlineSeconds in ReplicaSet is not Supported',
		],
		[
			'a mount of no volume',
			{ template: { ...template, spec: { containers: [{ ...container, volumeMounts: [{ name: 'v', mountPath: '/v' }] }] } } },
			'spec.template.spec.containers[0].volumeMounts[0].name: Not found: "v"',
		],
		['negative replicas', { replicas: -1 }, 'spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
		['no time to progress', { minReadySeconds: 5, progressDeadlineSeconds: 5 }, 'must be greater than minReadySeconds'],
		['rolling when recreated', { strategy: { type: 'Recreate', rollingUpdate: {} } }, "may not be specified when strategy `type` is 'Recreate'"],
		['no way to roll', { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }, 'may not be 0 when `maxSurge` is 0'],
		['no way to roll, in shares', { strategy: { rollingUpdate: { maxSurge: '0%', maxUnavailable: 0 } } }, 'may not be 0 when `maxSurge` is 0'],
		['more than all', { strategy: { rollingUpdate: { maxUnavailable: '101%' } } }, 'must not be greater than 100%'],
		['no share', { strategy: { rollingUpdate: { maxSurge: 'x' } } }, "a valid percent string must be a numeric string followed by an ending '%'"],
	];
	test.each(rows)('%s', (_, fields, expected) => expectRefusal(deployments, { spec: { ...whole, ...fields } }, expected));
	test('the selector stays, the status adds up', async () => {
		await server.call('POST', deployments, { body: { metadata: { name: 'd' }, spec: whole } });
		const selected = await server.call('PATCH', `${deployments}/d`, {
			type: merge,
			body: { spec: { selector: { matchLabels: { c: 'd' } }, template: { metadata: { labels: { c: 'd' } } } } },
		});
		expect(selected.body.message).toContain('spec.selector: Invalid value');
		expect(selected.body.message).toContain('field is immutable');
		const status = await server.call('PATCH', `${deployments}/d/status`, { type: merge, body: { status: { replicas: 1, readyReplicas: 2 } } });
		expect(status.body.message).toContain('status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas');
	});
});

describe('Ingress', () => {
	const ingresses = '/apis/networking.orch.io/v1/namespaces/default/ingresses';
	const backend = { service: { name: 's', port: { number: 80 } } };
	const path = (fields: JsonObject) => ({ rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend, ...fields }] } }] });
	const rows: Row[] = [
		['nothing', {}, 'either `defaultBackend` or `rules` must be specified'],
		['a backend', { defaultBackend: backend }, ''],
		['a path', path({}), ''],
		['a relative path', path({ path: 'a' }), 'must be an absolute path'],
		['no path where it is compared', path({ path: '' }), 'must be an absolute path'],
		['no path where it is not', path({ path: '', pathType: 'ImplementationSpecific' }), ''],
		['a path with empty parts', path({ path: '/a//b' }), "must not contain '//'"],
		['a path that goes up', path({ path: '/a/..' }), "cannot end with '/..' or '/.'"],
		['no type of path', path({ pathType: null }), 'pathType: Required value'],
		['no port', path({ backend: { service: { name: 's' } } }), 'port name or number is required'],
		['two ports', path({ backend: { service: { name: 's', port: { name: 'p', number: 1 } } } }), 'cannot set both port name & port number'],
		['too high a port', path({ backend: { service: { name: 's', port: { number: 70000 } } } }), 'must be between 1 and 65535, inclusive'],
		['no backend', path({ backend: {} }), 'backend: Required value'],
		['a host', { rules: [{ host: 'a.example.com' }] }, ''],
		['a wildcard', { rules: [{ host: '*.example.com' }] }, ''],
		['a wildcard inside', { rules: [{ host: 'a.*.com' }] }, 'a wildcard DNS-1123 subdomain must start with'],
		['an address', { rules: [{ host: '10.0.0.1' }] }, 'must be a DNS name, not an IP address'],
		['hosts of a certificate', { defaultBackend: backend, tls: [{ hosts: ['a_b'] }] }, 'spec.tls[0].hosts[0]: Invalid value: "a_b"'],
		['no name of a Secret', { defaultBackend: backend, tls: [{ secretName: 'A' }] }, 'spec.tls[0].secretName: Invalid value: "A"'],
	];
	test.each(rows)('%s', (_, spec, expected) => expectRefusal(ingresses, { spec }, expected));
	test('says in its status where it is reached', async () => {
		await server.call('POST', ingresses, { body: { metadata: { name: 'reached' }, spec: { defaultBackend: backend } } });
		const report = (ingress: JsonObject) =>
			server.call('PATCH', `${ingresses}/reached/status`, { type: merge, body: { status: { loadBalancer: { ingress: [ingress] } } } });
		expect((await report({ ip: '10.0.0.1', hostname: 'a.example.com' })).status).toBe(200);
		expect((await report({ ip: 'a' })).body.message).toContain('status.loadBalancer.ingress[0].ip: Invalid value: "a": must be a valid IP address');
		expect((await report({ hostname: 'a_b' })).body.message).toContain('status.loadBalancer.ingress[0].hostname: Invalid value: "a_b"');
	});
	test('names its class once', async () => {
		const metadata = { annotations: { 'orch.io/ingress.class': 'a' } };
		await expectRefusal(ingresses, { metadata, spec: { defaultBackend: backend, ingressClassName: 'a' } }, 'can not be set when the class field is also set');
		await expectRefusal(ingresses, { metadata, spec: { defaultBackend: backend } }, '');
	});
});

describe('Lease', () => {
	const rows: Row[] = [
		['as it should be', { leaseDurationSeconds: 1 }, ''],
		['no time', { leaseDurationSeconds: 0 }, 'spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0'],
		['fewer than no transitions', { leaseTransitions: -1 }, 'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0'],
	];
	test.each(rows)('%s', (_, spec, expected) => expectRefusal('/apis/coordination.orch.io/v1/namespaces/default/leases', { spec }, expected));
});

describe('Event', () => {
	const path = '/api/v1/namespaces/default/events';
	const newer = {
		eventTime: '2024-05-01T10:00:00.000000Z',
		reportingComponent: 'a',
		reportingInstance: 'b',
		action: 'c',
		reason: 'd',
		involvedObject: { namespace: 'default' },
	};
	const rows: Row[] = [
		['of the cluster, in default', { involvedObject: {} }, ''],
		['of another namespace', { involvedObject: { namespace: 'other' } }, 'does not match event.namespace'],
		['newer', newer, ''],
		['newer, by nobody', { ...newer, reportingComponent: '' }, 'reportingComponent: Required value'],
		['newer, by no name', { ...newer, reportingComponent: 'a b' }, 'reportingComponent: Invalid value: "a b"'],
		['newer, with a long reason', { ...newer, reason: 'x'.repeat(129) }, 'can have at most 128 characters'],
		['newer, with a long message', { ...newer, message: 'x'.repeat(1025) }, 'can have at most 1024 characters'],
	];
	test.each(rows)('%s', (_, body, expected) => expectRefusal(path, body, expected));
});

describe('Objects stored before a default was declared', () => {
	test('can be updated, though what the default fills in cannot change', async () => {
		const path = '/api/v1/namespaces/default/pods/older';
		await server.call('POST', '/api/v1/namespaces/default/pods', { body: { metadata: { name: 'older' }, spec: podSpec } });
		const { cache, store } = server.context;
		const key = { resource: 'pods', namespace: 'default', name: 'older' };
		const current = cache.get('pods', 'default', 'older');
		if (current === undefined) throw new Error('the pod is not there');
		const { metadata, ...rest } = parseWhole(current) as { metadata: JsonObject; spec: JsonObject };
		const { resourceVersion: _version, ...stored } = metadata;
		delete rest.spec.enableServiceLinks;
		const [outcome] = await store.commit([{ ...key, expected: current.revision, bytes: Buffer.from(JSON.stringify({ ...rest, metadata: stored })), side: '' }]);
		expect(outcome?.ok).toBe(true);
		await cache.waitFor(outcome?.ok ? outcome.revision : 0, 1000);
		const answer = await server.call('PATCH', path, { type: merge, body: { metadata: { labels: { a: 'b' } } } });
		expect([answer.status, answer.body.spec.enableServiceLinks]).toEqual([200, true]);
	});
});

describe('JSON patches', () => {
	test('take from a pod what it cannot lose', async () => {
		const pods = '/api/v1/namespaces/default/pods';
		await server.call('POST', pods, { body: { metadata: { name: 'bare' }, spec: podSpec } });
		const answer = await server.call('PATCH', `${pods}/bare`, { type: json, body: JSON.stringify([{ op: 'remove', path: '/spec/containers' }]) });
		expect(answer.status).toBe(422);
		expect(answer.body.message).toContain('spec.containers');
	});
});

describe('Warnings', () => {
	const deployments = '/apis/apps/v1/namespaces/default/deployments';
	const pods = '/api/v1/namespaces/default/pods';
	const warned = async (spec: JsonObject) =>
		(await server.call('POST', `${pods}?dryRun=All`, { body: { metadata: { name: 'w' }, spec: { ...podSpec, ...spec } } })).warnings;
	test.each<[string, JsonObject, string[]]>([
		['nothing to say', {}, []],
		['a deprecated source', { volumes: [{ name: 'v', gitRepo: { repository: 'r' } }] }, ['spec.volumes[0].gitRepo: deprecated in v1.11']],
		[
			'a variable twice',
			{ containers: [{ ...container, env: [{ name: 'a' }, { name: 'b' }, { name: 'a', value: '2' }] }] },
			['spec.containers[0].env[2].name: duplicate name "a"'],
		],
		['a host twice', { hostAliases: [{ ip: '10.0.0.1' }, { ip: '10.0.0.1' }] }, ['spec.hostAliases[1].ip: duplicate ip "10.0.0.1"']],
		['a secret twice', { imagePullSecrets: [{ name: 'a' }, { name: 'a' }] }, ['spec.imagePullSecrets[1].name: duplicate name "a"']],
		[
			'a label of nodes that has another name now',
			{ nodeSelector: { 'beta.orch.io/os': 'linux' } },
			['spec.nodeSelector[beta.orch.io/os]: deprecated since v1.14; use "orch.io/os" instead'],
		],
		[
			'such a label as a topology',
			{ topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'failure-domain.beta.orch.io/zone', whenUnsatisfiable: 'DoNotSchedule' }] },
			['spec.topologySpreadConstraints[0].topologyKey: failure-domain.beta.orch.io/zone is deprecated since v1.17; use "topology.orch.io/zone" instead'],
		],
	])('%s', async (_, spec, expected) => expect(await warned(spec)).toEqual(expected));
	test('a topology of volumes is warned of without the label, which its path does not name either', async () => {
		const body = {
			metadata: { name: 'w' },
			provisioner: 'p',
			allowedTopologies: [{ matchLabelExpressions: [{ key: 'failure-domain.beta.orch.io/zone', values: ['a'] }] }],
		};
		const { warnings } = await server.call('POST', '/apis/storage.orch.io/v1/storageclasses?dryRun=All', { body });
		expect(warnings).toEqual(['allowedTopologies[0].matchLabelExpressions[0].key: deprecated since v1.17; use "topology.orch.io/zone" instead']);
	});
	test('an update of a template is warned of as it was the first time, one that starts no pods is not', async () => {
		const spec = { ...podSpec, nodeSelector: { 'beta.orch.io/os': 'linux' }, volumes: [{ name: 'v', gitRepo: { repository: 'r' } }] };
		const template = { metadata: { labels: { a: 'b' } }, spec };
		const made = await server.call('POST', deployments, { body: { metadata: { name: 'warned' }, spec: { selector: { matchLabels: { a: 'b' } }, template } } });
		expect(made.warnings).toEqual([
			'spec.template.spec.volumes[0].gitRepo: deprecated in v1.11',
			'spec.template.spec.nodeSelector[beta.orch.io/os]: deprecated since v1.14; use "orch.io/os" instead',
		]);
		const patched = await server.call('PATCH', `${deployments}/warned`, { type: merge, body: { spec: { replicas: 2 } } });
		expect([patched.status, patched.warnings]).toEqual([200, made.warnings]);
		const scaled = await server.call('PATCH', `${deployments}/warned/scale`, { type: merge, body: { spec: { replicas: 3 } } });
		expect([scaled.status, scaled.warnings]).toEqual([200, made.warnings]);
		const labelled = await server.call('PATCH', `${deployments}/warned`, { type: merge, body: { metadata: { labels: { a: 'b' } } } });
		expect([labelled.status, labelled.warnings]).toEqual([200, []]);
	});
	test('updates of pods are not warned of', async () => {
		const spec = { ...podSpec, volumes: [{ name: 'v', gitRepo: { repository: 'r' } }] };
		const made = await server.call('POST', pods, { body: { metadata: { name: 'warned' }, spec } });
		expect(made.warnings).toEqual(['spec.volumes[0].gitRepo: deprecated in v1.11']);
		const patched = await server.call('PATCH', `${pods}/warned`, { type: merge, body: { spec: { containers: [{ ...container, image: 'j' }] } } });
		expect([patched.status, patched.warnings]).toEqual([200, []]);
	});
	test.each<[what: string, annotations: JsonObject, spec: JsonObject, expected: string[]]>([
		[
			'fractions of a byte',
			{},
			{ containers: [{ ...container, resources: { limits: { memory: '100m' } } }] },
			[
				'spec.containers[0].resources.limits[memory]: fractional byte value "100m" is invalid, must be an integer',
				'spec.containers[0].resources.requests[memory]: fractional byte value "100m" is invalid, must be an integer',
			],
		],
		['an image secret without a name', {}, { ...podSpec, imagePullSecrets: [{}] }, ['spec.imagePullSecrets[0].name: invalid empty name ""']],
		[
			'an annotation that nothing reads',
			{ 'scheduler.alpha.orch.io/critical-pod': '' },
			podSpec,
			['metadata.annotations[scheduler.alpha.orch.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead'],
		],
	])('%s', async (_what, annotations, spec, expected) => {
		const { warnings } = await server.call('POST', `${pods}?dryRun=All`, { body: { metadata: { name: 'w', annotations }, spec } });
		expect(warnings).toEqual(expected);
	});
});

/** Where, the spec, and the words of the refusal; empty: it is accepted. */
const volume = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } };
const iqn = 'iqn.2001-04.com.example:a';

describe('Pods, as Kubernetes refuses them', () => {
	const path = '/api/v1/namespaces/default/pods';
	const windows = { ...podSpec, os: { name: 'windows' } };
	const rows: Row[] = [
		[
			'namespaces shared twice',
			{ ...podSpec, hostPID: true, shareProcessNamespace: true },
			'spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
		],
		['Windows with hostPID', { ...windows, hostPID: true }, 'spec.hostPID: Forbidden: cannot be set for a windows pod'],
		[
			'Windows with a group of files',
			{ ...windows, securityContext: { fsGroup: 1 } },
			'spec.securityContext.fsGroup: Forbidden: cannot be set for a windows pod',
		],
		[
			'Windows with groups, though none are in the list',
			{ ...windows, securityContext: { supplementalGroups: [] } },
			'spec.securityContext.supplementalGroups: Forbidden: cannot be set for a windows pod',
		],
		['Windows with groups that are null', { ...windows, securityContext: { supplementalGroups: null } }, ''],
		['Windows with a list without settings of the kernel', { ...windows, securityContext: { sysctls: [] } }, ''],
		[
			'Windows with a user in a container',
			{ ...windows, containers: [{ ...container, securityContext: { runAsUser: 1 } }] },
			'spec.containers[0].securityContext.runAsUser: Forbidden: cannot be set for a windows pod',
		],
		['Windows with what it knows', { ...windows, securityContext: { windowsOptions: { runAsUserName: 'd\\u' } } }, ''],
		[
			'Linux with options of Windows',
			{ ...podSpec, os: { name: 'linux' }, securityContext: { windowsOptions: {} } },
			'spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
		],
		[
			'processes of the node without its network',
			{ ...podSpec, securityContext: { windowsOptions: { hostProcess: true } } },
			'spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers',
		],
		[
			'some processes of the node',
			{
				containers: [
					{ ...container, securityContext: { windowsOptions: { hostProcess: true } } },
					{ name: 'd', image: 'i' },
				],
				hostNetwork: true,
			},
			'all containers must be HostProcess containers',
		],
		[
			'a user of Windows with two domains',
			{ ...podSpec, securityContext: { windowsOptions: { runAsUserName: 'a\\b\\c' } } },
			'runAsUserName cannot contain more than one backslash',
		],
		['a user of Windows without a name', { ...podSpec, securityContext: { windowsOptions: { runAsUserName: '' } } }, 'runAsUserName cannot be an empty string'],
		[
			'a negative group',
			{ ...podSpec, securityContext: { supplementalGroups: [-1] } },
			'spec.securityContext.supplementalGroups[0]: Invalid value: -1: must be between 0 and 2147483647, inclusive',
		],
		['a runtime class without a name', { ...podSpec, runtimeClassName: '' }, 'spec.runtimeClassName: Invalid value: "": a lowercase RFC 1123 subdomain'],
		['an unknown procMount, while its gate is off', { containers: [{ ...container, securityContext: { procMount: 'X' } }] }, ''],
		['a projected source that is nothing', { ...podSpec, volumes: [{ name: 'v', projected: { sources: [{}] } }] }, ''],
		[
			'two projected sources in one',
			{ ...podSpec, volumes: [{ name: 'v', projected: { sources: [{ secret: { name: 'a' }, configMap: { name: 'b' } }] } }] },
			'may not specify more than 1 volume type',
		],
		['storageos without a volume', { ...podSpec, volumes: [{ name: 'v', storageos: {} }] }, 'spec.volumes[0].storageos.volumeName: Required value'],
		[
			'flocker with a slash',
			{ ...podSpec, volumes: [{ name: 'v', flocker: { datasetName: 'a/b' } }] },
			'spec.volumes[0].flocker.datasetName: Invalid value: "a/b": must not contain \'/\'',
		],
		[
			'a secret without a name',
			{ ...podSpec, volumes: [{ name: 'v', csi: { driver: 'a', nodePublishSecretRef: {} } }] },
			'spec.volumes[0].csi.nodePublishSecretRef.name: Required value',
		],
		[
			'an iSCSI name that is none',
			{ ...podSpec, volumes: [{ name: 'v', iscsi: { targetPortal: 'p', iqn: 'iqn.a', lun: 0 } }] },
			'spec.volumes[0].iscsi.iqn: Invalid value: "iqn.a"',
		],
		[
			'reserved driver options',
			{ ...podSpec, volumes: [{ name: 'v', flexVolume: { driver: 'd', options: { 'orch.io/x': 'y' } } }] },
			'orch.io and orch.io namespaces are reserved',
		],
		[
			'an iSCSI initiator whose target has too long a name',
			{
				...podSpec,
				volumes: [{ name: 'v', iscsi: { targetPortal: 'p'.repeat(63), iqn: 'iqn.2000-01.a:b', lun: 0, initiatorName: 'iqn.2000-01.a:c' } }],
			},
			'spec.volumes[0].name: Invalid value: "v": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters',
		],
		[
			'an iSCSI secret without a name',
			{ ...podSpec, volumes: [{ name: 'v', iscsi: { targetPortal: 'p', iqn: 'iqn.2000-01.a:b', lun: 0, chapAuthSession: true, secretRef: {} } }] },
			'',
		],
		[
			'a setting with too long a name',
			{ ...podSpec, securityContext: { sysctls: [{ name: 'a'.repeat(254), value: '' }] } },
			'must have at most 253 characters and match regex',
		],
		['an alias of no address', { ...podSpec, hostAliases: [{}] }, 'spec.hostAliases[0].ip: Invalid value: "": must be valid IP address'],
		[
			'a secret whose name is none',
			{ ...podSpec, volumes: [{ name: 'v', csi: { driver: 'a', nodePublishSecretRef: { name: 'A_' } } }] },
			'nodePublishSecretRef.name: Invalid value: "A_"',
		],
		[
			'a setting twice',
			{
				...podSpec,
				securityContext: {
					sysctls: [
						{ name: 'a.b', value: '' },
						{ name: 'a.b', value: '' },
					],
				},
			},
			'spec.securityContext.sysctls[1].name: Duplicate value: "a.b"',
		],
		[
			'a part of a page',
			{ containers: [{ ...container, resources: { limits: { cpu: '1', 'hugepages-2Mi': '3Mi' } } }] },
			'3Mi is not positive integer multiple of hugepages-2Mi',
		],
		[
			'a unit that is none',
			{ containers: [{ ...container, env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '3' } } }] }] },
			"only divisor's values 1m and 1 are supported with the cpu resource",
		],
		[
			'a unit of bytes',
			{ containers: [{ ...container, env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.memory', divisor: '1Mi' } } }] }] },
			'',
		],
		[
			'a node whose name is none',
			{
				...podSpec,
				affinity: {
					nodeAffinity: {
						requiredDuringSchedulingIgnoredDuringExecution: {
							nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['A_'] }] }],
						},
					},
				},
			},
			'matchFields[0].values[0]: Invalid value',
		],
		['search domains beyond six', { ...podSpec, dnsConfig: { searches: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] } }, 'must not have more than 6 search paths'],
		['a search domain with a dot at its end', { ...podSpec, dnsConfig: { searches: ['a.b.'] } }, ''],
		['a resolver option without a name', { ...podSpec, dnsConfig: { options: [{}] } }, 'spec.dnsConfig.options[0]: Required value: must not be empty'],
	];
	test.each(rows)('%s', (_what, spec, expected) => expectRefusal(path, { spec }, expected));
	test.each<[what: string, annotations: JsonObject, expected: string]>([
		[
			'a mirror without a node',
			{ 'orch.io/config.mirror': 'x' },
			'metadata.annotations[orch.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set',
		],
		[
			'a cost that is no number',
			{ 'controller.orch.io/pod-deletion-cost': '1.5' },
			'metadata.annotations[controller.orch.io/pod-deletion-cost]: Invalid value: "1.5": must be a 32bit integer',
		],
		['a profile of no container', { 'container.apparmor.security.beta.orch.io/z': 'unconfined' }, 'container not found'],
		['a profile that is none', { 'container.apparmor.security.beta.orch.io/c': 'x' }, 'invalid AppArmor profile name: "x"'],
		['a seccomp profile that is none', { 'seccomp.security.alpha.orch.io/pod': 'x' }, 'must be a valid seccomp profile'],
	])('%s', (_what, annotations, expected) => expectRefusal(path, { metadata: { annotations }, spec: podSpec }, expected));
	test.each<[what: string, addresses: string[], expected: string]>([
		['one of each family', ['10.0.0.1', 'fd00::1'], ''],
		[
			'two of one family',
			['10.0.0.1', '10.0.0.2'],
			'status.podIPs: Invalid value: ["10.0.0.1","10.0.0.2"]: may specify no more than one IP for each IP family',
		],
		['none', ['x'], 'status.podIPs[0]: Invalid value: "x": must be a valid IP address'],
	])('addresses: %s', async (what, addresses, expected) => {
		const name = what.replaceAll(' ', '-');
		await server.call('POST', path, { body: { metadata: { name }, spec: podSpec } });
		const { body } = await server.call('PATCH', `${path}/${name}/status`, { type: merge, body: { status: { podIPs: addresses.map((ip) => ({ ip })) } } });
		expect(body.message ?? '').toContain(expected);
	});
	test('a seccomp profile of an annotation becomes a field', async () => {
		const annotations = { 'seccomp.security.alpha.orch.io/pod': 'runtime/default', 'container.seccomp.security.alpha.orch.io/c': 'localhost/p' };
		const { body } = await server.call('POST', `${path}?dryRun=All`, { body: { metadata: { name: 's', annotations }, spec: podSpec } });
		expect(body.spec.securityContext).toEqual({ seccompProfile: { type: 'RuntimeDefault' } });
		expect(body.spec.containers[0].securityContext).toEqual({ seccompProfile: { type: 'Localhost', localhostProfile: 'p' } });
	});
	test('annotations that cannot come later', async () => {
		await server.call('POST', path, { body: { metadata: { name: 'late' }, spec: podSpec } });
		const body = { metadata: { annotations: { 'container.apparmor.security.beta.orch.io/c': 'unconfined' } } };
		const { body: answer } = await server.call('PATCH', `${path}/late`, { type: merge, body });
		expect(answer.message).toContain('metadata.annotations[container.apparmor.security.beta.orch.io/c]: Forbidden: may not add AppArmor annotations');
	});
});

describe('Volumes, as Kubernetes refuses them', () => {
	const csi = { driver: 'd', volumeHandle: 'h' };
	const rows: Row[] = [
		['storageos without a volume', { storageos: {} }, 'spec.storageos.volumeName: Required value'],
		['storageos with half a secret', { storageos: { volumeName: 'v', secretRef: { name: 'a' } } }, 'spec.storageos.secretRef.namespace: Required value'],
		[
			'scaleIO without a volume',
			{ scaleIO: { gateway: 'g', system: 's', secretRef: { name: 'a', namespace: 'b' } } },
			'spec.scaleIO.volumeName: Required value',
		],
		[
			'a secret without a namespace',
			{ csi: { ...csi, controllerPublishSecretRef: { name: 'a' } } },
			'spec.csi.controllerPublishSecretRef.namespace: Required value',
		],
		[
			'a secret whose name is no label',
			{ csi: { ...csi, nodePublishSecretRef: { name: 'a.b', namespace: 'n' } } },
			'spec.csi.nodePublishSecretRef.name: Invalid value: "a.b"',
		],
		['a secret of a stage, which is not looked at', { csi: { ...csi, nodeStageSecretRef: {} } }, ''],
		['an iSCSI initiator that is none', { iscsi: { targetPortal: 'p', iqn, lun: 0, initiatorName: 'x' } }, 'must be valid format'],
		['a file share of no namespace', { azureFile: { secretName: 'a', shareName: 'b', secretNamespace: '' } }, 'spec.azureFile.secretNamespace: Required value'],
		[
			'endpoints of no namespace',
			{ glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace: '' } },
			'if the endpointnamespace is set, it must be a valid namespace name',
		],
		[
			'a managed disk elsewhere',
			{ azureDisk: { diskName: 'd', diskURI: 'https://u', kind: 'Managed' } },
			'spec.azureDisk.diskURI: Unsupported value: "https://u"',
		],
	];
	test.each(rows)('%s', (_what, where, expected) => expectRefusal('/api/v1/persistentvolumes', { spec: { ...volume, ...where } }, expected));
	test('less than nothing in a claim', async () => {
		const path = '/api/v1/namespaces/default/persistentvolumeclaims';
		const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
		await server.call('POST', path, { body: { metadata: { name: 'less' }, spec } });
		const { body } = await server.call('PATCH', `${path}/less/status`, { type: merge, body: { status: { capacity: { storage: '-1' } } } });
		expect(body.message).toContain('status.capacity[storage]: Invalid value: "-1": must be a valid resource quantity');
	});
	test('a class may leave its policy empty, though not unknown', async () => {
		const path = '/apis/storage.orch.io/v1/storageclasses';
		await expectRefusal(path, { provisioner: 'a', reclaimPolicy: '' }, '');
		await expectRefusal(path, { provisioner: 'a', reclaimPolicy: 'Recycle' }, 'supported values: "Delete", "Retain"');
	});
	test.each<[what: string, resource: JsonObject, expected: string]>([
		['an object of a group', { apiGroup: 'a.b', kind: 'K', name: 'n' }, ''],
		['an object of the core group', { kind: 'K', name: 'n' }, ''],
		[
			'of a group that is none',
			{ apiGroup: 'A_', kind: 'K', name: 'n' },
			'spec.defaultBackend.resource.apiGroup: Invalid value: "A_": a lowercase RFC 1123 subdomain',
		],
		['of an empty group', { apiGroup: '', kind: 'K', name: 'n' }, 'spec.defaultBackend.resource.apiGroup: Invalid value: ""'],
		[
			'of a kind that leads elsewhere',
			{ apiGroup: 'a.b', kind: 'a/b', name: 'n' },
			'spec.defaultBackend.resource.kind: Invalid value: "a/b": may not contain \'/\'',
		],
		['of a name that leads up', { apiGroup: 'a.b', kind: 'K', name: '..' }, 'spec.defaultBackend.resource.name: Invalid value: "..": may not be \'..\''],
	])('what an ingress sends requests to: %s', (_what, resource, expected) =>
		expectRefusal('/apis/networking.orch.io/v1/namespaces/default/ingresses', { spec: { defaultBackend: { resource } } }, expected),
	);
	test('a place for volumes has conditions', async () => {
		const path = '/apis/storage.orch.io/v1/storageclasses';
		const none = 'allowedTopologies[0].matchLabelExpressions: Required value: a term without conditions chooses nothing';
		await expectRefusal(path, { provisioner: 'a', allowedTopologies: [{}] }, none);
		await expectRefusal(path, { provisioner: 'a', allowedTopologies: [{ matchLabelExpressions: [{ key: 'k', values: ['v'] }] }] }, '');
	});
	test('an owner has a version', async () => {
		const owner = { apiVersion: 'a/b/c', kind: 'K', name: 'n', uid: 'u' };
		const refused = 'metadata.ownerReferences[0].apiVersion: Invalid value: "a/b/c": version must not be empty';
		await expectRefusal('/api/v1/namespaces/default/configmaps', { metadata: { ownerReferences: [owner] } }, refused);
	});
	test('an ingress class has a name if it is given', async () => {
		const spec = { ingressClassName: '', defaultBackend: { service: { name: 's', port: { number: 80 } } } };
		await expectRefusal('/apis/networking.orch.io/v1/namespaces/default/ingresses', { spec }, 'spec.ingressClassName: Invalid value: ""');
	});
});

test('events are selected by their source, whichever field names it', async () => {
	const path = '/api/v1/namespaces/default/events';
	const about = { namespace: 'default' };
	await server.call('POST', path, { body: { metadata: { name: 'older' }, involvedObject: about, source: { component: 'a' } } });
	await server.call('POST', path, { body: { metadata: { name: 'newer' }, involvedObject: about, reportingComponent: 'a' } });
	await server.call('POST', path, { body: { metadata: { name: 'other' }, involvedObject: about, source: { component: 'b' }, reportingComponent: 'a' } });
	const names = async (selector: string) =>
		(await server.call('GET', `${path}?fieldSelector=${selector}`)).body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
	expect(await names('source=a')).toEqual(['newer', 'older']);
	expect(await names('source!=a')).toEqual(['other']);
	const refused = await server.call('GET', `${path}?fieldSelector=source.component%3Da`);
	expect([refused.status, refused.body.message]).toEqual([400, 'field label not supported: source.component']);
});
