/** Type tests that must or must not compile; never run. */
import { ApiError, addQuantities, Client, type Duration, duration, isReason, type New, type Quantity, quantity, type Time, time } from '@example/sweeps';
import { SubjectAccessReview } from '@example/sweeps/authorization/v1';
import { ConfigMap, Node, Pod, ServiceAccount, type Volume } from '@example/sweeps/core/v1';
import { Sweep, type SweepSpec } from '@example/sweeps/jobs/v1';

const client = new Client({ server: 'https://127.0.0.1:6443', token: 'x' });
const everywhere = client.resource(Sweep);
const sweeps = everywhere.in('default');

// Responses carry apiVersion and kind, and the fields that the server sets.
const answered = await sweeps.get('a');
export const apiVersion: 'jobs.example.com/v1' = answered.apiVersion;
export const kind: 'Sweep' = answered.kind;
export const texts: string[] = [answered.metadata.name, answered.metadata.uid, answered.metadata.resourceVersion];
export const mode: 'dry' | 'wet' = answered.spec.mode;
export const room: string | undefined = answered.spec.room;
export const maybe: Sweep | undefined = await sweeps.find('a');

// Requests may omit apiVersion and kind, but must not give wrong ones.
await sweeps.create({ metadata: { name: 'a' }, spec: { mode: 'wet', room: 'kitchen' } });
await sweeps.create({ apiVersion: 'jobs.example.com/v1', kind: 'Sweep', metadata: { name: 'a' }, spec: { mode: 'wet', room: 'kitchen' } }, { dryRun: true });
// @ts-expect-error another kind
await sweeps.create({ kind: 'Sweeps', metadata: { name: 'a' }, spec: { mode: 'wet', room: 'kitchen' } });
// @ts-expect-error another version
await sweeps.create({ apiVersion: 'jobs.example.com/v2', metadata: { name: 'a' }, spec: { mode: 'wet', room: 'kitchen' } });
// @ts-expect-error a required field is missing
await sweeps.create({ metadata: { name: 'a' }, spec: { room: 'kitchen' } });
// @ts-expect-error no such value
await sweeps.create({ metadata: { name: 'a' }, spec: { mode: 'damp', room: 'kitchen' } });
// @ts-expect-error no such field
await sweeps.create({ metadata: { name: 'a' }, spec: { mode: 'wet', rooms: 'kitchen', room: 'x' } });

// Exactly one union member must be set.
export const one: SweepSpec = { mode: 'wet', floors: [1] };
// @ts-expect-error two members
export const two: SweepSpec = { mode: 'wet', floors: [1], room: 'kitchen' };
// @ts-expect-error none
export const none: SweepSpec = { mode: 'wet' };
// Union members that are groups of fields.
export const cable: SweepSpec = { mode: 'wet', floors: [1], volts: 230, amps: 16 };
export const battery: SweepSpec = { mode: 'wet', floors: [1], cells: 4, charge: '3' };
// @ts-expect-error two groups
export const twoGroups: SweepSpec = { mode: 'wet', floors: [1], volts: 230, cells: 4, charge: '3' };
// @ts-expect-error half of a group
export const halfGroup: SweepSpec = { mode: 'wet', floors: [1], cells: 4 };
export const volume: Volume = { name: 'v', emptyDir: { sizeLimit: '1Gi' } };
// @ts-expect-error two members
export const volumes: Volume = { name: 'v', emptyDir: {}, hostPath: { path: '/' } };

// Strings with a format.
export const water: Quantity[] = ['500m', '1.5', '64Mi', '1e3', quantity('5'.repeat(3)), quantity(0.5), addQuantities('1', '500m')];
// @ts-expect-error no quantity
export const wrongWater: Quantity = '5MB';
export const every: Duration[] = ['1h30m', '500ms', '90s', duration(1500), duration('1h'.repeat(1))];
// @ts-expect-error no duration
export const wrongEvery: Duration = '1 day';
export const since: Time[] = ['2030-01-31T12:00:00Z', time(new Date())];
// @ts-expect-error no time
export const wrongSince: Time = 'tomorrow';

// Selectors accept only selectable fields.
await sweeps.list({ fieldSelector: { 'spec.mode': 'dry', 'metadata.name': { not: 'a' } }, labelSelector: { app: ['a', 'b'], old: false } });
await everywhere.list({ fieldSelector: { 'metadata.namespace': 'default' } });
// @ts-expect-error no such selector
await sweeps.list({ fieldSelector: { 'spec.room': 'kitchen' } });

// Partial objects.
await sweeps.patch('a', { spec: { water: null }, metadata: { labels: { a: null, b: 'c' } } });
// @ts-expect-error no such field
await sweeps.patch('a', { spec: { wet: true } });
await sweeps.apply({ metadata: { name: 'a' }, spec: { workers: 3 } }, { fieldManager: 'me', force: true });
// @ts-expect-error without a name nobody knows what is applied
await sweeps.apply({ spec: { workers: 3 } });
await sweeps.patchJson('a', [
	{ op: 'test', path: '/spec/mode', value: 'dry' },
	{ op: 'remove', path: '/spec/water' },
]);
// @ts-expect-error kinds of users have no strategic merge patch
await sweeps.patchStrategic('a', {});
await client
	.resource(Pod)
	.in('default')
	.patchStrategic('a', { spec: { containers: [{ name: 'a', image: 'b' }] } });

// Subresources.
await sweeps.status.patch('a', { status: { done: true } });
await sweeps.status.edit('a', (sweep) => {
	sweep.status = { ...sweep.status, done: true };
});
export const replicas: number | undefined = (await sweeps.scale.get('a')).spec?.replicas;
export const token: string | undefined = (
	await client
		.resource(ServiceAccount)
		.in('a')
		.token.create('default', { spec: { audiences: ['a'] } })
).status?.token;
export const log: string = await client.resource(Pod).in('a').log.text('a', { tailLines: 10, follow: false });
// @ts-expect-error no such option
await client.resource(Pod).in('a').log.text('a', { tail: 10 });

// Calls must match the scope of the kind.
client.resource(Node).list();
// @ts-expect-error nodes lie in no namespace
client.resource(Node).in('default');
// @ts-expect-error nothing is created in all namespaces
everywhere.create({ metadata: { name: 'a' }, spec: { mode: 'wet', room: 'kitchen' } });
export const allowed: boolean | undefined = (await client.resource(SubjectAccessReview).create({ spec: { user: 'a' } })).status?.allowed;
// @ts-expect-error reviews are not kept
await client.resource(SubjectAccessReview).get('a');

for await (const { items } of client.resource(ConfigMap).in('a').chunks({ size: 10 })) for (const { data, kind } of items) console.log(kind, data?.a?.length);
export const draft: New<ConfigMap> = { metadata: { generateName: 'a-' }, data: { a: 'b' } };

try {
	await sweeps.get('a');
} catch (error) {
	if (isReason(error, 'NotFound')) console.log(error.details?.name);
	if (error instanceof ApiError) for (const { field, message } of error.causes) console.log(field, message, error.status);
}
