import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from './write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
});
afterAll(() => server.close());

const configMaps = '/api/v1/namespaces/default/configmaps';
const merge = 'application/merge-patch+json';
const make = (name: string, metadata: object = {}) =>
	server.call('POST', configMaps, { body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data: { a: '1' } } });

describe('delete', () => {
	test('without finalizers removes the object and returns a Status', async () => {
		const { body: made } = await make('gone');
		const answer = await server.call('DELETE', `${configMaps}/gone`, { body: { propagationPolicy: 'Background' } });
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			kind: 'Status',
			apiVersion: 'v1',
			metadata: {},
			status: 'Success',
			details: { name: 'gone', kind: 'configmaps', uid: made.metadata.uid },
		});
		expect((await server.call('GET', `${configMaps}/gone`)).status).toBe(404);
		expect(await server.call('DELETE', `${configMaps}/gone`)).toMatchObject({ status: 404, body: { message: 'configmaps "gone" not found' } });
	});
	test('kinds that answer with the object do so', async () => {
		const classes = '/apis/storage.orch.io/v1/storageclasses';
		await server.call('POST', classes, { body: { metadata: { name: 'fast' }, provisioner: 'x.example/y' } });
		const answer = await server.call('DELETE', `${classes}/fast`);
		expect(answer.body).toMatchObject({ kind: 'StorageClass', metadata: { name: 'fast' } });
	});
	test('with finalizers marks the object until the last one is removed', async () => {
		await make('held', { finalizers: ['example.com/a', 'example.com/b'] });
		const marked = await server.call('DELETE', `${configMaps}/held`);
		expect(marked.status).toBe(200);
		expect(marked.body.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, finalizers: ['example.com/a', 'example.com/b'] });
		expect(marked.body.metadata.deletionTimestamp).toMatch(/Z$/);
		expect((await server.call('DELETE', `${configMaps}/held`)).text).toBe(marked.text);

		const added = await server.call('PATCH', `${configMaps}/held`, { type: merge, body: { metadata: { finalizers: ['example.com/a', 'example.com/c'] } } });
		expect(added.status).toBe(422);
		expect(added.body.message).toContain(
			'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/c"}',
		);
		const first = await server.call('PATCH', `${configMaps}/held`, { type: merge, body: { metadata: { finalizers: ['example.com/b'] } } });
		expect(first.status).toBe(200);
		expect((await server.call('GET', `${configMaps}/held`)).body.metadata.deletionTimestamp).toBe(marked.body.metadata.deletionTimestamp);
		const last = await server.call('PATCH', `${configMaps}/held`, { type: merge, body: { metadata: { finalizers: null } } });
		expect(last).toMatchObject({ status: 200, body: { metadata: { resourceVersion: first.body.metadata.resourceVersion } } });
		expect((await server.call('GET', `${configMaps}/held`)).status).toBe(404);
	});
	test('202 when it waits and orphanDependents=false was asked for', async () => {
		await make('accepted', { finalizers: ['example.com/a'] });
		expect((await server.call('DELETE', `${configMaps}/accepted?orphanDependents=false`)).status).toBe(202);
	});
	test.each([
		['Orphan', ['orphan']],
		['Foreground', ['foregroundDeletion']],
	])('propagationPolicy %s leaves its finalizer', async (policy, finalizers) => {
		const name = policy.toLowerCase();
		await make(name);
		expect((await server.call('DELETE', `${configMaps}/${name}?propagationPolicy=${policy}`)).body.metadata.finalizers).toEqual(finalizers);
		await server.call('DELETE', `${configMaps}/${name}?propagationPolicy=Background`);
		expect((await server.call('GET', `${configMaps}/${name}`)).status).toBe(404);
	});
	test('preconditions', async () => {
		const { body } = await make('conditional');
		const uid = await server.call('DELETE', `${configMaps}/conditional`, { body: { preconditions: { uid: 'other' } } });
		expect(uid.status).toBe(409);
		expect(uid.body.message).toContain(`the UID in the precondition (other) does not match the UID in record (${body.metadata.uid})`);
		expect((await server.call('DELETE', `${configMaps}/conditional`, { body: { preconditions: { resourceVersion: '1' } } })).status).toBe(409);
		const { uid: right, resourceVersion } = body.metadata;
		expect((await server.call('DELETE', `${configMaps}/conditional`, { body: { preconditions: { uid: right, resourceVersion } } })).status).toBe(200);
	});
	test.each([
		[{ propagationPolicy: 'Sometimes' }, /propagationPolicy: Unsupported value: "Sometimes": supported values: "Foreground", "Background", "Orphan", "nil"/],
		[{ propagationPolicy: 'Orphan', orphanDependents: true }, /orphanDependents and deletionPropagation cannot be both set/],
		[{ dryRun: ['Some'] }, /dryRun: Unsupported value: \[\]string\{"Some"\}: supported values: "All"/],
	])('%o is refused', async (body, message) => {
		await make('option');
		const answer = await server.call('DELETE', `${configMaps}/option`, { body });
		expect(answer.status).toBe(422);
		expect(answer.body.message).toMatch(message);
	});
	test('dry run removes nothing, said in the body or in the query', async () => {
		await make('dry');
		expect((await server.call('DELETE', `${configMaps}/dry`, { body: { dryRun: ['All'] } })).body.status).toBe('Success');
		expect((await server.call('DELETE', `${configMaps}/dry?dryRun=All`, { body: {} })).body.status).toBe('Success');
		expect((await server.call('GET', `${configMaps}/dry`)).status).toBe(200);
	});
});

describe('deletecollection', () => {
	test('removes what the selectors choose', async () => {
		const names = Array.from({ length: 40 }, (_, i) => `many-${i}`);
		await Promise.all(names.map((name, i) => make(name, { labels: { set: i % 2 ? 'odd' : 'even' } })));
		const dry = await server.call('DELETE', `${configMaps}?labelSelector=set%3Dodd&dryRun=All`);
		expect(dry.body).toMatchObject({ kind: 'Status', status: 'Success' });
		expect((await server.call('GET', `${configMaps}?labelSelector=set`)).body.items).toHaveLength(40);
		await server.call('DELETE', `${configMaps}?labelSelector=set%3Dodd`);
		expect((await server.call('GET', `${configMaps}?labelSelector=set`)).body.items).toHaveLength(20);
		await server.call('DELETE', `${configMaps}?fieldSelector=metadata.name%3Dmany-0`);
		expect((await server.call('GET', `${configMaps}/many-0`)).status).toBe(404);
		await server.call('DELETE', `${configMaps}?labelSelector=set&limit=5`);
		expect((await server.call('GET', `${configMaps}?labelSelector=set`)).body.items).toHaveLength(14);
		expect((await server.call('DELETE', `${configMaps}?continue=x`)).status).toBe(400);
		expect((await server.call('DELETE', `${configMaps}?labelSelector=a+b`)).status).toBe(400);
		expect((await server.call('DELETE', `${configMaps}?fieldSelector=data%3Dx`)).status).toBe(400);
	});
});

describe('pods', () => {
	const pods = '/api/v1/namespaces/default/pods';
	const pod = (name: string, spec: object = {}) => ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } });
	test('without a node are removed immediately', async () => {
		expect((await server.call('POST', pods, { body: pod('unplaced') })).body.status).toMatchObject({ phase: 'Pending', qosClass: 'BestEffort' });
		await server.call('DELETE', `${pods}/unplaced`);
		expect((await server.call('GET', `${pods}/unplaced`)).status).toBe(404);
	});
	test('on a node get a grace period, which can be shortened', async () => {
		await server.call('POST', pods, { body: pod('placed', { nodeName: 'n' }) });
		const marked = await server.call('DELETE', `${pods}/placed`);
		expect(marked.body.metadata.deletionGracePeriodSeconds).toBe(30);
		expect(Date.parse(marked.body.metadata.deletionTimestamp)).toBeGreaterThan(Date.now() + 20_000);
		expect((await server.call('DELETE', `${pods}/placed`)).text).toBe(marked.text);
		const shorter = await server.call('DELETE', `${pods}/placed`, { body: { gracePeriodSeconds: 5 } });
		expect(shorter.body.metadata.deletionGracePeriodSeconds).toBe(5);
		expect(Date.parse(marked.body.metadata.deletionTimestamp) - Date.parse(shorter.body.metadata.deletionTimestamp)).toBe(25_000);
		await server.call('DELETE', `${pods}/placed`, { body: { gracePeriodSeconds: 0 } });
		expect((await server.call('GET', `${pods}/placed`)).status).toBe(404);
	});
	test('that wait only for finalizers can be deleted with another policy', async () => {
		await server.call('POST', pods, { body: pod('undecided') });
		const orphaning = await server.call('DELETE', `${pods}/undecided`, { body: { propagationPolicy: 'Orphan' } });
		expect(orphaning.body.metadata).toMatchObject({ finalizers: ['orphan'], deletionGracePeriodSeconds: 0 });
		const waiting = await server.call('DELETE', `${pods}/undecided`, { body: { propagationPolicy: 'Foreground' } });
		const { deletionTimestamp } = orphaning.body.metadata;
		expect(waiting.body.metadata).toMatchObject({ finalizers: ['foregroundDeletion'], deletionGracePeriodSeconds: 0, deletionTimestamp });
		await server.call('DELETE', `${pods}/undecided`, { body: { propagationPolicy: 'Background' } });
		expect((await server.call('GET', `${pods}/undecided`)).status).toBe(404);
	});
	/** Wraps seconds as Kubernetes does, in 64 bits of nanoseconds. */
	const wrapped = (seconds: number): number => Number(BigInt.asIntN(64, BigInt(seconds) * 1_000_000_000n) / 1_000_000_000n);
	test.each([
		['9000000000', 9_000_000_000],
		['9223372037', 9_223_372_037],
		['8640000000001', 8_640_000_000_001],
		['9007199254740993', Number.MAX_SAFE_INTEGER],
		['9223372036854775807', Number.MAX_SAFE_INTEGER],
		['-9223372036854775808', 1],
	])('a grace of %s s, by the request or by the pod itself, ends as a time of 64 bits says', async (sent, kept) => {
		const ends = ({ metadata }: { metadata: { deletionGracePeriodSeconds: number; deletionTimestamp: string } }): number => {
			expect(metadata.deletionGracePeriodSeconds).toBe(kept);
			return Math.round((Date.parse(metadata.deletionTimestamp) - Date.now()) / 1000) - wrapped(kept);
		};
		for (const [name, grace, remove] of [
			['body', '1', () => server.call('DELETE', `${pods}/body`, { body: `{"gracePeriodSeconds":${sent}}` })],
			['query', '1', () => server.call('DELETE', `${pods}/query?gracePeriodSeconds=${sent}`)],
			['spec', sent, () => server.call('DELETE', `${pods}/spec`)],
		] as const) {
			const body = JSON.stringify(pod(name, { nodeName: 'n' })).replace('"nodeName"', `"terminationGracePeriodSeconds":${grace},"nodeName"`);
			await server.call('POST', pods, { body });
			expect(Math.abs(ends((await remove()).body))).toBeLessThanOrEqual(5);
			if (kept > 1) {
				const shorter = await server.call('DELETE', `${pods}/${name}`, { body: { gracePeriodSeconds: 1 } });
				expect(Math.abs(Date.parse(shorter.body.metadata.deletionTimestamp) - Date.now())).toBeLessThan(10_000);
			}
			await server.call('DELETE', `${pods}/${name}?gracePeriodSeconds=0`);
		}
	});
});
