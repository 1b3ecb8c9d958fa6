/** Tests DaemonSet, StatefulSet and ControllerRevision: rules specific to each. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';

const labels = { a: 'b' };
const whole = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } } };
const apps = '/apis/apps/v1/namespaces/default';
const asMerge = 'application/merge-patch+json';
let server: TestServer;
let newest: TestServer;
beforeAll(async () => {
	server = await testServer();
	newest = await testServer({ release: '1.36' });
});
afterAll(async () => {
	await server.close();
	await newest.close();
});

const causesOf = (body: JsonObject): string[] =>
	(((body.details as JsonObject | undefined)?.causes ?? []) as { field: string; message: string }[]).map(({ field, message }) => `${field}: ${message}`).sort();
const tried = async (plural: string, body: JsonObject, on = server) =>
	(await on.call('POST', `${apps}/${plural}?dryRun=All`, { body: { metadata: { name: 'x' }, ...body } })).body;
const patch = async (path: string, body: JsonObject, on = server) => (await on.call('PATCH', `${apps}/${path}`, { type: asMerge, body })).body;

describe('DaemonSet', () => {
	const strategy = async (updateStrategy: JsonObject) => tried('daemonsets', { spec: { ...whole, updateStrategy } });
	const path = 'spec.updateStrategy.rollingUpdate';
	test.each<[string, JsonObject, readonly string[]]>([
		['on deletion', { type: 'OnDelete' }, []],
		['of its own', { type: 'X' }, ['spec.updateStrategy: Unsupported value: {"type":"X"}: supported values: "RollingUpdate", "OnDelete"']],
		['none at a time', { rollingUpdate: { maxUnavailable: '0%' } }, [`${path}.maxUnavailable: Required value: cannot be 0 when maxSurge is 0`]],
		[
			'both ways at once',
			{ rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } },
			[`${path}.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero`],
		],
		['the new one first', { rollingUpdate: { maxUnavailable: 0, maxSurge: '10%' } }, []],
		['more than all', { rollingUpdate: { maxUnavailable: '101%' } }, [`${path}.maxUnavailable: Invalid value: "101%": must not be greater than 100%`]],
		[
			'more than all, first',
			{ rollingUpdate: { maxUnavailable: 0, maxSurge: '200%' } },
			[`${path}.maxSurge: Invalid value: "200%": must not be greater than 100%`],
		],
		['fewer than none', { rollingUpdate: { maxUnavailable: -1 } }, [`${path}.maxUnavailable: Invalid value: -1: must be greater than or equal to 0`]],
	])('is updated %s', async (_what, updateStrategy, expected) => {
		expect(causesOf(await strategy(updateStrategy))).toEqual(expected);
	});

	test('is updated a node at a time by default', async () => {
		expect((await tried('daemonsets', { spec: whole })).spec).toMatchObject({
			updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
			revisionHistoryLimit: 10,
		});
	});

	test('has no templateGeneration in its spec', async () => {
		const { warnings, body } = await server.call('POST', `${apps}/daemonsets?dryRun=All`, {
			body: { metadata: { name: 'x' }, spec: { ...whole, templateGeneration: 3 } },
		});
		expect(warnings).toEqual(['unknown field "spec.templateGeneration"']);
		expect(body.spec).not.toHaveProperty('templateGeneration');
	});

	const key = 'deprecated.daemonset.template.generation';
	const counted = (body: JsonObject) => ((body.metadata as JsonObject).annotations as JsonObject)[key];

	test('counts changes of its template, regardless of client values', async () => {
		await server.call('POST', `${apps}/daemonsets`, { body: { metadata: { name: 'counted' }, spec: whole } });
		expect(counted(await patch('daemonsets/counted', { metadata: { labels: { q: 'r' } } }))).toBe('1');
		expect(counted(await patch('daemonsets/counted', { metadata: { annotations: { [key]: '7' } } }))).toBe('1');
		const changed = await patch('daemonsets/counted', { spec: { template: { metadata: { labels: { ...labels, c: 'd' } } } } });
		expect([counted(changed), (changed.metadata as JsonObject).generation]).toEqual(['2', 2]);
		expect(counted(await patch('daemonsets/counted', { spec: { minReadySeconds: 1 } }))).toBe('2');
	});

	test.each([
		['7', '7'],
		['+5', '5'],
		['-3', '1'],
	])('begins to count at %s', async (annotation, expected) => {
		expect(counted(await tried('daemonsets', { metadata: { name: 'x', annotations: { [key]: annotation } }, spec: whole }))).toBe(expected);
	});

	test.each([
		['x', 'invalid syntax'],
		['', 'invalid syntax'],
		['1.5', 'invalid syntax'],
		['99999999999999999999', 'value out of range'],
	])('cannot count from %j', async (annotation, why) => {
		const { status, body } = await server.call('POST', `${apps}/daemonsets?dryRun=All`, {
			body: { metadata: { name: 'x', annotations: { [key]: annotation } }, spec: whole },
		});
		expect([status, body.message]).toEqual([
			400,
			`DaemonSet in version "v1" cannot be handled as a DaemonSet: strconv.ParseInt: parsing ${JSON.stringify(annotation)}: ${why}`,
		]);
	});
});

describe('StatefulSet', () => {
	const set = (spec: JsonObject, on = server) => tried('statefulsets', { spec: { ...whole, serviceName: 's', ...spec } }, on);
	const claim = (spec: JsonObject = {}) => ({
		metadata: { name: 'v' },
		spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
	});
	const path = 'spec.updateStrategy';
	test.each<[string, JsonObject, readonly string[]]>([
		['pods all at once', { podManagementPolicy: 'Parallel' }, []],
		['pods in an order of its own', { podManagementPolicy: 'X' }, [`spec.podManagementPolicy: Invalid value: "X": must be 'OrderedReady' or 'Parallel'`]],
		['a way of its own to update', { updateStrategy: { type: 'X' } }, [`${path}: Invalid value: {"type":"X"}: must be 'RollingUpdate' or 'OnDelete'`]],
		[
			'steps without rolling',
			{ updateStrategy: { type: 'OnDelete', rollingUpdate: {} } },
			[`${path}.rollingUpdate: Invalid value: {"partition":0}: only allowed for updateStrategy 'RollingUpdate'`],
		],
		[
			'a negative part',
			{ updateStrategy: { rollingUpdate: { partition: -1 } } },
			[`${path}.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0`],
		],
		['a policy for claims that does not count yet', { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'X' } }, []],
		['claims that nobody looks at yet', { volumeClaimTemplates: [claim({ accessModes: [] })] }, []],
	])('has %s', async (_what, spec, expected) => {
		expect(causesOf(await set(spec))).toEqual(expected);
	});

	test.each<[string, JsonObject, readonly string[]]>([
		['a service that is none', { serviceName: 'A.b' }, [expect.stringContaining('spec.serviceName: Invalid value: "A.b"')]],
		['no service', { serviceName: null }, []],
		['numbers below zero', { ordinals: { start: -3 } }, ['spec.ordinals.start: Invalid value: -3: must be greater than or equal to 0']],
		[
			'claims for nothing',
			{ volumeClaimTemplates: [claim({ resources: { requests: { storage: '0' } } })] },
			['spec.volumeClaimTemplates[0].spec.resources[storage]: Invalid value: "0": must be greater than zero'],
		],
		[
			'a policy for claims of its own',
			{ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'X' } },
			['spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: "X": supported values: "Retain", "Delete"'],
		],
	])('in 1.36 with %s', async (_what, spec, expected) => {
		expect(causesOf(await set(spec, newest))).toEqual(expected);
	});

	test('has defaults, each only with its gate', async () => {
		const rolling = { type: 'RollingUpdate', rollingUpdate: { partition: 0 } };
		const given = { podManagementPolicy: 'OrderedReady', replicas: 1, revisionHistoryLimit: 10, updateStrategy: rolling };
		const made = (await set({})).spec as JsonObject;
		expect(made).toMatchObject(given);
		expect(made.updateStrategy).toEqual(rolling);
		expect(made).not.toHaveProperty('persistentVolumeClaimRetentionPolicy');
		expect((await set({}, newest)).spec).toMatchObject({ ...given, persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' } });
		// An update strategy with a type gets no other defaults.
		expect(((await set({ updateStrategy: { type: 'RollingUpdate' } })).spec as JsonObject).updateStrategy).toEqual({ type: 'RollingUpdate' });
		const on = await testServer({ gates: { MaxUnavailableStatefulSet: true } });
		try {
			expect(((await set({}, on)).spec as JsonObject).updateStrategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { partition: 0, maxUnavailable: 1 } });
			expect(causesOf(await set({ updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } }, on))).toEqual([
				`${path}.rollingUpdate.maxUnavailable: Invalid value: 0: cannot be 0`,
			]);
		} finally {
			await on.close();
		}
	});

	test('refuses changes of immutable fields', async () => {
		const claims = [claim()];
		for (const on of [server, newest])
			await on.call('POST', `${apps}/statefulsets`, {
				body: { metadata: { name: 'kept' }, spec: { ...whole, serviceName: 's', volumeClaimTemplates: claims } },
			});
		const change = async (spec: JsonObject, on: TestServer) => causesOf(await patch('statefulsets/kept', { spec }, on));
		const forbidden = (names: string) => [`spec: Forbidden: updates to statefulset spec for fields other than ${names} are forbidden`];
		const before = forbidden("'replicas', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'");
		const now = forbidden(
			"'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'",
		);
		for (const spec of [
			{ serviceName: 'other' },
			{ podManagementPolicy: 'Parallel' },
			{ volumeClaimTemplates: [] },
			{ volumeClaimTemplates: [claim({ volumeMode: 'Block' })] },
		]) {
			expect(await change(spec, server)).toEqual(before);
			expect(await change(spec, newest)).toEqual(now);
		}
		expect(await change({ revisionHistoryLimit: 3 }, server)).toEqual(before);
		expect(await change({ revisionHistoryLimit: 3 }, newest)).toEqual([]);
		expect(await change({ ordinals: { start: 2 } }, newest)).toEqual([]);
		for (const on of [server, newest])
			expect(await change({ replicas: 3, minReadySeconds: 1, updateStrategy: { type: 'OnDelete', rollingUpdate: null } }, on)).toEqual([]);
	});

	test('sets the kind of its claim templates', async () => {
		const { spec } = await set({ volumeClaimTemplates: [{ ...claim(), apiVersion: 'v2', kind: 'X' }] });
		expect((spec as JsonObject).volumeClaimTemplates).toEqual([
			{ kind: 'PersistentVolumeClaim', apiVersion: 'v1', metadata: expect.anything(), spec: expect.anything(), status: { phase: 'Pending' } },
		]);
	});
});

describe('ControllerRevision', () => {
	const revision = (body: JsonObject, on = server) => tried('controllerrevisions', body, on);
	test.each<[string, JsonObject, readonly string[], readonly string[]]>([
		['an object', { data: { a: 1 }, revision: 1 }, [], []],
		['nothing', { revision: 1 }, ['data: Required value: data is mandatory'], ['data: Required value: data is mandatory']],
		['text', { data: 'x', revision: 1 }, [], ['data: Required value: data must be a valid JSON object']],
		['a list', { data: [1], revision: 1 }, [], ['data: Required value: data must be a valid JSON object']],
		[
			'a number below zero',
			{ data: {}, revision: -1 },
			['revision: Invalid value: -1: must be greater than or equal to 0'],
			['revision: Invalid value: -1: must be greater than or equal to 0'],
		],
	])('with %s', async (_what, body, then, now) => {
		expect(causesOf(await revision(body))).toEqual(then);
		expect(causesOf(await revision(body, newest))).toEqual(now);
	});
	test('keeps its data, and its revision may change', async () => {
		await server.call('POST', `${apps}/controllerrevisions`, { body: { metadata: { name: 'r' }, data: { a: 1 }, revision: 1 } });
		expect((await patch('controllerrevisions/r', { revision: 2 })).revision).toBe(2);
		expect(causesOf(await patch('controllerrevisions/r', { data: { a: 2 } }))).toEqual(['data: Invalid value: {"a":2}: field is immutable']);
	});
});
