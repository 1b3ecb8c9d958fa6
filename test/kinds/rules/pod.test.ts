/** Tests refused and accepted pods, one row each: the changed field and the message. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { container, expectRefusal, merge, podSpec, type Row, server, withServer } from './fixture.ts';

withServer();

const tokenVolume = (serviceAccountToken: JsonObject): JsonObject => ({ name: 'v', projected: { sources: [{ serviceAccountToken }] } });

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
		[
			'ephemeral containers with an empty lifecycle',
			{ ephemeralContainers: [{ name: 'e', image: 'i', lifecycle: {}, resources: {} }] },
			'spec.ephemeralContainers[0].lifecycle: Forbidden: cannot be set for an Ephemeral Container, spec.ephemeralContainers: Forbidden: cannot be set on create',
		],
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
		['a token without an account', { volumes: [tokenVolume({ path: 't' })] }, 'must not be specified when serviceAccountName is not set'],
		[
			'a token for too short a time',
			{ serviceAccountName: 's', volumes: [tokenVolume({ path: 't', expirationSeconds: 599 })] },
			'may not specify a duration less than 10 minutes',
		],
		['a token for ten minutes', { serviceAccountName: 's', volumes: [tokenVolume({ path: 't', expirationSeconds: 600 })] }, ''],
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
	test('the status that a node agent may report', async () => {
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
	test('mutable fields of a pod', async () => {
		const spec = { ...podSpec, activeDeadlineSeconds: 100, tolerations: [{ key: 'a', operator: 'Exists' }] };
		await server.call('POST', pods, { body: { metadata: { name: 'runs' }, spec } });
		for (const [what, body, expected] of changes) {
			const answer = await server.call('PATCH', `${pods}/runs?dryRun=All`, { type: merge, body });
			if (expected === '') expect([what, answer.status]).toEqual([what, 200]);
			else expect(`${what}: ${answer.body.message}`).toContain(expected);
		}
	});
});
