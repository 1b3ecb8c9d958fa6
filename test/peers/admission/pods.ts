/** Random pods: resources, security contexts, volumes, accounts, priorities and tolerations that admission plugins look at. */
import fc, { type Arbitrary } from 'fast-check';

export type Members = Readonly<Record<string, Arbitrary<unknown>>>;

/** Returns an object with some of the members, each with a chance of one in `every`. */
export function some(every: number, members: Members): Arbitrary<Record<string, unknown>> {
	const each = Object.entries(members).map(([name, value]) => fc.option(value, { freq: every - 1, nil: undefined }).map((given) => [name, given] as const));
	const present = each.map((one) => fc.tuple(fc.integer({ min: 1, max: every }), one).map(([roll, entry]) => (roll === 1 ? entry : undefined)));
	return fc
		.tuple(...present)
		.map((entries) => Object.fromEntries(entries.filter((entry) => entry !== undefined && entry[1] !== undefined) as [string, unknown][]));
}

export const amounts: Members = {
	cpu: fc.constantFrom('50m', '100m', '500m', '1', '2'),
	memory: fc.constantFrom('16Mi', '64Mi', '256Mi', '1Gi', '2Gi'),
	'ephemeral-storage': fc.constantFrom('100Mi', '1Gi'),
};

const gpu = fc.constantFrom<Record<string, object>>({}, {}, {}, { 'example.com/gpu': { limits: '1', requests: '1' } });

/** Resources whose requests are seldom above the limits. */
const resources = fc.tuple(some(2, amounts), some(2, amounts), gpu).map(([requests, limits, extended]) => ({
	requests: { ...requests, ...Object.fromEntries(Object.entries(extended).map(([name]) => [name, '1'])) },
	limits: { ...limits, ...Object.fromEntries(Object.entries(extended).map(([name]) => [name, '1'])) },
}));

const securityContext = some(3, {
	privileged: fc.boolean(),
	allowPrivilegeEscalation: fc.constantFrom(false, false, true),
	runAsNonRoot: fc.constantFrom(true, true, false),
	runAsUser: fc.constantFrom(0, 1000),
	readOnlyRootFilesystem: fc.boolean(),
	procMount: fc.constantFrom('Default', 'Unmasked'),
	seccompProfile: fc.constantFrom({ type: 'RuntimeDefault' }, { type: 'Unconfined' }, { type: 'Localhost', localhostProfile: 'p' }),
	seLinuxOptions: fc.constantFrom<object>({ type: 'container_t' }, { type: 'other_t' }, { user: 'u' }),
	capabilities: some(2, {
		add: fc.constantFrom(['NET_BIND_SERVICE'], ['SYS_ADMIN'], ['CHOWN', 'NET_RAW']),
		drop: fc.constantFrom(['ALL'], ['NET_RAW']),
	}),
});

const restricted = fc.constant({
	allowPrivilegeEscalation: false,
	runAsNonRoot: true,
	capabilities: { drop: ['ALL'] },
	seccompProfile: { type: 'RuntimeDefault' },
});

const container = (name: string): Arbitrary<Record<string, unknown>> =>
	fc
		.tuple(
			fc.constantFrom('nginx', 'nginx:1', 'registry.example.com/x:latest', 'x@sha256:0000000000000000000000000000000000000000000000000000000000000000'),
			some(2, {
				resources,
				securityContext: fc.oneof(securityContext, restricted),
				imagePullPolicy: fc.constantFrom('Always', 'IfNotPresent', 'Never'),
				ports: fc.constantFrom([{ containerPort: 80 }], [{ containerPort: 80, hostPort: 8080 }]),
				volumeMounts: fc.constantFrom([], [{ name: 'v0', mountPath: '/v' }]),
			}),
		)
		.map(([image, more]) => ({ name, image, ...more }));

const volume = fc.constantFrom<object>(
	{ emptyDir: {} },
	{ hostPath: { path: '/x' } },
	{ secret: { secretName: 's' } },
	{ configMap: { name: 'c' } },
	{ persistentVolumeClaim: { claimName: 'p' } },
	{ projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
	{ nfs: { server: 's', path: '/' } },
	{ csi: { driver: 'd.example.com' } },
);

const toleration = fc.constantFrom<object>(
	{ key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
	{ key: 'example.com/gpu', operator: 'Exists', effect: 'NoSchedule' },
	{ key: 'k', operator: 'Equal', value: 'v', effect: 'NoSchedule' },
	{ operator: 'Exists' },
);

const antiAffinity = fc.constantFrom('kubernetes.io/hostname', 'topology.kubernetes.io/zone').map((topologyKey) => ({
	podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: { app: 'x' } }, topologyKey }] },
}));

export const podSpec: Arbitrary<Record<string, unknown>> = fc
	.tuple(
		fc.oneof(fc.tuple(container('a')), fc.tuple(container('a'), container('b'))),
		fc.array(volume, { maxLength: 2 }).map((sources) => sources.map((source, i) => ({ name: `v${i}`, ...source }))),
		some(10, {
			initContainers: fc.tuple(container('init')),
			tolerations: fc.uniqueArray(toleration, { maxLength: 2 }),
			nodeSelector: fc.constantFrom<object>({ disk: 'ssd' }, { env: 'prod' }, { env: 'test' }),
			affinity: antiAffinity,
			priorityClassName: fc.constantFrom('high', 'high', 'polite', 'missing', 'system-node-critical'),
			priority: fc.constantFrom(0, 7, 1000),
			preemptionPolicy: fc.constantFrom('Never', 'PreemptLowerPriority'),
			runtimeClassName: fc.constantFrom('sandboxed', 'plain', 'missing'),
			overhead: fc.constant({ cpu: '10m' }),
			serviceAccountName: fc.constantFrom('default', 'robot', 'robot', 'quiet', 'missing'),
			automountServiceAccountToken: fc.boolean(),
			imagePullSecrets: fc.constant([{ name: 'own' }]),
			hostNetwork: fc.boolean(),
			hostPID: fc.boolean(),
			hostIPC: fc.boolean(),
			activeDeadlineSeconds: fc.constant(60),
			securityContext: some(2, {
				runAsNonRoot: fc.boolean(),
				runAsUser: fc.constantFrom(0, 1000),
				seccompProfile: fc.constantFrom({ type: 'RuntimeDefault' }, { type: 'Unconfined' }),
				sysctls: fc.constantFrom([{ name: 'kernel.shm_rmid_forced', value: '1' }], [{ name: 'kernel.msgmax', value: '1' }]),
				supplementalGroups: fc.constant([1]),
				fsGroup: fc.constant(1),
			}),
		}),
	)
	.map(([containers, volumes, more]) => ({ containers, ...(volumes.length > 0 && { volumes }), ...more }));

export const podMetadata: Arbitrary<Record<string, unknown>> = some(5, {
	labels: fc.constantFrom<object>({ app: 'x' }, { app: 'y', tier: 'z' }),
	annotations: fc.constantFrom<object>(
		{ 'container.apparmor.security.beta.kubernetes.io/a': 'unconfined' },
		{ 'container.apparmor.security.beta.kubernetes.io/a': 'runtime/default' },
		{ 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' },
		{ 'x.image-policy.k8s.io/y': 'z' },
	),
	ownerReferences: fc.constantFrom(
		[{ apiVersion: 'v1', kind: 'ConfigMap', name: 'r0', uid: 'u' }],
		[{ apiVersion: 'v1', kind: 'ConfigMap', name: 'r0', uid: 'u', blockOwnerDeletion: true }],
	),
});
