/** Program that calls every verb on every sort of kind, against a dedicated server. */
import assert from 'node:assert/strict';
import { ApiError, isReason, timeDate } from '@example/sweeps';
import { SelfSubjectAccessReview } from '@example/sweeps/authorization/v1';
import { ConfigMap, Namespace, Pod, ServiceAccount } from '@example/sweeps/core/v1';
import { Sweep } from '@example/sweeps/jobs/v1';
import { connect } from '@example/sweeps/node';

const warned: string[] = [];
const client = await connect({ fieldManager: 'program', onWarning: (text) => warned.push(text) });
const everywhere = client.resource(Sweep);
const sweeps = everywhere.in('default');

// create, get, find
const made = await sweeps.create({
	metadata: { name: 'one', labels: { app: 'web' } },
	spec: { mode: 'wet', room: 'kitchen', water: '1500m', every: '90m', serial: 9007199254740993n },
});
assert.equal(made.apiVersion, 'jobs.example.com/v1');
assert.equal(made.spec.workers, 1);
assert.equal(made.spec.serial, 9007199254740993n);
assert.ok(Math.abs(timeDate(made.metadata.creationTimestamp).getTime() - Date.now()) < 3_600_000);
assert.deepEqual(await sweeps.get('one'), made);
assert.equal(await sweeps.find('none'), undefined);
await assert.rejects(
	sweeps.get('none'),
	(error) => isReason(error, 'NotFound') && error.status === 404 && error.request === 'GET /apis/jobs.example.com/v1/namespaces/default/sweeps/none',
);

// Errors are reported field by field.
await assert.rejects(sweeps.create({ metadata: { name: 'bad' }, spec: { mode: 'wet', room: 'a very long room', workers: 10 } }), (error) => {
	assert.ok(error instanceof ApiError);
	assert.equal(error.reason, 'Invalid');
	assert.deepEqual(error.causes.map(({ field }) => field).sort(), ['spec.room', 'spec.room', 'spec.workers']);
	return true;
});

// A dry run stores nothing.
const tried = await sweeps.create({ metadata: { name: 'tried' }, spec: { mode: 'wet', floors: [1, 2] } }, { dryRun: true });
assert.deepEqual(tried.spec.floors, [1, 2]);
assert.equal(await sweeps.find('tried'), undefined);

// update, edit
const updated = await sweeps.update({ ...made, spec: { ...made.spec, workers: 2 } });
assert.equal(updated.spec.workers, 2);
assert.equal(updated.spec.serial, 9007199254740993n);
await assert.rejects(sweeps.update({ ...made, spec: { ...made.spec, workers: 3 } }), (error) => isReason(error, 'Conflict'));
const edited = await Promise.all(
	[1, 2, 3].map((n) =>
		sweeps.edit('one', (sweep) => {
			sweep.metadata.labels = { ...sweep.metadata.labels, [`n${n}`]: String(n) };
		}),
	),
);
assert.deepEqual((await sweeps.get('one')).metadata.labels, { app: 'web', n1: '1', n2: '2', n3: '3' });
assert.equal(new Set(edited.map(({ metadata }) => metadata.resourceVersion)).size, 3);
const same = await sweeps.edit('one', () => {});
assert.equal(same.metadata.resourceVersion, (await sweeps.get('one')).metadata.resourceVersion);

// patches
assert.deepEqual((await sweeps.patch('one', { metadata: { labels: { n1: null, n2: null, n3: null } } })).metadata.labels, { app: 'web' });
assert.equal((await sweeps.patchJson('one', [{ op: 'replace', path: '/spec/water', value: '2' }])).spec.water, '2');

// apply: field ownership
const applied = await sweeps.apply({ metadata: { name: 'applied' }, spec: { mode: 'wet', floors: [1], workers: 2 } });
assert.deepEqual(
	applied.metadata.managedFields?.map(({ manager, operation }) => [manager, operation]),
	[['program', 'Apply']],
);
await assert.rejects(sweeps.apply({ metadata: { name: 'applied' }, spec: { workers: 3 } }, { fieldManager: 'other' }), (error) => {
	assert.ok(isReason(error, 'Conflict'));
	assert.deepEqual(
		error.conflicts.map(({ field }) => field),
		['.spec.workers'],
	);
	return true;
});
assert.equal((await sweeps.apply({ metadata: { name: 'applied' }, spec: { workers: 3 } }, { fieldManager: 'other', force: true })).spec.workers, 3);

// status, scale
await sweeps.status.patch('one', { status: { workers: 1 } });
assert.equal(
	(
		await sweeps.status.edit('one', (sweep) => {
			sweep.status = { ...sweep.status, done: true };
		})
	).status?.done,
	true,
);
const scale = await sweeps.scale.edit('one', (each) => {
	each.spec = { replicas: 5 };
});
assert.equal(scale.kind, 'Scale');
assert.equal((await sweeps.get('one')).spec.workers, 5);
assert.equal((await sweeps.get('one')).status?.done, true);

// list, chunks, selectors
await Promise.all(
	Array.from({ length: 7 }, (_, n) =>
		sweeps.create({ metadata: { name: `many-${n}`, labels: { n: String(n) } }, spec: { mode: n % 2 === 0 ? 'dry' : 'wet', room: 'hall' } }),
	),
);
const names = (list: { readonly items: readonly { readonly metadata: { readonly name: string } }[] }): string[] =>
	list.items.map(({ metadata }) => metadata.name);
assert.deepEqual(names(await sweeps.list({ fieldSelector: { 'spec.mode': 'dry' } })), ['many-0', 'many-2', 'many-4', 'many-6']);
assert.deepEqual(names(await sweeps.list({ labelSelector: { n: ['1', '2'] } })), ['many-1', 'many-2']);
assert.deepEqual(
	names(
		await sweeps.list({ labelSelector: { n: { not: ['0', '1', '2', '3', '4', '5'] }, app: false }, fieldSelector: { 'metadata.name': { not: 'applied' } } }),
	),
	['many-6'],
);
const chunks: string[][] = [];
for await (const chunk of everywhere.chunks({ size: 4 })) chunks.push(names(chunk));
assert.deepEqual(
	chunks.map(({ length }) => length),
	[4, 4, 1],
);
assert.deepEqual(chunks.flat().length, new Set(chunks.flat()).size);
const configMaps = await client.resource(ConfigMap).list();
assert.deepEqual([...new Set(configMaps.items.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`))], ['v1 ConfigMap']);

// delete, deleteCollection
const deleted = await sweeps.delete('many-0', { preconditions: { uid: (await sweeps.get('many-0')).metadata.uid } });
assert.equal(deleted.kind, 'Status');
await assert.rejects(sweeps.delete('many-1', { preconditions: { uid: 'another' } }), (error) => isReason(error, 'Conflict'));
await sweeps.deleteCollection({ fieldSelector: { 'spec.mode': 'dry' }, dryRun: true });
assert.equal((await sweeps.list()).items.length, 8);
await sweeps.deleteCollection({ fieldSelector: { 'spec.mode': 'dry' } });
assert.deepEqual(names(await sweeps.list()), ['applied', 'many-1', 'many-3', 'many-5', 'one']);

// built-in kinds: cluster-scoped, reviews, other subresources, connections
const namespaces = client.resource(Namespace);
await namespaces.create({ metadata: { name: 'other' } });
assert.equal((await namespaces.get('other')).status?.phase, 'Active');
const pods = client.resource(Pod).in('other');
await pods.create({
	metadata: { name: 'web' },
	spec: { automountServiceAccountToken: false, containers: [{ name: 'web', image: 'web', resources: { limits: { cpu: '500m' } } }] },
});
const patched = await pods.patchStrategic('web', { spec: { containers: [{ name: 'web', image: 'web:2' }] } });
assert.deepEqual(
	patched.spec?.containers.map(({ name, image, resources }) => [name, image, resources?.limits?.cpu]),
	[['web', 'web:2', '500m']],
);
const evicted = await pods.eviction.create('web', { metadata: { name: 'web' } });
assert.equal(evicted.kind, 'Status');
assert.equal(await pods.find('web'), undefined);
const issued = await client
	.resource(ServiceAccount)
	.in('default')
	.create({ metadata: { name: 'robot' } })
	.then(() =>
		client
			.resource(ServiceAccount)
			.in('default')
			.token.create('robot', { spec: { audiences: [] } }),
	);
assert.equal(issued.status?.token.split('.').length, 3);
const review = await client.resource(SelfSubjectAccessReview).create({ spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } });
assert.equal(review.status?.allowed, true);
await assert.rejects(pods.log.text('web', { tailLines: 1 }), (error) => isReason(error, 'NotFound'));

// A token in place of the kubeconfig's certificate, and aborts.
const robot = await connect({ token: issued.status?.token });
await assert.rejects(robot.resource(Sweep).list(), (error) => isReason(error, 'Forbidden'));
await assert.rejects(sweeps.list({ signal: AbortSignal.abort(new Error('enough')) }), /enough/);
assert.throws(() => sweeps.get('..'), /is no name/);

// Warnings come from the server.
await sweeps.patch('one', { metadata: { annotations: { unknown: 'field' } }, ...{ nothing: 1 } }, { fieldValidation: 'Warn' });
assert.deepEqual(warned, ['unknown field "nothing"']);
console.log('done');
