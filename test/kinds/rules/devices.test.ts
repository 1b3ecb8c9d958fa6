/** Tests device classes, slices and taint rules at 1.36: refusals, and older versions. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { merge } from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ release: '1.36', gates: { DRAListTypeAttributes: true, DRANodeAllocatableResources: true } });
});
afterAll(() => server.close());

const group = '/apis/resource.orch.io';
const asTable = { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' };
const label = 'a lowercase RFC 1123 label must consist of';

/** Returns the causes for an object, one per line. */
async function said(path: string, spec: JsonObject): Promise<string[]> {
	const { status, body } = await server.call('POST', `${path}?dryRun=All`, { body: { metadata: { name: 'x' }, spec } });
	return status === 201 ? [] : body.details.causes.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`);
}
async function expectSaid(path: string, spec: JsonObject, wanted: readonly string[]): Promise<void> {
	const causes = await said(path, spec);
	expect(causes).toHaveLength(wanted.length);
	for (const part of wanted) expect(causes).toContainEqual(expect.stringContaining(part));
}
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

describe('DeviceClass', () => {
	const path = `${group}/v1/deviceclasses`;
	const opaque = { driver: 'a.b', parameters: { a: 1 } };
	test.each<[what: string, spec: JsonObject, wanted: string[]]>([
		['nothing', {}, []],
		['all there is', { selectors: [{ cel: { expression: 'device.driver == "a"' } }], config: [{ opaque }], extendedResourceName: 'a.b/gpu' }, []],
		['a selector without CEL', { selectors: [{}] }, ['spec.selectors[0].cel: Required value']],
		[
			'an expression that is none',
			{ selectors: [{ cel: { expression: 'a =' } }] },
			['spec.selectors[0].cel.expression: Invalid value: "a =": compilation failed'],
		],
		[
			'a long expression',
			{ selectors: [{ cel: { expression: `"${'a'.repeat(10_240)}" == ""` } }] },
			['spec.selectors[0].cel.expression: Too long: may not be more than 10240 bytes'],
		],
		['many selectors', { selectors: many(33, () => ({ cel: { expression: 'true' } })) }, ['spec.selectors: Too many: 33: must have at most 32 items']],
		['settings with an integer beyond 2^53', { config: [{ opaque: { ...opaque, parameters: { a: 9007199254740993n } } }] }, []],
		['settings without any', { config: [{}] }, ['spec.config[0].opaque: Required value']],
		['settings that are no object', { config: [{ opaque: { ...opaque, parameters: [1] } }] }, ['"<value omitted>": must be a valid JSON object']],
		['settings of nothing', { config: [{ opaque: { driver: 'a' } }] }, ['spec.config[0].opaque.parameters: Required value']],
		['a name without a domain', { extendedResourceName: 'gpu' }, ['spec.extendedResourceName: Invalid value: "gpu": must be a valid extended resource name']],
	])('%s', (_, spec, wanted) => expectSaid(path, spec, wanted));

	it('counts changes, and is the same in every version', async () => {
		await server.call('POST', path, { body: { metadata: { name: 'c' }, spec: {} } });
		await server.call('PATCH', `${path}/c`, { type: merge, body: { spec: { config: [{ opaque }] } } });
		for (const version of ['v1', 'v1beta1', 'v1beta2']) {
			const { body } = await server.call('GET', `${group}/${version}/deviceclasses/c`);
			expect([body.metadata.generation, body.spec]).toEqual([2, { config: [{ opaque }] }]);
		}
		const { columnDefinitions: columns } = (await server.call('GET', `${path}/c`, asTable)).body;
		expect(columns.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Age']);
	});
});

describe('ResourceSlice', () => {
	const path = `${group}/v1/resourceslices`;
	const spec = { driver: 'a.b', nodeName: 'n', pool: { name: 'p', generation: 0, resourceSliceCount: 1 } };
	const place = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
	const term = { matchExpressions: [{ key: 'a', operator: 'Exists' }] };
	test.each<[what: string, fields: JsonObject, wanted: string[]]>([
		['no device', {}, []],
		['two places', { allNodes: true }, [`spec: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${place}, but multiple fields are set`]],
		['an empty place', { nodeName: '' }, ['spec.nodeName: Invalid value: "": must be either unset', `spec: Required value: ${place}`]],
		['all nodes: no', { allNodes: false }, ['spec.allNodes: Invalid value: false: must be either unset or set to true']],
		['two terms', { nodeName: null, nodeSelector: { nodeSelectorTerms: [term, term] } }, ['must have exactly one node selector term']],
		[
			'no pool',
			{ pool: { name: 'A/b', generation: -1, resourceSliceCount: 0 } },
			[
				'spec.pool.name: Invalid value: "A": a lowercase RFC 1123 subdomain',
				'spec.pool.generation: Invalid value: -1: must be greater than or equal to zero',
				'spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
			],
		],
		['a name twice', { devices: [{ name: 'a' }, { name: 'a' }] }, ['spec.devices[1]: Duplicate value: "a"']],
		['many', { devices: many(129, (index) => ({ name: `a${index}` })) }, ['spec.devices: Too many: 129: must have at most 128 items']],
		[
			'many with taints',
			{ devices: many(65, (index) => ({ name: `a${index}`, taints: [{ key: 'a', effect: 'None' }] })) },
			['spec.devices: Too many: 65: must have at most 64 items'],
		],
		[
			'counters and devices',
			{ sharedCounters: [{ name: 'c', counters: { x: { value: '1' } } }], devices: [{ name: 'd' }] },
			['only one of `sharedCounters` or `devices` is allowed'],
		],
		[
			'counters',
			{
				sharedCounters: [
					{ name: 'c', counters: {} },
					{ name: 'c', counters: { A: { value: '1' } } },
				],
			},
			['spec.sharedCounters[0].counters: Required value', `spec.sharedCounters[1].counters: Invalid value: "A": ${label}`, 'spec.sharedCounters[1]: Duplicate'],
		],
	])('%s', (_, fields, wanted) => expectSaid(path, { ...spec, ...fields }, wanted));

	const at = 'spec.devices[0]';
	const amounts = (requestPolicy: JsonObject) => ({ allowMultipleAllocations: true, capacity: { m: { value: '10Gi', requestPolicy } } });
	const policy = `${at}.capacity[m].requestPolicy`;
	test.each<[what: string, fields: JsonObject, wanted: string[]]>([
		['what it is like', { attributes: { model: { string: 'x' }, 'a.b/c': { int: 4 }, v: { version: '1.0.0-a.1+b' }, l: { ints: [1, 2] } } }, []],
		['a name', { name: 'A' }, [`${at}.name: Invalid value: "A": ${label}`]],
		[
			'names of attributes',
			{ attributes: { '1': { int: 1 }, '/x': { int: 1 }, 'x/': { int: 1 }, 'a/b/c': { int: 1 } } },
			['"1": a valid C identifier', 'Invalid value: "": the domain must not be empty', 'Invalid value: "": the name must not be empty'],
		],
		[
			'values of attributes',
			{ attributes: { a: {}, b: { int: 1, bool: true }, c: { string: 'x'.repeat(65) }, d: { version: '1' } } },
			[
				`${at}.attributes[a]: Invalid value: "": exactly one value must be specified`,
				`${at}.attributes[b]: Invalid value: {"int":1,"bool":true}: exactly one value must be specified`,
				`${at}.attributes[c].string: Too long: may not be more than 64 bytes`,
				`${at}.attributes[d].version: Invalid value: "1": must be a string compatible with semver.org spec 2.0.0`,
			],
		],
		[
			'many attributes',
			{ attributes: Object.fromEntries(many(33, (index) => [`a${index}`, { int: index }])) },
			['33: the total number of attributes and capacities must not exceed 32'],
		],
		['many values', { attributes: { a: { ints: many(49, (index) => index) } } }, ['49: the total number of attribute values must not exceed 48']],
		['taints', { taints: [{ key: '', effect: 'X' }] }, ['taints[0].key', 'taints[0].key', 'taints[0].effect: Unsupported value: "X"']],
		['a place of its own', { nodeName: 'n' }, ['can only be set if `perDeviceNodeSelection` is set to true']],
		['conditions without failures', { bindingConditions: ['a'] }, ['bindingFailureConditions are required to use bindingConditions']],
		[
			'a condition that is a failure',
			{ bindingConditions: ['a'], bindingFailureConditions: ['a'] },
			[`${at}.bindingFailureConditions[0]: Invalid value: "a": bindingFailureConditions must not overlap with bindingConditions`],
		],
		['amounts', amounts({ default: '1Gi', validValues: ['1Gi', '2Gi'] }), []],
		['amounts of what one claim has', { ...amounts({ default: '1Gi' }), allowMultipleAllocations: false }, [`${policy}: Forbidden: allowMultipleAllocations`]],
		[
			'amounts that do not fit',
			amounts({ default: '3Gi', validValues: ['2Gi', '1Gi', '20Gi'] }),
			[
				`${policy}.validValues[1]: Invalid value: "1Gi": values must be sorted in ascending order`,
				`${policy}.validValues[2]: Invalid value: "20Gi": option is larger than capacity value: 10Gi`,
				`${policy}.validValues: Invalid value: "3Gi": default value is not valid according to the requestPolicy`,
			],
		],
		['a range', amounts({ default: '1Gi', validRange: { min: '1Gi', max: '4Gi', step: '1Gi' } }), []],
		[
			'a range that does not fit',
			amounts({ default: '1536Mi', validRange: { min: '2Gi', max: '20Gi', step: '1Gi' } }),
			[
				`${policy}.validRange.min: Invalid value: "1536Mi": default is less than min: 2Gi`,
				`${policy}.validRange.max: Invalid value: "20Gi": max is larger than capacity value: 10Gi`,
				`${policy}.validRange.step: Invalid value: "1536Mi": value is not a multiple of a given step (1Gi) from (2Gi)`,
			],
		],
		[
			'what the node has',
			{ nodeAllocatableResourceMappings: { 'a.b/c': {}, cpu: { capacityKey: 'm' }, memory: { allocationMultiplier: '-1' } } },
			['[a.b/c]: Invalid value: "a.b/c": must be a node allocatable resource name', '[cpu].capacityKey: Not found: "m"', '"-1": must be positive'],
		],
	])('a device: %s', (_, fields, wanted) => expectSaid(path, { ...spec, devices: [{ name: 'd', ...fields }] }, wanted));

	it('has immutable driver, pool and node, and shows devices in the form of each version', async () => {
		const devices = [{ name: 'd', attributes: { a: { int: 1 } }, taints: [{ key: 'a', effect: 'None' }] }];
		const { body: made } = await server.call('POST', path, { body: { metadata: { name: 's' }, spec: { ...spec, devices } } });
		const since = made.spec.devices[0].taints[0].timeAdded;
		expect(Date.parse(since)).toBeGreaterThan(Date.now() - 60_000);
		const { body } = await server.call('PATCH', `${path}/s`, { type: merge, body: { spec: { driver: 'x', nodeName: 'x', pool: { name: 'x' } } } });
		expect(body.details.causes.map(({ field }: { field: string }) => field).toSorted()).toEqual(['spec.driver', 'spec.nodeName', 'spec.pool.name']);
		const { basic } = (await server.call('GET', `${group}/v1beta1/resourceslices/s`)).body.spec.devices[0];
		expect(basic).toEqual({ attributes: { a: { int: 1 } }, taints: [{ key: 'a', effect: 'None', timeAdded: since }] });
		expect((await server.call('GET', `${path}?fieldSelector=spec.driver%3Da.b,spec.nodeName%3Dn`)).body.items).toHaveLength(1);
		expect((await server.call('GET', `${path}/s`, asTable)).body.rows[0].cells.slice(0, 4)).toEqual(['s', 'n', 'a.b', 'p']);
	});
});

describe('DeviceTaintRule', () => {
	const path = `${group}/v1beta2/devicetaintrules`;
	const taint = { key: 'a', effect: 'NoSchedule' };
	test.each<[what: string, spec: JsonObject, wanted: string[]]>([
		['of nothing', { taint }, []],
		['of one device', { deviceSelector: { driver: 'a.b', pool: 'p/q', device: 'd' }, taint }, []],
		['of what is none', { deviceSelector: { driver: '', pool: '', device: 'A' }, taint }, ['driver: Required value', 'pool: Required value', `"A": ${label}`]],
		['no effect', { taint: { key: 'a' } }, ['spec.taint.effect: Required value']],
	])('%s', (_, spec, wanted) => expectSaid(path, spec, wanted));

	it('has the time of its effect; v1alpha3 is equal', async () => {
		const timeAdded = '2024-01-01T00:00:00Z';
		await server.call('POST', path, { body: { metadata: { name: 'r' }, spec: { taint: { ...taint, timeAdded } } } });
		await server.call('PATCH', `${path}/r`, { type: merge, body: { spec: { taint: { value: 'v' } } } });
		const older = `${group}/v1alpha3/devicetaintrules/r`;
		expect((await server.call('GET', older)).body.spec.taint).toEqual({ ...taint, value: 'v', timeAdded });
		await server.call('PATCH', `${path}/r`, { type: merge, body: { spec: { taint: { effect: 'NoExecute' } } } });
		const { spec, metadata } = (await server.call('GET', older)).body;
		expect(Date.parse(spec.taint.timeAdded)).toBeGreaterThan(Date.now() - 60_000);
		expect(metadata.generation).toBe(3);
		expect((await server.call('GET', `${path}/r`, asTable)).body.rows[0].cells.slice(0, 4)).toEqual(['r', 'a', 'v', 'NoExecute']);
	});
});

describe('ResourcePoolStatusRequest', () => {
	const path = `${group}/v1alpha3/resourcepoolstatusrequests`;
	const driver = 'Gpu.example.com';
	test.each<[what: string, spec: JsonObject, wanted: string[]]>([
		['a driver', { driver }, []],
		['a pool of it', { driver, poolName: 'node-1/gpus', limit: 1000 }, []],
		['of nothing', {}, ['spec.driver: Required value']],
		['of what is none', { driver: 'a b' }, ['spec.driver: Invalid value: "a b": an RFC 1123 subdomain']],
		['a pool without a name', { driver, poolName: '' }, ['spec.poolName: Invalid value: "": segment 0: must not be empty']],
		['a pool with a part that is none', { driver, poolName: 'a/B' }, ['spec.poolName: Invalid value: "B": segment 1: a lowercase RFC 1123 subdomain']],
		['none of them', { driver, limit: 0 }, ['spec.limit: Invalid value: 0: must be greater than or equal to 1']],
		['too many of them', { driver, limit: 1001 }, ['spec.limit: Invalid value: 1001: must be less than or equal to 1000']],
	])('%s', (_, spec, wanted) => expectSaid(path, spec, wanted));

	const cells = async (): Promise<unknown[]> => (await server.call('GET', `${path}/r`, asTable)).body.rows[0].cells;
	const condition = { type: 'Complete', status: 'True', reason: 'Done', message: '', lastTransitionTime: new Date().toISOString() };
	const pool = { driver, poolName: 'p', generation: 1, totalDevices: 5, allocatedDevices: 1, availableDevices: 3, unavailableDevices: 1 };
	it('is answered once', async () => {
		const made = await server.call('POST', path, { body: { metadata: { name: 'r' }, spec: { driver }, status: { poolCount: 1 } } });
		expect([made.body.spec, made.body.status]).toEqual([{ driver, limit: 100 }, undefined]);
		expect(await cells()).toEqual(['r', driver, '-', '-', '-', '-', '-', 0, 'Pending', '<none>']);
		const answer = (status: JsonObject | undefined) =>
			server.call('PUT', `${path}/r/status`, { body: { ...made.body, metadata: { name: 'r', resourceVersion: version }, ...(status && { status }) } });
		let version = made.body.metadata.resourceVersion;
		const refused = await answer({ poolCount: 1, pools: [{ ...pool, generation: 0, poolName: 'A' }] });
		expect(refused.body.details.causes.map(({ field }: { field: string }) => field)).toEqual(['status.pools[0].poolName', 'status.pools[0].generation']);
		const done = await answer({ poolCount: 2, pools: [pool, { ...pool, validationError: 'x' }].slice(1), conditions: [condition] });
		expect(done.status).toBe(200);
		version = done.body.metadata.resourceVersion;
		expect((await cells()).slice(2, 9)).toEqual(['5', '3', '1', '1', '1', 2, 'Complete (1/2 pools)']);
		for (const status of [{ poolCount: 3 }, undefined]) expect((await answer(status)).body.message).toContain('field is immutable');
		expect((await server.call('PATCH', `${path}/r`, { type: merge, body: { spec: { limit: 5 } } })).body.message).toContain('spec: Invalid value');
	});
});
