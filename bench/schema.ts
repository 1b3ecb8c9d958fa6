/**
 * Cost of a write before it reaches the store: parse, read, validate, write. Prints JSON lines on standard output. `ofParse` is the cost
 * relative to JSON.parse of the same bytes, which is the lower limit.
 */
import { catalog } from '../generated/catalog.ts';
import type { JsonObject } from '../runtime/model/catalog.ts';
import { compile } from '../runtime/schema/compile.ts';
import { narrow } from '../runtime/schema/emulated-catalog.ts';
import { parseJson, stringifyJson } from '../runtime/wire/json/json.ts';
import { writeYaml } from '../runtime/yaml/writer.ts';

const rounds = 5;
const budgetMs = 200;

/** Returns the CPU nanoseconds of one call: the best of some rounds. Wall-clock time would include other processes on the machine. */
function measure(run: () => unknown): number {
	for (let warm = 0; warm < 5_000; warm++) run();
	let best = Number.POSITIVE_INFINITY;
	for (let round = 0; round < rounds; round++) {
		let calls = 0;
		const started = cpuMs();
		while (cpuMs() - started < budgetMs / rounds) for (let i = 0; i < 500; i++, calls++) run();
		best = Math.min(best, ((cpuMs() - started) * 1e6) / calls);
	}
	return Math.round(best);
}

function cpuMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

const metadata = {
	name: 'a-name-of-some-length-1',
	namespace: 'default',
	uid: '5a1f2c3d-0000-4000-8000-123456789abc',
	resourceVersion: '123456',
	creationTimestamp: '2024-01-01T00:00:00Z',
	labels: { app: 'web', tier: 'front', 'example.com/team': 'blue' },
	annotations: { 'example.com/note': 'a note by its author' },
};

const configMap = {
	kind: 'ConfigMap',
	apiVersion: 'v1',
	metadata,
	data: Object.fromEntries(
		Array.from({ length: 6 }, (_, index) => [`key-${index}.conf`, 'listen 8080\nserver_name example.com\nproxy_pass upstream\nkeepalive 30\nroot /srv']),
	),
};

const container = (name: string) => ({
	name,
	image: `registry.example.com/${name}:1.2.3`,
	ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
	env: [
		{ name: 'A', value: '1' },
		{ name: 'B', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
	],
	resources: { limits: { cpu: '500m', memory: '128Mi' }, requests: { cpu: '250m', memory: '64Mi' } },
	volumeMounts: [{ name: 'config', mountPath: '/etc/config' }],
	livenessProbe: {
		httpGet: { path: '/healthz', port: 'http', scheme: 'HTTP' },
		timeoutSeconds: 1,
		periodSeconds: 10,
		successThreshold: 1,
		failureThreshold: 3,
	},
});
const pod = {
	kind: 'Pod',
	apiVersion: 'v1',
	metadata,
	spec: {
		volumes: [
			{ name: 'config', configMap: { name: 'config', defaultMode: 420 } },
			{ name: 'scratch', emptyDir: {} },
		],
		containers: [container('web'), container('sidecar')],
		restartPolicy: 'Always',
		terminationGracePeriodSeconds: 30,
		dnsPolicy: 'ClusterFirst',
		serviceAccountName: 'default',
		tolerations: [{ key: 'example.com/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }],
	},
};

const deployment = {
	kind: 'Deployment',
	apiVersion: 'apps/v1',
	metadata,
	spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } }, spec: pod.spec } },
};

const schemas = compile(narrow(catalog, catalog.release));

for (const [name, object, typeName] of [
	['configmap', configMap, 'core/v1.ConfigMap'],
	['pod', pod, 'core/v1.Pod'],
	['deployment', deployment, 'apps/v1.Deployment'],
] as const) {
	const type = schemas.type(typeName);
	const text = JSON.stringify(object);
	const bytes = Buffer.from(text);
	const read = (): JsonObject => type.read(JSON.parse(text), { notices: [] });
	const canonical = read();
	type.applyDefaults(canonical);
	const message = type.encode(canonical);
	const parsed: unknown = JSON.parse(text);
	const steps: Record<string, () => unknown> = {
		'json-parse': () => JSON.parse(text),
		'parse-bounded': () => parseJson(bytes, { duplicates: [] }),
		read: () => type.read(parsed, { notices: [] }),
		defaults: () => type.applyDefaults(canonical),
		validate: () => type.validate(canonical),
		'validate-update': () => type.validate(canonical, canonical),
		stringify: () => stringifyJson(canonical),
		write: () => {
			const value = type.read(parseJson(bytes, { duplicates: [] }), { notices: [] });
			type.applyDefaults(value);
			type.validate(value);
			return stringifyJson(value);
		},
		'protobuf-encode': () => type.encode(canonical),
		'protobuf-decode': () => type.decode(message),
		'yaml-write': () => writeYaml(canonical),
	};
	const limit = measure(() => JSON.parse(text));
	for (const [step, run] of Object.entries(steps)) {
		const nanos = measure(run);
		console.log(JSON.stringify({ benchmark: 'schema', object: name, bytes: bytes.length, step, nanos, ofParse: Number((nanos / limit).toFixed(2)) }));
	}
}
