/** Tests LimitRange and ResourceQuota: valid amounts of resources, derived limits, and Tables. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { expectRefusal, merge, type Row, server, withServer } from './fixture.ts';

withServer();
let newest: TestServer;
beforeAll(async () => {
	newest = await testServer({ release: '1.36' });
});
afterAll(() => newest.close());

const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';

describe('LimitRange', () => {
	const ranges = '/api/v1/namespaces/default/limitranges';
	const range = (...limits: JsonObject[]) => ({ spec: { limits } });
	const container = (fields: JsonObject) => range({ type: 'Container', ...fields });
	const at = 'spec.limits[0]';
	const rows: Row[] = [
		['nothing', {}, ''],
		['containers', container({ max: { cpu: '2' }, min: { cpu: '1' } }), ''],
		['no type', range({}), `${at}.type: Invalid value: "": name part must be non-empty`],
		['an unknown type', range({ type: 'Other' }), `${at}.type: Invalid value: "Other": must be a standard limit type or fully qualified`],
		['a type of somebody', range({ type: 'example.com/image', max: { storage: '1' } }), ''],
		['a type twice', range({ type: 'Pod' }, { type: 'Pod' }), 'spec.limits[1].type: Duplicate value: "Pod"'],
		['an unknown resource', container({ max: { foo: '1' } }), `${at}.max[foo]: Invalid value: "foo": must be a standard resource type or fully qualified`],
		['a resource of claims', container({ max: { storage: '1' } }), `${at}.max[storage]: Invalid value: "storage": must be a standard resource for containers`],
		['no resource', range({ type: 'example.com/x', min: { 'x y': '1' } }), `${at}.min[x y]: Invalid value: "x y": name part must consist of`],
		['no extended resource', container({ max: { 'requests.a/b': '1' } }), "doesn't follow extended resource name standard"],
		['defaults of pods', range({ type: 'Pod', default: { cpu: '1' } }), `${at}.default: Forbidden: may not be specified when \`type\` is 'Pod'`],
		['claims without storage', range({ type: 'PersistentVolumeClaim' }), `${at}.limits: Required value: either minimum or maximum storage value is required`],
		['claims', range({ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } }), ''],
		['less than the least', container({ max: { cpu: '1' }, min: { cpu: '2' } }), `${at}.min[cpu]: Invalid value: "2": min value 2 is greater than max value 1`],
		[
			'a default above all',
			container({ max: { cpu: '1' }, default: { cpu: '2' } }),
			`${at}.default[cpu]: Invalid value: "1": default value 2 is greater than max value 1`,
		],
		['a request below all', container({ min: { cpu: '1' }, defaultRequest: { cpu: '100m' } }), 'min value 1 is greater than default request value 100m'],
		[
			'a request above its limit',
			container({ default: { cpu: '1' }, defaultRequest: { cpu: '2' } }),
			'default request value 2 is greater than default limit value 1',
		],
		[
			'a ratio below one',
			container({ maxLimitRequestRatio: { cpu: '0.5' } }),
			`${at}.maxLimitRequestRatio[cpu]: Invalid value: "500m": ratio 500m is less than 1`,
		],
		[
			'a ratio that nobody reaches',
			container({ maxLimitRequestRatio: { cpu: '1500m' }, max: { cpu: '4' }, min: { cpu: '3' } }),
			'ratio 1500m is greater than max/min = 1.333333',
		],
		['any ratio to nothing', container({ maxLimitRequestRatio: { cpu: '10' }, max: { cpu: '4' }, min: { cpu: '0' } }), ''],
		[
			'devices that would be shared',
			container({ default: { 'a.b/c': '2' }, defaultRequest: { 'a.b/c': '1' } }),
			`${at}.defaultRequest[a.b/c]: Invalid value: "1": default value 2 must equal to defaultRequest value 1 in a.b/c`,
		],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(ranges, fields, wanted));

	test.each([
		[{ max: { cpu: '2' } }, { default: { cpu: '2' }, defaultRequest: { cpu: '2' } }],
		[{ min: { cpu: '1' } }, { defaultRequest: { cpu: '1' } }],
		[
			{ max: { cpu: '2', memory: '1Gi' }, default: { cpu: '1' } },
			{ default: { cpu: '1', memory: '1Gi' }, defaultRequest: { cpu: '1', memory: '1Gi' } },
		],
	])('containers with %j get %j', async (fields, wanted) => {
		const { body } = await server.call('POST', `${ranges}?dryRun=All`, { body: { metadata: { name: 'x' }, ...container(fields) } });
		expect(body.spec.limits[0]).toEqual({ type: 'Container', ...fields, ...wanted });
	});

	test('gets a generated name, and a PUT to an unused name creates', async () => {
		const { status, body } = await server.call('POST', ranges, { body: range({ type: 'Pod', max: { cpu: '1' } }) });
		expect([status, body.metadata.name]).toEqual([201, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
		expect((await server.call('PUT', `${ranges}/new`, { body: { metadata: { name: 'new' }, ...container({}) } })).status).toBe(201);
	});
});

describe('ResourceQuota', () => {
	const quotas = '/api/v1/namespaces/default/resourcequotas';
	const quota = (fields: JsonObject) => ({ spec: fields });
	const hard = (amounts: JsonObject) => quota({ hard: amounts });
	const scoped = (...scopes: string[]) => quota({ hard: { pods: '1' }, scopes });
	const chosen = (fields: JsonObject) => quota({ hard: { pods: '1' }, scopeSelector: { matchExpressions: [fields] } });
	const at = 'spec.scopeSelector.matchExpressions';
	const rows: Row[] = [
		['nothing', {}, ''],
		['amounts', hard({ pods: '10', cpu: '4', 'limits.memory': '2Gi', 'requests.hugepages-2Mi': '1', 'count/deployments.apps': '1' }), ''],
		['an unknown resource', hard({ foo: '1' }), 'spec.hard[foo]: Invalid value: "foo": must be a standard resource for quota'],
		['a resource of claims', hard({ storage: '1' }), 'spec.hard[storage]: Invalid value: "storage": must be a standard resource for quota'],
		['half an object', hard({ pods: '1500m' }), 'spec.hard[pods]: Invalid value: "1500m": must be an integer'],
		['half of what is counted by its name', hard({ 'count/x': '1500m' }), 'spec.hard[count/x]: Invalid value: "1500m": must be an integer'],
		['less than nothing', hard({ cpu: '-1' }), 'spec.hard[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
		['a scope', scoped('BestEffort'), ''],
		['an unknown scope', scoped('X'), 'spec.scopes: Invalid value: ["X"]: unsupported scope'],
		['a scope of a later release', scoped('VolumeAttributesClass'), 'unsupported scope'],
		[
			'a resource that has no such scope',
			quota({ hard: { cpu: '1' }, scopes: ['BestEffort'] }),
			'spec.scopes: Invalid value: ["BestEffort"]: unsupported scope applied to resource',
		],
		['opposite scopes', scoped('Terminating', 'NotTerminating'), 'spec.scopes: Invalid value: ["Terminating","NotTerminating"]: conflicting scopes'],
		['a class', chosen({ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }), ''],
		['a class without a name', chosen({ scopeName: 'PriorityClass', operator: 'In' }), `${at}.values: Required value: must be at least one value when`],
		[
			'any class with a name',
			chosen({ scopeName: 'PriorityClass', operator: 'Exists', values: ['a'] }),
			`${at}.values: Invalid value: ["a"]: must be no value when`,
		],
		['an unknown operator', chosen({ scopeName: 'PriorityClass', operator: 'x' }), `${at}.operator: Invalid value: "x": not a valid selector operator`],
		[
			'a scope without values that has some',
			chosen({ scopeName: 'BestEffort', operator: 'In', values: ['a'] }),
			`${at}.operator: Invalid value: "In": must be 'Exist' when`,
		],
		['nothing of a condition', chosen({}), `${at}.scopeName: Invalid value: "": unsupported scope`],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(quotas, fields, wanted));

	test('an empty scope counts as a value, and as no scope in the result', async () => {
		await server.call('POST', quotas, { body: { metadata: { name: 'without' } } });
		const { body } = await server.call('PATCH', `${quotas}/without`, { type: merge, body: { spec: { scopes: [''] } } });
		expect(body.message).toContain('spec.scopes: Invalid value: [""]: field is immutable');
	});

	test('scopes stay, amounts may change', async () => {
		await server.call('POST', quotas, { body: { metadata: { name: 'stays' }, ...scoped('Terminating') } });
		const patch = (body: JsonObject) => server.call('PATCH', `${quotas}/stays`, { type: merge, body });
		expect((await patch({ spec: { scopes: ['NotTerminating'] } })).body.message).toContain(
			'spec.scopes: Invalid value: ["NotTerminating"]: field is immutable',
		);
		expect((await patch({ spec: { hard: { pods: '2' } } })).status).toBe(200);
	});

	test('the status has the usage of valid resources, and Tables show it', async () => {
		await server.call('POST', quotas, { body: { metadata: { name: 'used' }, ...hard({ pods: '10' }), status: { hard: { pods: '10' } } } });
		const patch = (body: JsonObject) => server.call('PATCH', `${quotas}/used/status`, { type: merge, body: { status: body } });
		expect((await patch({ used: { foo: '-1' } })).body.details.causes.map(({ field }: { field: string }) => field)).toEqual(Array(3).fill('status.used[foo]'));
		expect((await patch({ hard: { pods: '10', cpu: '4', 'limits.cpu': '4' }, used: { cpu: '100m' } })).status).toBe(200);
		const { body } = await server.call('GET', `${quotas}/used`, { accept: table });
		expect(body.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Age', 'Request', 'Limit']);
		expect(body.rows[0].cells).toEqual(['used', expect.any(String), 'cpu: 100m/4, pods: 0/10', 'limits.cpu: 0/4']);
	});

	test('1.36 supports volume attributes classes, warns of impossible requests and shows the age last', async () => {
		const create = (name: string, fields: JsonObject) => newest.call('POST', quotas, { body: { metadata: { name }, ...fields } });
		const claims = { persistentvolumeclaims: '1', 'requests.storage': '1Gi' };
		expect((await create('claims', quota({ hard: claims, scopes: ['VolumeAttributesClass'] }))).status).toBe(201);
		const { warnings } = await create('more', hard({ cpu: '4', 'limits.cpu': '2', 'requests.memory': '1', 'limits.memory': '2' }));
		expect(warnings).toEqual(['ResourceQuota cpu (4) should be less than limits.cpu (2)']);
		const { body } = await newest.call('GET', quotas, { accept: table });
		expect(body.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Request', 'Limit', 'Age']);
	});
});
