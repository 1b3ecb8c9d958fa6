/** Kinds of the objects in the sequences: their paths, a minimal object, and parts to choose from. */
import fc from 'fast-check';
import { others } from './others.ts';
import { type Kind, keyed, loose, map, metadata, metadataPointers, odd, optional, type Part, portsOf, set, text } from './parts.ts';
import { service } from './service.ts';

const configMap: Kind = {
	kind: 'ConfigMap',
	roots: ['/api/v1'],
	plural: 'configmaps',
	subresources: [],
	strategic: true,
	base: {},
	parts: {
		'/data': loose(map(loose(text))),
		'/data/a': text,
		'/data/b': fc.constantFrom(text, null),
		'/binaryData': map(fc.constantFrom('YQ==', 'Yg==')),
		'/immutable': fc.constantFrom(false, null, true),
		...metadata,
	},
	odd,
	statusParts: {},
	directives: {
		'/data': map(text).map((data) => ({ $patch: 'replace', ...(data as object) })),
		'/$retainKeys': fc.constant(['data', 'metadata', 'kind', 'apiVersion']),
		'/metadata/$deleteFromPrimitiveList~1finalizers': fc.constant(['x.com/a']),
		'/metadata/$setElementOrder~1finalizers': fc.constant(['x.com/b', 'x.com/a']),
	},
	pointers: ['/data', '/data/a', '/data/b', '/data/c/d', '/binaryData/a', '/immutable', ...metadataPointers],
};

const secret: Kind = {
	kind: 'Secret',
	roots: ['/api/v1'],
	plural: 'secrets',
	subresources: [],
	strategic: true,
	base: {},
	parts: {
		'/data': loose(map(fc.constantFrom('YQ==', 'Yg==', null))),
		'/stringData': loose(map(loose(text))),
		'/stringData/a': text,
		'/type': fc.constantFrom('Opaque', 'x.com/a', ''),
		'/immutable': fc.constantFrom(false, null),
		...metadata,
	},
	odd,
	statusParts: {},
	directives: { '/stringData': fc.constant({ $patch: 'delete' }), '/data': fc.constant({ $patch: 'replace', a: 'Yg==' }) },
	pointers: ['/data', '/data/a', '/stringData', '/stringData/a', '/type', ...metadataPointers],
};

const environment = keyed('name', text, { value: loose(text) });
const containers = keyed('name', text, {
	image: loose(text),
	command: loose(fc.array(text, { maxLength: 2 })),
	ports: loose(portsOf('containerPort')),
	env: loose(environment),
	resources: fc.constantFrom({}, { limits: { cpu: '1' } }, { limits: { cpu: '1000m' }, requests: { cpu: 1 } }, null),
	terminationMessagePolicy: fc.constantFrom('File', 'FallbackToLogsOnError'),
	volumeMounts: keyed('mountPath', fc.constantFrom('/a', '/b'), { name: fc.constant('a') }),
});
const podParts: Record<string, Part> = {
	'/nodeSelector': loose(map(text)),
	'/restartPolicy': fc.constantFrom('Always', null),
	'/terminationGracePeriodSeconds': fc.constantFrom(30, 5, null),
	'/tolerations': fc.array(optional({ key: text, operator: fc.constant('Exists'), effect: fc.constantFrom('NoSchedule', 'NoExecute') }), { maxLength: 2 }),
	'/volumes': keyed('name', text, {}).map((entries) => entries.map((entry) => ({ ...(entry as object), emptyDir: {} }))),
	'/imagePullSecrets': keyed('name', text, {}),
	'/hostAliases': keyed('ip', fc.constantFrom('1.1.1.1', '2.2.2.2'), { hostnames: fc.constant(['h']) }),
	'/securityContext': fc.constantFrom({}, { runAsUser: 1 }, null),
	'/dnsConfig': fc.constantFrom({ nameservers: ['1.1.1.1'] }, {}, null),
	'/affinity': fc.constantFrom({}, { nodeAffinity: {} }, null),
};
const below = (prefix: string, parts: Record<string, Part>): Record<string, Part> =>
	Object.fromEntries(Object.entries(parts).map(([pointer, part]) => [`${prefix}${pointer}`, part]));
const wholeContainers = containers.map((entries) => entries.map((entry) => ({ image: 'i', ...(entry as object) })));
const conditions = keyed('type', text, { status: fc.constantFrom('True', 'False'), reason: text });

const deployment: Kind = {
	kind: 'Deployment',
	roots: ['/apis/apps/v1'],
	plural: 'deployments',
	subresources: ['status', 'scale'],
	strategic: true,
	base: {
		spec: { selector: { matchLabels: { app: 'x' } }, template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'a', image: 'i' }] } } },
	},
	parts: {
		'/spec/replicas': loose(fc.constantFrom(0, 1, 2)),
		'/spec/paused': loose(fc.boolean()),
		'/spec/minReadySeconds': fc.constantFrom(0, 1),
		'/spec/strategy': loose(
			fc.constantFrom<unknown>(
				{ type: 'Recreate' },
				{ type: 'RollingUpdate' },
				{ rollingUpdate: { maxSurge: 1 } },
				{ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '10%' } },
				{},
			),
		),
		'/spec/template/metadata/labels/a': text,
		'/spec/template/metadata/annotations': map(text),
		'/spec/template/spec/containers': fc.oneof({ weight: 2, arbitrary: containers }, { weight: 5, arbitrary: wholeContainers }),
		'/spec/template/spec/initContainers': wholeContainers,
		...below('/spec/template/spec', podParts),
		'/spec/unknown': text,
		'/spec/template/spec/unknown': text,
		...metadata,
	},
	odd,
	statusParts: {
		'/status/replicas': loose(fc.constantFrom(0, 1, 2)),
		'/status/observedGeneration': fc.constantFrom(1, 2),
		'/status/conditions': loose(conditions),
		'/spec/replicas': fc.constantFrom(1, 4),
		'/metadata/labels': map(text),
		'/metadata/finalizers': set(fc.constantFrom('x.com/a')),
	},
	directives: {
		'/spec/template/spec/containers': fc.constantFrom<unknown>(
			[{ name: 'b', $patch: 'delete' }],
			[{ $patch: 'replace' }, { name: 'a', image: 'r' }],
			[{ name: 'a', ports: [{ containerPort: 80, $patch: 'delete' }] }],
			[{ name: 'a', env: [{ name: 'a', value: 'z' }], '$setElementOrder/env': [{ name: 'b' }, { name: 'a' }] }],
		),
		'/spec/template/spec/$setElementOrder~1containers': fc.constant([{ name: 'b' }, { name: 'a' }]),
		'/spec/strategy': fc.constantFrom<unknown>({ $retainKeys: ['type'], type: 'Recreate' }, { $patch: 'replace', type: 'Recreate' }),
		'/metadata/$deleteFromPrimitiveList~1finalizers': fc.constant(['x.com/a']),
	},
	pointers: [
		'/spec/replicas',
		'/spec/paused',
		'/spec/template/spec/containers/0/image',
		'/spec/template/spec/containers/0/ports',
		'/spec/template/spec/containers/0/ports/-',
		'/spec/template/spec/containers/1',
		'/spec/template/spec/tolerations/0',
		'/spec/template/metadata/labels/a',
		...metadataPointers,
	],
};

/** Returns parts that are seldom invalid: for custom kinds Kubernetes refuses nulls and misfits as invalid, which ends a sequence. */
const own = (value: Part): Part => fc.oneof({ weight: 60, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 7, 'x') });
const inner = optional({ a: own(text), b: text, deeper: own(optional({ a: text, b: fc.constantFrom(1, 2) })) });
const { free } = fc.letrec((tie) => ({
	free: fc.oneof(
		{ depthSize: 'small', maxDepth: 3 },
		fc.constantFrom<unknown>('x', 1, 2.5, true),
		fc.array(fc.constantFrom(1, 2), { maxLength: 2 }),
		fc.dictionary(text, tie('free'), { maxKeys: 2, noNullPrototype: true }),
	),
}));

const thing: Kind = {
	kind: 'Thing',
	isOwn: true,
	roots: ['/apis/peers.example.com/v1', '/apis/peers.example.com/v1beta1'],
	plural: 'things',
	subresources: ['status', 'scale'],
	strategic: false,
	base: {},
	parts: {
		'/spec/replicas': loose(fc.constantFrom(0, 1, 2)),
		'/spec/text': loose(text),
		'/spec/on': own(fc.boolean()),
		'/spec/size': fc.constantFrom<unknown>(1, '1', '50%', null),
		'/spec/level': own(fc.constantFrom('low', 'high')),
		'/spec/ports': own(portsOf('port')),
		'/spec/containers': own(
			keyed('name', text, { image: own(text), args: own(fc.array(text, { maxLength: 2 })), tags: own(set(text)), env: own(environment) }),
		),
		'/spec/tags': own(set(text)),
		'/spec/numbers': own(set(fc.constantFrom(1, 2, 10))),
		'/spec/args': own(fc.array(text, { maxLength: 2 })),
		'/spec/settings': own(map(own(text))),
		'/spec/atomicMap': own(map(text)),
		'/spec/selector': own(optional({ key: text, values: fc.array(text, { maxLength: 2 }) })),
		'/spec/inner': own(inner),
		'/spec/mapOfStructs': own(map(inner)),
		'/spec/mapOfLists': own(map(fc.array(text, { maxLength: 2 }))),
		'/spec/free': own(free),
		'/spec/open': own(optional({ known: text, other: optional({ x: fc.constantFrom(1, 2) }) })),
		'/spec/unknown': text,
		'/spec/inner/unknown': text,
		...metadata,
	},
	odd,
	statusParts: {
		'/status/replicas': loose(fc.constantFrom(0, 1, 2)),
		'/status/phase': own(text),
		'/status/conditions': own(keyed('type', text, { status: fc.constantFrom('True', 'False') })),
		'/spec/text': text,
		'/metadata/labels': map(text),
	},
	directives: {},
	pointers: [
		'/spec',
		'/spec/replicas',
		'/spec/text',
		'/spec/ports/0',
		'/spec/ports/-',
		'/spec/tags/-',
		'/spec/settings/a',
		'/spec/inner/a',
		'/spec/free',
		...metadataPointers,
	],
};

const pod: Kind = {
	kind: 'Pod',
	roots: ['/api/v1'],
	plural: 'pods',
	subresources: ['status'],
	strategic: true,
	base: { spec: { containers: [{ name: 'a', image: 'i' }] } },
	parts: {
		'/spec/containers': fc.constantFrom<unknown>(
			[{ name: 'a', image: 'j' }],
			[{ name: 'a', image: 'i', ports: [{ containerPort: 80 }] }],
			[{ name: 'a' }],
			[
				{ name: 'a', image: 'k' },
				{ name: 'b', image: 'i' },
			],
		),
		'/spec/tolerations': podParts['/tolerations'] ?? text,
		'/spec/activeDeadlineSeconds': fc.constantFrom(5, 10, null),
		...below('/spec', podParts),
		...metadata,
	},
	odd,
	statusParts: {
		'/status/phase': fc.constantFrom('Pending', 'Running', null),
		'/status/conditions': loose(conditions),
		'/status/podIPs': keyed('ip', fc.constantFrom('1.1.1.1', '2.2.2.2'), {}),
		'/status/message': loose(text),
		'/spec/containers': fc.constant([{ name: 'a', image: 's' }]),
		'/metadata/labels': map(text),
	},
	directives: {
		'/spec/containers': fc.constantFrom<unknown>([{ name: 'a', image: 'z' }], [{ name: 'b', $patch: 'delete' }]),
		'/spec/tolerations': fc.constant([{ key: 'a', operator: 'Exists' }]),
	},
	pointers: ['/spec/containers/0/image', '/spec/tolerations/-', '/spec/activeDeadlineSeconds', ...metadataPointers],
};

const serviceAccount: Kind = {
	kind: 'ServiceAccount',
	roots: ['/api/v1'],
	plural: 'serviceaccounts',
	subresources: [],
	strategic: true,
	base: {},
	parts: {
		'/secrets': loose(keyed('name', text, { namespace: text })),
		'/imagePullSecrets': loose(keyed('name', text, {})),
		'/automountServiceAccountToken': loose(fc.boolean()),
		...metadata,
	},
	odd,
	statusParts: {},
	directives: {
		'/secrets': fc.constantFrom<unknown>([{ name: 'a', $patch: 'delete' }], [{ $patch: 'replace' }]),
		'/$setElementOrder~1secrets': fc.constant([{ name: 'b' }, { name: 'a' }]),
	},
	pointers: ['/secrets/-', '/secrets/0', '/imagePullSecrets', '/automountServiceAccountToken', ...metadataPointers],
};

const path = (value: string): object => ({ path: value, pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } });
const ingress: Kind = {
	kind: 'Ingress',
	roots: ['/apis/networking.k8s.io/v1'],
	plural: 'ingresses',
	subresources: ['status'],
	strategic: true,
	base: { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
	parts: {
		'/spec/defaultBackend': fc.constantFrom<unknown>(
			{ service: { name: 't', port: { name: 'http' } } },
			{ service: { name: 's', port: { number: 81 } } },
			null,
		),
		'/spec/ingressClassName': fc.constantFrom('a', 'b', null),
		'/spec/rules': loose(fc.array(fc.constantFrom<unknown>({ host: 'a.com', http: { paths: [path('/')] } }, { host: 'b.com' }), { maxLength: 2 })),
		'/spec/tls': loose(fc.array(fc.constantFrom<unknown>({ hosts: ['a.com'] }, { secretName: 'a' }), { maxLength: 2 })),
		...metadata,
	},
	odd,
	statusParts: {
		'/status/loadBalancer': loose(fc.constantFrom<unknown>({ ingress: [{ ip: '1.1.1.1' }] }, {}, { ingress: [{ hostname: 'h' }, { ip: '2.2.2.2' }] })),
		'/spec/ingressClassName': text,
		'/metadata/labels': map(text),
	},
	directives: { '/spec/rules': fc.constant([{ host: 'c.com' }]) },
	pointers: ['/spec/rules/0', '/spec/rules/-', '/spec/tls', '/spec/ingressClassName', ...metadataPointers],
};

const lease: Kind = {
	kind: 'Lease',
	roots: ['/apis/coordination.k8s.io/v1'],
	plural: 'leases',
	subresources: [],
	strategic: true,
	base: {},
	parts: {
		'/spec/holderIdentity': loose(text),
		'/spec/leaseDurationSeconds': loose(fc.constantFrom(1, 2)),
		'/spec/renewTime': fc.constantFrom('2020-01-01T00:00:00.000000Z', '2020-01-01T00:00:00.000001Z', null),
		'/spec/leaseTransitions': fc.constantFrom(0, 1),
		'/spec': fc.constantFrom<unknown>({}, null),
		...metadata,
	},
	odd,
	statusParts: {},
	directives: {},
	pointers: ['/spec', '/spec/holderIdentity', '/spec/leaseTransitions', ...metadataPointers],
};

export const kinds: readonly Kind[] = [configMap, secret, deployment, thing, pod, serviceAccount, ingress, lease, service, ...others];
