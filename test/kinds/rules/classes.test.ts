/** Tests RuntimeClass, PriorityClass and StorageClass: refusals, immutable fields, and rules that differ between releases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { expectRefusal, merge, type Row, server, withServer } from './fixture.ts';

withServer();

describe('PriorityClass', () => {
	const classes = '/apis/scheduling.orch.io/v1/priorityclasses';
	const reserved = "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: ";
	const named = (name: string, fields: JsonObject) => ({ metadata: { name }, ...fields });
	const rows: Row[] = [
		['a number', { value: 1 }, ''],
		['none is 0', {}, ''],
		['less than others', { value: -5 }, ''],
		['the most that users may', { value: 1_000_000_000 }, ''],
		['more', { value: 1_000_000_001 }, 'value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
		['never in the place of others', { value: 1, preemptionPolicy: 'Never' }, ''],
		['an unknown policy', { value: 1, preemptionPolicy: 'x' }, 'preemptionPolicy: Unsupported value: "x"'],
		['an empty policy', { value: 1, preemptionPolicy: '' }, 'preemptionPolicy: Required value'],
		['a name of the system', named('system-mine', { value: 1 }), `${reserved}system-mine is not a known system priority class`],
		['another value', named('system-node-critical', { value: 1 }), `${reserved}value of system-node-critical PriorityClass must be 2000001000`],
		[
			'for all',
			named('system-cluster-critical', { value: 2_000_000_000, globalDefault: true }),
			`${reserved}globalDefault of system-cluster-critical PriorityClass must be false`,
		],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(classes, fields, wanted));

	test('gets a policy, and a generation that counts nothing', async () => {
		const { body } = await server.call('POST', classes, { body: named('counts', { value: 1 }) });
		expect([body.preemptionPolicy, body.metadata.generation]).toEqual(['PreemptLowerPriority', 1]);
		const changed = await server.call('PATCH', `${classes}/counts`, { type: merge, body: { description: 'a', globalDefault: true } });
		expect([changed.status, changed.body.metadata.generation]).toEqual([200, 1]);
	});

	test.each([
		['the number', { value: 2 }, 'value: Forbidden: may not be changed in an update.'],
		['the policy', { preemptionPolicy: 'Never' }, 'preemptionPolicy: Invalid value: "Never": field is immutable'],
	])('%s stays', async (_, patch, why) => {
		await server.call('POST', classes, { body: named('stays', { value: 1 }) });
		const { status, body } = await server.call('PATCH', `${classes}/stays`, { type: merge, body: patch });
		expect([status, body.message]).toEqual([422, expect.stringContaining(why)]);
	});
});

describe('RuntimeClass', () => {
	const classes = '/apis/node.orch.io/v1/runtimeclasses';
	const costs = (podFixed: JsonObject) => ({ handler: 'h', overhead: { podFixed } });
	const tolerates = (...tolerations: JsonObject[]) => ({ handler: 'h', scheduling: { tolerations } });
	const any = { key: 'a', operator: 'Exists' };
	const rows: Row[] = [
		['a handler', { handler: 'h' }, ''],
		['no handler', {}, 'handler: Required value'],
		['a handler with a dot', { handler: 'a.b' }, 'handler: Invalid value: "a.b": a lowercase RFC 1123 label'],
		['what it costs', costs({ cpu: '250m', memory: '120Mi' }), ''],
		['an unknown resource', costs({ foo: '1' }), 'overhead.limits[foo]: Invalid value: "foo": must be a standard resource for containers'],
		['less than nothing', costs({ cpu: '-1' }), 'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
		['a part of a device', costs({ 'a.b/c': '1500m' }), 'overhead.limits[a.b/c]: Invalid value: "1500m": must be an integer'],
		['nodes by a label', { handler: 'h', scheduling: { nodeSelector: { a: 'b' } } }, ''],
		['nodes by what is no label', { handler: 'h', scheduling: { nodeSelector: { 'a b': '' } } }, 'Invalid value: "a b": name part must consist of'],
		['a taint', tolerates(any), ''],
		['a taint twice', tolerates(any, any), 'scheduling.tolerations[1]: Duplicate value'],
		['a taint twice, by effect', tolerates(any, { ...any, effect: 'NoExecute', tolerationSeconds: 3 }), ''],
		[
			'a toleration that is none',
			tolerates({}),
			'scheduling.tolerations.tolerations[0].operator: Invalid value: "": operator must be Exists when `key` is empty',
		],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(classes, fields, wanted));

	test('is created by a PUT, then updated with a resourceVersion; the handler is immutable', async () => {
		const put = (fields: JsonObject) => server.call('PUT', `${classes}/put`, { body: { metadata: { name: 'put' }, ...fields } });
		expect((await put({ handler: 'h' })).status).toBe(201);
		expect((await put({ handler: 'h' })).body.message).toContain('metadata.resourceVersion: Invalid value: 0x0: must be specified for an update');
		const { body } = await server.call('PATCH', `${classes}/put`, { type: merge, body: { handler: 'i' } });
		expect(body.message).toContain('handler: Invalid value: "i": field is immutable');
	});

	test('warns with each write of labels that have other names by now', async () => {
		const scheduling = { nodeSelector: { 'beta.orch.io/os': 'a' } };
		const warning = ['scheduling.nodeSelector[beta.orch.io/os]: deprecated since v1.14; use "orch.io/os" instead'];
		expect((await server.call('POST', classes, { body: { metadata: { name: 'warns' }, handler: 'h', scheduling } })).warnings).toEqual(warning);
		expect((await server.call('PATCH', `${classes}/warns`, { type: merge, body: { metadata: { labels: { a: 'b' } } } })).warnings).toEqual(warning);
	});
});

describe('VolumeAttributesClass, at 1.36', () => {
	let newest: TestServer;
	beforeAll(async () => {
		newest = await testServer({ release: '1.36' });
	});
	afterAll(() => newest.close());
	const classes = '/apis/storage.orch.io/v1/volumeattributesclasses';
	const parameters = (count: number): JsonObject => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, '']));
	test.each<Row>([
		['a driver and what it is told', { driverName: 'csi.example.com', parameters: { a: 'b' } }, ''],
		['no driver', { parameters: { a: 'b' } }, 'driverName: Required value'],
		['a driver that is none', { driverName: 'a b', parameters: { a: 'b' } }, 'driverName: Invalid value: "a b"'],
		['nothing to tell', { driverName: 'd' }, 'parameters: Required value: must contain at least one key/value pair'],
		['an empty key', { driverName: 'd', parameters: { '': 'b' } }, 'field can not be empty.'],
		['too much', { driverName: 'd', parameters: { a: 'x'.repeat(256 * 1024) } }, 'parameters: Too long: may not be more than 262144 bytes'],
		['512 parameters', { driverName: 'd', parameters: parameters(512) }, ''],
		['513 parameters', { driverName: 'd', parameters: parameters(513) }, 'parameters: Too long: may not be more than 512 bytes'],
	])('%s', async (_, fields, wanted) => {
		const { status, body } = await newest.call('POST', `${classes}?dryRun=All`, { body: { metadata: { name: 'x' }, ...fields } });
		expect([status, body.message ?? '']).toEqual(wanted === '' ? [201, ''] : [422, expect.stringContaining(wanted)]);
	});

	test.each([
		['driverName', { driverName: 'e' }],
		['parameters', { parameters: { b: 'c' } }],
	])('%s stays', async (field, patch) => {
		await newest.call('POST', classes, { body: { metadata: { name: 'stays' }, driverName: 'd', parameters: { a: 'b' } } });
		const { status, body } = await newest.call('PATCH', `${classes}/stays`, { type: merge, body: patch });
		expect([status, body.message]).toEqual([422, expect.stringContaining(`${field}: Forbidden: updates to ${field} are forbidden.`)]);
	});
});
