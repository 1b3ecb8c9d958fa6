/**
 * Tests by release which older versions of kinds are served (seed 1, "Versions removed by release"), and that objects stay readable. The
 * tests are ordered by release, so that each release takes one server.
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

let server: ServerProcess;
let dataDir = '';
const expectStatus = expecting(() => server);
let running = '';
/** Starts a server on the data of the one before, unless that one is of this release. */
const start = async (release: string): Promise<void> => {
	if (release === running) return;
	running = release;
	await server?.stop();
	server = await startServer(inject('built').kubernetes, { ...(dataDir && { dataDir }), flags: ['--emulated-version', release] });
	dataDir = server.dataDir;
};
const restart = async (): Promise<void> => {
	const release = running;
	running = '';
	await start(release);
};
const named = (name: string, fields: object) => ({ metadata: { name }, ...fields });

/** Release, the version that it serves next to v1, path, kind, object, and the first release without that version. */
const older = [
	['1.24', 'discovery.k8s.io/v1beta1', 'namespaces/default/endpointslices', 'EndpointSlice', { addressType: 'IPv4' }, '1.25'],
	[
		'1.24',
		'batch/v1beta1',
		'namespaces/default/cronjobs',
		'CronJob',
		{ spec: { schedule: '@daily', jobTemplate: { spec: { template: { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } } } } } },
		'1.25',
	],
	['1.24', 'node.k8s.io/v1beta1', 'runtimeclasses', 'RuntimeClass', { handler: 'h' }, '1.25'],
	['1.26', 'storage.k8s.io/v1beta1', 'namespaces/default/csistoragecapacities', 'CSIStorageCapacity', { storageClassName: 'fast' }, '1.27'],
] as const;

const namesOf = ([release, version, path, kind, object, next]: (typeof older)[number]) => {
	const group = version.replace(/\/.*/, '');
	return { release, version, path, kind, object, next, group, beta: version.replace(/.*\//, ''), at: (which: string) => `/apis/${group}/${which}/${path}` };
};

/** Tests that a release serves the older version. */
function isServed(row: (typeof older)[number]): void {
	const { release, version, kind, object, next, group, beta, at } = namesOf(row);

	it(`${release} serves ${version} ${kind}, with a Warning`, async () => {
		await start(release);
		const made = await server.call('POST', at(beta), named('older', object));
		const life = new RegExp(
			`^299 - "${version} ${kind} is deprecated in v1\\.\\d+\\+, unavailable in v${next.replace('.', '\\.')}\\+; use ${group}/v1 ${kind}"$`,
		);
		expect([made.status, made.headers.warning]).toEqual([201, expect.stringMatching(life)]);
		expect(await expectStatus(200, 'GET', `${at('v1')}/older`)).toMatchObject({ apiVersion: `${group}/v1`, ...object });
		await expectStatus(200, 'PATCH', `${at(beta)}/older`, { metadata: { labels: { a: 'b' } } }, patchTypes.merge);
	});
}

/** Tests that the next release no longer serves the older version of what `isServed` stored. */
function isGone(row: (typeof older)[number]): void {
	const { version, kind, object, next, beta, at } = namesOf(row);

	it(`${next} no longer serves ${version} ${kind}, and stored objects stay readable`, async () => {
		await start(next);
		await expectStatus(404, 'GET', at(beta));
		expect(await expectStatus(200, 'GET', `${at('v1')}/older`)).toMatchObject({ metadata: { labels: { a: 'b' } }, ...object });
	});
}

const policiesOf = (group: string) => `/apis/${group}/namespaces/default/networkpolicies`;

/** Tests whether the status of a NetworkPolicy has an endpoint in a release. */
function hasStatusOfPolicies(release: string, status: number, shown: object | undefined): void {
	it(`${release}: the status of a NetworkPolicy has an endpoint: ${status}`, async () => {
		await start(release);
		// An object of an older release is shown as it was written.
		const name = `of-${release}`;
		const policies = policiesOf('networking.k8s.io/v1');
		expect((await expectStatus(201, 'POST', policies, named(name, { spec: { podSelector: {} } }))).status).toEqual(shown);
		await expectStatus(status, 'GET', `${policies}/${name}/status`);
	});
}

const eventsOf = (version: string) => `/apis/events.k8s.io/${version}/namespaces/default/events`;
const coreEvents = '/api/v1/namespaces/default/events';
const newerEvent = {
	eventTime: '2024-05-01T10:00:00.000000Z',
	reportingController: 'example.com/watcher',
	reportingInstance: 'a',
	action: 'Look',
	reason: 'Seen',
	regarding: { kind: 'Pod', namespace: 'default', name: 'p' },
	note: 'there',
	type: 'Normal',
};

const levelsOf = (version: string) => `/apis/flowcontrol.apiserver.k8s.io/${version}/prioritylevelconfigurations`;
const levelSpec = (shares: object) => ({ spec: { type: 'Limited', limited: { ...shares, limitResponse: { type: 'Reject' } } } });
const shownShares = { nominalConcurrencyShares: 7, limitResponse: { type: 'Reject' } };

afterAll(async () => {
	await server.stop();
	rmSync(dataDir, { recursive: true, force: true });
});

describe('workloads', () => {
	const older = {
		daemonsets: ['extensions/v1beta1', 'apps/v1beta2'],
		deployments: ['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2'],
		replicasets: ['extensions/v1beta1', 'apps/v1beta2'],
		statefulsets: ['apps/v1beta1', 'apps/v1beta2'],
	};
	it('is of apps/v1 alone since 1.16', async () => {
		await start('1.16');
		const spec = {
			serviceName: 's',
			selector: { matchLabels: { a: 'b' } },
			template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
		};
		for (const [plural, versions] of Object.entries(older)) {
			for (const version of versions) await expectStatus(404, 'GET', `/apis/${version}/namespaces/default/${plural}`);
			await expectStatus(201, 'POST', `/apis/apps/v1/namespaces/default/${plural}`, named('of-1-16', { spec }));
		}
	});
});

describe('NetworkPolicy of 1.16', () => {
	it('1.16 serves no NetworkPolicy of extensions', async () => {
		await start('1.16');
		await expectStatus(404, 'GET', policiesOf('extensions/v1beta1'));
		await expectStatus(201, 'POST', policiesOf('networking.k8s.io/v1'), named('old', { spec: { podSelector: {} } }));
	});
});

describe('releases up to 1.24', () => {
	hasStatusOfPolicies('1.23', 404, undefined);
	hasStatusOfPolicies('1.24', 200, {});
	for (const row of older.filter(([release]) => release === '1.24')) isServed(row);

	it('1.24 serves v1beta1 of events, with a Warning', async () => {
		await start('1.24');
		const { status, headers } = await server.call('POST', eventsOf('v1beta1'), named('beta', { ...newerEvent, type: 'Other' }));
		expect([status, headers.warning]).toEqual([
			201,
			'299 - "events.k8s.io/v1beta1 Event is deprecated in v1.22+, unavailable in v1.25+; use events.k8s.io/v1 Event"',
		]);
		expect(await expectStatus(200, 'GET', `${coreEvents}/beta`)).toMatchObject({ type: 'Other', involvedObject: { name: 'p' }, message: 'there' });
	});
});

describe('EndpointSlice in v1beta1', () => {
	const at = (version: string) => `/apis/discovery.k8s.io/${version}/namespaces/default/endpointslices`;
	const slice = (...endpoints: object[]) => ({ addressType: 'IPv4', endpoints: endpoints.map((one) => ({ addresses: ['10.1.2.3'], ...one })) });
	const zone = 'topology.kubernetes.io/zone';
	const hostname = 'kubernetes.io/hostname';
	const endpoints = async (path: string) => (await expectStatus(200, 'GET', path)).endpoints;
	beforeAll(() => start('1.24'));

	it('an EndpointSlice has its zone and host in a topology in v1beta1, and as fields in v1', async () => {
		const topology = { [zone]: 'z', [hostname]: 'n', other: 'o' };
		await expectStatus(
			201,
			'POST',
			at('v1beta1'),
			named('zoned', slice({ topology, nodeName: 'n' }, { topology: { [hostname]: 'elsewhere' }, nodeName: 'n' }, {})),
		);
		expect(await endpoints(`${at('v1')}/zoned`)).toMatchObject([
			{ zone: 'z', nodeName: 'n', deprecatedTopology: { other: 'o' } },
			{ nodeName: 'n', deprecatedTopology: { [hostname]: 'elsewhere' } },
			{ addresses: ['10.1.2.3'] },
		]);
		expect(await endpoints(`${at('v1beta1')}/zoned`)).toEqual([
			{ addresses: ['10.1.2.3'], conditions: {}, topology, nodeName: 'n' },
			{ addresses: ['10.1.2.3'], conditions: {}, topology: { [hostname]: 'elsewhere' }, nodeName: 'n' },
			{ addresses: ['10.1.2.3'], conditions: {} },
		]);
		const bad = { endpoints: [{ addresses: ['10.1.2.3'], topology: { 'a b': 'c' } }] };
		expect((await expectStatus(422, 'PATCH', `${at('v1beta1')}/zoned`, bad, patchTypes.merge)).message).toContain(
			'endpoints[0].topology: Invalid value: "a b"',
		);
	});

	it('a topology is written in v1beta1 alone', async () => {
		const written = slice({ deprecatedTopology: { other: 'o' }, zone: 'z', nodeName: 'n' });
		await expectStatus(201, 'POST', at('v1'), named('new', written));
		expect(await endpoints(`${at('v1')}/new`)).toEqual([{ addresses: ['10.1.2.3'], conditions: {}, nodeName: 'n', zone: 'z' }]);
		expect(await endpoints(`${at('v1beta1')}/new`)).toMatchObject([{ topology: { [zone]: 'z', [hostname]: 'n' }, nodeName: 'n' }]);
	});

	it('the host in a topology becomes the node, where a node can have its name', async () => {
		const hosts = slice({ topology: { [hostname]: 'n', other: 'o' } }, { topology: { [hostname]: 'n' } }, { topology: { [hostname]: 'Not_One' } });
		await expectStatus(201, 'POST', at('v1beta1'), named('hosts', hosts));
		expect(await endpoints(`${at('v1')}/hosts`)).toEqual([
			{ addresses: ['10.1.2.3'], conditions: {}, deprecatedTopology: { other: 'o' }, nodeName: 'n' },
			{ addresses: ['10.1.2.3'], conditions: {}, nodeName: 'n' },
			{ addresses: ['10.1.2.3'], conditions: {}, deprecatedTopology: { [hostname]: 'Not_One' } },
		]);
		expect((await endpoints(`${at('v1beta1')}/hosts`))[0].topology).toEqual({ [hostname]: 'n', other: 'o' });
	});

	it.each([
		['as it was read', { conditions: { ready: false }, zone: 'y' }],
		['changed', { deprecatedTopology: { other: 'changed', [hostname]: 'm' }, zone: 'y' }],
		['absent', { deprecatedTopology: undefined, zone: 'y' }],
	])('a PUT through v1 keeps deprecatedTopology that is sent %s', async (name, change) => {
		const id = name.replaceAll(' ', '-');
		await expectStatus(201, 'POST', at('v1beta1'), named(id, slice({ topology: { other: 'o', [zone]: 'z' }, nodeName: 'n' })));
		const read = await expectStatus(200, 'GET', `${at('v1')}/${id}`);
		const sent = {
			...read,
			endpoints: [
				{ ...read.endpoints[0], ...change },
				{ addresses: ['10.1.2.4'], deprecatedTopology: { other: 'new' } },
			],
		};
		const now = await expectStatus(200, 'PUT', `${at('v1')}/${id}`, sent);
		expect(now.endpoints).toMatchObject([{ deprecatedTopology: { other: 'o' }, nodeName: 'n', zone: 'y' }, { addresses: ['10.1.2.4'] }]);
		expect(now.endpoints[1]).not.toHaveProperty('deprecatedTopology');
	});
});

describe('1.25', () => {
	for (const row of older.filter(([release]) => release === '1.24')) isGone(row);

	it('1.25 serves v1 of events alone, of the same objects', async () => {
		await start('1.25');
		await expectStatus(404, 'GET', eventsOf('v1beta1'));
		expect((await expectStatus(200, 'GET', `${eventsOf('v1')}/beta`)).note).toBe('there');
		await expectStatus(201, 'POST', eventsOf('v1'), named('newer', newerEvent));
		const { involvedObject, message, reportingComponent } = await expectStatus(200, 'GET', `${coreEvents}/newer`);
		expect({ involvedObject, message, reportingComponent }).toEqual({
			involvedObject: newerEvent.regarding,
			message: 'there',
			reportingComponent: newerEvent.reportingController,
		});
		const older = { involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' }, reason: 'Seen', message: 'm', source: { component: 'c' }, count: 2 };
		await expectStatus(201, 'POST', coreEvents, named('older', older));
		expect(await expectStatus(200, 'GET', `${eventsOf('v1')}/older`)).toMatchObject({
			note: 'm',
			deprecatedSource: { component: 'c' },
			deprecatedCount: 2,
			eventTime: null,
		});
		const chosen = await expectStatus(200, 'GET', `${eventsOf('v1')}?fieldSelector=regarding.name%3Dp,reportingController%3Dexample.com/watcher`);
		expect(chosen.items.map(({ metadata }: Loose) => metadata.name)).toEqual(['beta', 'newer']);
	});

	it('1.25 serves v1beta1 and v1beta2, of the same objects', async () => {
		await start('1.25');
		const { status, headers } = await server.call('POST', levelsOf('v1beta1'), named('old', levelSpec({ assuredConcurrencyShares: 7 })));
		expect([status, headers.warning]).toEqual([
			201,
			'299 - "flowcontrol.apiserver.k8s.io/v1beta1 PriorityLevelConfiguration is deprecated in v1.23+, unavailable in v1.26+; use flowcontrol.apiserver.k8s.io/v1beta2 PriorityLevelConfiguration"',
		]);
		expect((await expectStatus(200, 'GET', `${levelsOf('v1beta2')}/old`)).spec.limited).toEqual({
			assuredConcurrencyShares: 7,
			limitResponse: { type: 'Reject' },
		});
		const { message } = await expectStatus(422, 'POST', levelsOf('v1beta2'), named('none', levelSpec({ assuredConcurrencyShares: -1 })));
		expect(message).toContain('spec.limited.assuredConcurrencyShares: Invalid value: -1: must be positive');
		await expectStatus(
			201,
			'POST',
			'/apis/flowcontrol.apiserver.k8s.io/v1beta2/flowschemas',
			named('old', { spec: { priorityLevelConfiguration: { name: 'old' } } }),
		);
	});
});

describe('priority classes of the system', () => {
	const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
	const names = async () => (await expectStatus(200, 'GET', classes)).items.map(({ metadata, value }: Loose) => [metadata.name, value]);
	const own = [
		['system-cluster-critical', 2_000_000_000],
		['system-node-critical', 2_000_001_000],
	];

	it('exist from the start, and are recreated at the next one', async () => {
		await start('1.25');
		expect(await names()).toEqual(own);
		await expectStatus(200, 'DELETE', `${classes}/system-node-critical`);
		await restart();
		expect(await names()).toEqual(own);
	});
});

describe('later releases', () => {
	for (const row of older.filter(([release]) => release === '1.26')) isServed(row);

	it('1.26 serves v1beta3 and no longer v1beta1, and stored objects stay readable', async () => {
		await start('1.26');
		await expectStatus(404, 'GET', levelsOf('v1beta1'));
		expect((await expectStatus(200, 'GET', `${levelsOf('v1beta3')}/old`)).spec.limited).toMatchObject(shownShares);
	});

	for (const row of older.filter(([release]) => release === '1.26')) isGone(row);
	hasStatusOfPolicies('1.27', 200, {});
	hasStatusOfPolicies('1.28', 404, undefined);

	it('1.29 serves v1 and no longer v1beta2, and stored objects stay readable', async () => {
		await start('1.29');
		await expectStatus(404, 'GET', levelsOf('v1beta2'));
		expect((await expectStatus(200, 'GET', `${levelsOf('v1')}/old`)).spec.limited).toMatchObject(shownShares);
		const schemas = await expectStatus(200, 'GET', '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas/old');
		expect(schemas.spec).toEqual({ priorityLevelConfiguration: { name: 'old' }, matchingPrecedence: 1000 });
	});
});
