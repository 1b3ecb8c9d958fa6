/**
 * Tests fields and values whose feature gate is off in the emulated release: dropped from new objects, kept in existing ones, and
 * documented.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { gatesAt } from '../../runtime/schema/emulated-catalog.ts';
import { type Loose, type TestServer, testServer } from '../verbs/write-fixture.ts';

const off = (release: string) => [...gatesAt({ ...catalog, release })].filter(([, on]) => !on).map(([name]) => name);
const pods = '/api/v1/namespaces/default/pods';
const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
const volumes = '/api/v1/persistentvolumes';
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const container = { name: 'c', image: 'i' };
const podSpec = { containers: [container] };
const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };
const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const csi = { driver: 'd', volumeHandle: 'h' };
const volumeSpec = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, csi };
const secret = { name: 'n', namespace: 's' };

/** Path, spec of the object, function that reads the gated value, and the value on a server of 1.25. */
const rows: [gate: string, path: string, spec: JsonObject, read: (spec: Loose) => unknown, kept: unknown][] = [
	['UserNamespacesStatelessPodsSupport', pods, { ...podSpec, hostUsers: true }, (spec) => spec.hostUsers, true],
	[
		'ProcMountType',
		pods,
		{ containers: [{ ...container, securityContext: { procMount: 'Unmasked' } }] },
		(spec) => (spec.containers[0].securityContext.procMount === 'Default' ? undefined : spec.containers[0].securityContext.procMount),
		'Unmasked',
	],
	[
		'MinDomainsInPodTopologySpread',
		pods,
		{ ...podSpec, topologySpreadConstraints: [{ ...spread, minDomains: 2 }] },
		(spec) => spec.topologySpreadConstraints[0].minDomains,
		2,
	],
	[
		'NodeInclusionPolicyInPodTopologySpread',
		pods,
		{ ...podSpec, topologySpreadConstraints: [{ ...spread, nodeTaintsPolicy: 'Honor' }] },
		(spec) => spec.topologySpreadConstraints[0].nodeTaintsPolicy,
		'Honor',
	],
	[
		'MatchLabelKeysInPodTopologySpread',
		pods,
		{ ...podSpec, topologySpreadConstraints: [{ ...spread, matchLabelKeys: ['a'] }] },
		(spec) => spec.topologySpreadConstraints[0].matchLabelKeys?.[0],
		'a',
	],
	['CSINodeExpandSecret', volumes, { ...volumeSpec, csi: { ...csi, nodeExpandSecretRef: secret } }, (spec) => spec.csi.nodeExpandSecretRef?.name, 'n'],
];

describe('gates that are off', () => {
	let server: TestServer;
	beforeAll(async () => {
		server = await testServer();
	});
	afterAll(() => server.close());

	test('are those of the release', () => {
		expect(off('1.25')).toContain('ReadWriteOncePod');
		expect(off('1.27')).not.toContain('ReadWriteOncePod');
	});

	test.each(rows)('%s: a sent value is dropped', async (gate, path, spec, read) => {
		const { status, body } = await server.call('POST', path, { body: { metadata: { name: gate.toLowerCase() }, spec } });
		expect([status, body.message]).toEqual([201, undefined]);
		expect(read(body.spec)).toBeUndefined();
	});

	test('templates are checked too', async () => {
		const template = { metadata: { labels: { a: 'b' } }, spec: { ...podSpec, hostUsers: false } };
		const { body } = await server.call('POST', deployments, { body: { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template } } });
		expect(body.spec.template.spec).not.toHaveProperty('hostUsers');
	});

	test('a status written through its subresource', async () => {
		await server.call('POST', claims, { body: { metadata: { name: 'c' }, spec: claimSpec } });
		const type = 'application/merge-patch+json';
		const body = { status: { allocatedResources: { storage: '2Gi' }, resizeStatus: 'NodeExpansionPending', phase: 'Bound' } };
		const { body: answer } = await server.call('PATCH', `${claims}/c/status`, { type, body });
		expect(answer.status).toEqual({ phase: 'Bound' });
	});

	test.each([
		[claims, claimSpec],
		[volumes, volumeSpec],
	])('ReadWriteOncePod is refused: %s', async (path, spec) => {
		const { status, body } = await server.call('POST', path, { body: { metadata: { name: 'one' }, spec: { ...spec, accessModes: ['ReadWriteOncePod'] } } });
		expect(status).toBe(422);
		expect(body.details.causes[0].message).toBe('Unsupported value: "ReadWriteOncePod": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"');
	});
});

test('a gate that refuses', async () => {
	const server = await testServer({ gates: { WindowsHostProcessContainers: false } });
	const spec = { ...podSpec, hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } } };
	const { body } = await server.call('POST', pods, { body: { metadata: { name: 'p' }, spec } });
	expect(body.message).toContain(
		"spec.securityContext.windowsOptions.hostProcess: Forbidden: not allowed when feature gate 'WindowsHostProcessContainers' is not enabled",
	);
	await server.close();
});

test('AnyVolumeDataSource: a dropped value does not return from the older field', async () => {
	const server = await testServer({ gates: { AnyVolumeDataSource: false } });
	const source = { apiGroup: null, kind: 'PersistentVolumeClaim', name: 'other' };
	const made = async (name: string, spec: JsonObject) => {
		const { body } = await server.call('POST', claims, { body: { metadata: { name }, spec: { ...claimSpec, ...spec } } });
		return [body.spec.dataSource, body.spec.dataSourceRef];
	};
	expect(await made('both', { dataSource: source, dataSourceRef: source })).toEqual([source, undefined]);
	expect(await made('old', { dataSource: source })).toEqual([source, undefined]);
	expect(await made('new', { dataSourceRef: source })).toEqual([undefined, undefined]);
	expect(await made('strange', { dataSource: { apiGroup: 'example.com', kind: 'X', name: 'x' } })).toEqual([undefined, undefined]);
	const type = 'application/merge-patch+json';
	const { status, body } = await server.call('PATCH', `${claims}/old`, { type, body: { metadata: { labels: { a: 'b' } }, spec: { dataSourceRef: source } } });
	expect([status, body.spec.dataSource, body.spec.dataSourceRef]).toEqual([200, source, undefined]);
	await server.close();
});

describe('gates that are on', () => {
	const gates = Object.fromEntries([...rows.map(([gate]) => [gate, true] as const), ['ReadWriteOncePod', true]]);
	let on: TestServer;
	beforeAll(async () => {
		on = await testServer({ gates });
	});
	afterAll(() => on.close());

	test.each(rows)('%s: a sent value is kept', async (gate, path, spec, read, kept) => {
		const { status, body } = await on.call('POST', path, { body: { metadata: { name: gate.toLowerCase() }, spec } });
		expect([status, body.message]).toEqual([201, undefined]);
		expect(read(body.spec)).toEqual(kept);
	});

	test('ReadWriteOncePod is a mode', async () => {
		const { status } = await on.call('POST', claims, { body: { metadata: { name: 'one' }, spec: { ...claimSpec, accessModes: ['ReadWriteOncePod'] } } });
		expect(status).toBe(201);
	});
});
