/** Status of storage version migrations as in Kubernetes; a final outcome never changes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storageVersions } from '../../runtime/controllers/storage-versions.ts';
import { startTestStack, type TestStack } from '../server/stack-fixture.ts';
import { firstLines } from '../server/watching.ts';
import type { Loose } from '../setup/loose.ts';

const path = '/apis/storagemigration.orch.io/v1beta1/storageversionmigrations';
const scalers = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';
const args = [
	...['--emulated-version', '1.36', '--feature-gates', 'StorageVersionMigrator=true'],
	...['--runtime-config', 'storagemigration.orch.io/v1beta1=true'],
];
const resource = 'horizontalpodautoscalers.autoscaling';

let stack: TestStack;
/** Keeps the store and the keys, and runs no controllers. */
let base: TestStack;
beforeEach(async () => {
	base = await startTestStack({ args, controllers: [], shared: true });
	const names = Array.from({ length: 60 }, (_, i) => `h${i}`);
	await base.store.commit(names.map(older));
	stack = await startTestStack({ args, beside: base, controllers: [] });
});
afterEach(async () => {
	await stack.close();
	await base.close();
});

function older(name: string) {
	const spec = { scaleTargetRef: { kind: 'Deployment', name: 'web', apiVersion: 'apps/v1' }, maxReplicas: 3, targetCPUUtilizationPercentage: 50 };
	const metadata = { name, namespace: 'default', uid: `uid-of-${name}`, creationTimestamp: '2024-01-01T00:00:00Z' };
	const bytes = Buffer.from(JSON.stringify({ kind: 'HorizontalPodAutoscaler', apiVersion: 'autoscaling/v1', metadata, spec }));
	return { resource, namespace: 'default', name, expected: 0, bytes, side: '', version: 'autoscaling/v1' };
}

async function withController(): Promise<void> {
	await stack.close();
	stack = await startTestStack({ args, beside: base, controllers: [storageVersions] });
}

const ask = async (name: string, of: object) => expect((await stack.ask('POST', path, { metadata: { name }, spec: { resource: of } })).status).toBe(201);
const read = async (name: string): Promise<Loose> => (await stack.ask('GET', `${path}/${name}`)).json();

async function over(name: string): Promise<Loose> {
	for (;;) {
		const found = await read(name);
		if (found.status.conditions?.some(({ type, status }: Loose) => (type === 'Succeeded' || type === 'Failed') && status === 'True')) return found;
		const from = found.metadata.resourceVersion;
		await firstLines(`${stack.url}${path}?watch=1&resourceVersion=${from}&fieldSelector=metadata.name%3D${name}`, stack.credentials, 1);
	}
}

const said = ({ status }: Loose) => status.conditions.map(({ type, status: value, reason, message }: Loose) => [type, value, reason, message]);

/** Returns the number of rows by apiVersion. */
const writtenRows = () => Object.fromEntries([...stack.rows.written(resource)].map(([mark, rows]) => [mark.split('#')[0], rows]));

describe('a StorageVersionMigration', () => {
	it('runs, succeeds, and reports the version at its start', async () => {
		await withController();
		const before = Number((await stack.ask('GET', `${scalers}?limit=1`).then((answer) => answer.json() as Loose)).metadata.resourceVersion);
		await ask('scalers', { group: 'autoscaling', resource: 'horizontalpodautoscalers' });
		const done = await over('scalers');
		expect(said(done)).toEqual([
			['Running', 'False', 'StorageVersionMigrationInProgress', ''],
			['Succeeded', 'True', 'StorageVersionMigrationSucceeded', ''],
		]);
		expect(Number(done.status.resourceVersion)).toBeGreaterThanOrEqual(before);
		expect(done.status.conditions.every(({ lastTransitionTime }: Loose) => /^\d{4}-.*Z$/.test(lastTransitionTime))).toBe(true);
		expect(writtenRows()).toEqual({ 'autoscaling/v2': 60 });
		expect(done.metadata.managedFields.map(({ manager, subresource }: Loose) => [manager, subresource])).toContainEqual(['orch-controller-manager', 'status']);
	});

	it('fails permanently for an unknown resource', async () => {
		await withController();
		await ask('nothing', { group: 'example.com', resource: 'nothings' });
		expect(said(await over('nothing'))).toEqual([
			['Failed', 'True', 'StorageVersionMigrationFailed', 'migration encountered unhandled error: no such resource is stored'],
		]);
	});

	it('fails with an example when objects cannot be converted', async () => {
		await withController();
		// A row as written by a server of a later release.
		const row = older('odd');
		await base.store.commit([{ ...row, bytes: Buffer.from(row.bytes.toString().replace('autoscaling/v1', 'autoscaling/v9')), version: 'autoscaling/v9' }]);
		await ask('scalers', { group: 'autoscaling', resource: 'horizontalpodautoscalers' });
		expect(said(await over('scalers'))).toEqual([
			['Running', 'False', 'StorageVersionMigrationInProgress', ''],
			[
				'Failed',
				'True',
				'StorageVersionMigrationFailed',
				expect.stringMatching(/^migration encountered unhandled error: 1 cannot be converted, such as default\/odd: .* is stored as autoscaling\/v9/),
			],
		]);
		expect(writtenRows()).toEqual({ 'autoscaling/v2': 60, 'autoscaling/v9': 1 });
	});

	it('continues after a restart', async () => {
		await ask('scalers', { group: 'autoscaling', resource: 'horizontalpodautoscalers' });
		const { metadata } = await read('scalers');
		const conditions = [
			{ type: 'Running', status: 'True', reason: 'StorageVersionMigrationInProgress', message: '', lastTransitionTime: '2024-01-01T00:00:00Z' },
		];
		const begun = { metadata, status: { resourceVersion: '5', conditions } };
		expect((await stack.ask('PUT', `${path}/scalers/status`, { ...(await read('scalers')), ...begun })).status).toBe(200);
		await withController();
		const done = await over('scalers');
		expect([said(done).map(([type, value]: string[]) => [type, value]), done.status.resourceVersion]).toEqual([
			[
				['Running', 'False'],
				['Succeeded', 'True'],
			],
			'5',
		]);
		expect(writtenRows()).toEqual({ 'autoscaling/v2': 60 });
	});
});
