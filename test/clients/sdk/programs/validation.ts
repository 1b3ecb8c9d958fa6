/** Offline validation equals the server's: the same causes in the same order for the same objects. */
import assert from 'node:assert/strict';
import { ApiError, Client, type New } from '@example/sweeps';
import { Deployment } from '@example/sweeps/apps/v1';
import { validateDeployment } from '@example/sweeps/apps/v1/validation';
import { ConfigMap, Pod, type Service } from '@example/sweeps/core/v1';
import { validateConfigMap, validatePod, validateService } from '@example/sweeps/core/v1/validation';
import { Sweep } from '@example/sweeps/jobs/v1';
import { type Cause, type Validation, validateSweep } from '@example/sweeps/jobs/v1/validation';
import { connect } from '@example/sweeps/node';

assert.equal(typeof Client, 'function');
const client = await connect();
let compared = 0;

async function agree(offline: Validation, asked: Promise<unknown>): Promise<void> {
	const causes: readonly Partial<Cause>[] = await asked.then(
		() => [],
		(error: unknown) => {
			if (!(error instanceof ApiError)) throw error;
			// The server adds a note without a field when it skipped expressions.
			const causes = (error.causes as readonly Partial<Cause>[]).filter(({ field }) => field !== '<nil>');
			return error.reason === 'Invalid' ? causes : [{ reason: 'FieldValueTypeInvalid', message: error.message }];
		},
	);
	if (offline.causes[0]?.reason === 'FieldValueTypeInvalid')
		assert.ok(causes[0]?.message?.includes(offline.causes[0].message), `${causes[0]?.message} has not ${offline.causes[0].message}`);
	else assert.deepEqual(offline.causes, causes);
	compared++;
}

const sweep = (spec: unknown, metadata: object = { name: 'a' }) => ({ metadata, spec }) as New<Sweep>;
const sweeps: readonly New<Sweep>[] = [
	sweep({ mode: 'wet', room: 'kitchen' }),
	sweep({ mode: 'wet', floors: [1, 2, 3], every: '1h', water: '500m', since: '2030-01-31T12:00:00Z', serial: 9007199254740993n }),
	sweep({ mode: 'wet' }),
	sweep({ mode: 'wet', room: 'kitchen', floors: [1] }),
	sweep({ mode: 'damp', room: 'Kitchen of the house', workers: 10 }),
	sweep({ mode: 'dry', room: 'hall', water: '1' }),
	sweep({ room: 'hall', workers: -1 }),
	sweep({ mode: 'wet', floors: [1, 1, 2, 3] }),
	sweep(undefined),
	sweep({ mode: 'wet', room: 'hall' }, { name: 'Not a name', labels: { 'not a label': 'x' }, finalizers: ['unknown'] }),
	sweep({ mode: 'wet', room: 'hall' }, { generateName: 'a-' }),
	sweep({ mode: 'wet', room: 'hall' }, {}),
	sweep({ mode: 3, room: 'hall' }),
	sweep({ mode: 'wet', room: 'hall', water: 'much' }),
	sweep({ mode: 'wet', room: 'hall', every: 'often' }),
	sweep({ mode: 'wet', room: 'hall', volts: 230 }),
	sweep({ mode: 'wet', room: 'hall', amps: 16 }),
	sweep({ mode: 'wet', room: 'hall', amps: 16, cells: 4 }),
	{ ...sweep({ mode: 'wet', room: 'hall' }), status: { workers: 3 } },
];
for (const object of sweeps) await agree(validateSweep(object), client.resource(Sweep).in('default').create(object, { dryRun: true }));

const pod = (spec: unknown) => ({ metadata: { name: 'a' }, spec }) as New<Pod>;
const container = { name: 'a', image: 'b' };
for (const object of [
	pod({ automountServiceAccountToken: false, containers: [container] }),
	pod({ automountServiceAccountToken: false, containers: [] }),
	pod({ automountServiceAccountToken: false, containers: [{ ...container, name: 'A B' }, container, container] }),
	pod({ automountServiceAccountToken: false, containers: [container], volumes: [{ name: 'v', emptyDir: {}, secret: { secretName: 's' } }] }),
	pod({ automountServiceAccountToken: false, containers: [{ ...container, ports: [{ containerPort: 0 }, { containerPort: 70000, protocol: 'X' }] }] }),
])
	await agree(validatePod(object), client.resource(Pod).in('default').create(object, { dryRun: true }));

const config = (data: unknown) => ({ metadata: { name: 'a' }, data }) as New<ConfigMap>;
for (const object of [config({ a: 'b' }), config({ 'not a key!': 'b' }), config({ a: 1 })])
	await agree(validateConfigMap(object), client.resource(ConfigMap).in('default').create(object, { dryRun: true }));

const service = { metadata: { name: 'a' }, spec: { ports: [{ port: 0 }] } } as New<Service>;
assert.ok(validateService(service).causes.some(({ field }) => field === 'spec.ports[0].port'));
const deployment = {
	metadata: { name: 'a' },
	spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } } },
} as const;
await agree(
	validateDeployment(deployment),
	client
		.resource(Deployment)
		.in('default')
		.create(structuredClone(deployment) as unknown as New<Deployment>, { dryRun: true }),
);

assert.deepEqual(validateSweep({ ...sweep({ mode: 'wet', room: 'hall', wet: true }) }).warnings, ['unknown field "spec.wet"']);
assert.match(validateSweep({ kind: 'Pod' }).causes[0]?.message ?? '', /jobs.example.com\/v1 Sweep is validated/);
console.log(`agreed on ${compared}`);
