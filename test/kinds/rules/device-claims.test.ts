/** Tests claims of devices and their templates at 1.36: valid requests, statuses of allocations, and older versions. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { merge } from './fixture.ts';

let server: TestServer;
const claims = '/apis/resource.orch.io/v1/namespaces/default/resourceclaims';
const templates = claims.replace('claims', 'claimtemplates');
const asTable = { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' };
beforeAll(async () => {
	server = await testServer({ release: '1.36' });
	await server.call('POST', claims, { body: { metadata: { name: 'given' }, spec: asked() } });
});
afterAll(() => server.close());

function asked(fields: JsonObject = {}, more: JsonObject = {}): JsonObject {
	return { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c', ...fields }, ...more }] } };
}
const causesOf = ({ status, body }: { status: number; body: JsonObject }): string[] =>
	status < 300 ? [] : (body.details as { causes: { field: string; message: string }[] }).causes.map(({ field, message }) => `${field}: ${message}`);
function expectCauses(causes: readonly string[], wanted: readonly string[]): void {
	expect(causes).toHaveLength(wanted.length);
	for (const part of wanted) expect(causes).toContainEqual(expect.stringContaining(part));
}

const at = 'spec.devices.requests[0]';
const label = 'a lowercase RFC 1123 label must consist of';
const one = 'exactly one of `exactly` or `firstAvailable` is required';
const choice = (name: string, fields: JsonObject = {}) => ({ name, deviceClassName: 'c', ...fields });
const choices = { requests: [{ name: 'r', firstAvailable: [choice('a'), choice('b')] }] };
const opaque = { driver: 'a.b', parameters: {} };
const unknown = 'must be the name of a request in the claim or the name of a request and a subrequest';

describe('device requests', () => {
	test.each<[what: string, spec: JsonObject, wanted: string[]]>([
		['nothing', {}, []],
		['a device', asked(), []],
		['all devices', asked({ allocationMode: 'All' }), []],
		['all devices, two of them', asked({ allocationMode: 'All', count: 2 }), [`${at}.exactly.count: Invalid value: 2: must not be specified`]],
		['less than none', asked({ count: -1 }), [`${at}.exactly.count: Invalid value: -1: must be greater than zero`]],
		['in a way that is none', asked({ allocationMode: 'X' }), [`${at}.exactly.allocationMode: Unsupported value: "X"`]],
		['no class', asked({ deviceClassName: '' }), [`${at}.exactly.deviceClassName: Required value`]],
		['no name', asked({}, { name: '' }), [`${at}.name: Invalid value: "": ${label}`]],
		['nothing by name', { devices: { requests: [{ name: 'r' }] } }, [`${at}: Required value: ${one}`]],
		['both', asked({}, { firstAvailable: [choice('a')] }), [`${at}: Invalid value: null: ${one}, but multiple fields are set`]],
		['choices', { devices: { ...choices, constraints: [{ requests: ['r/a', 'r'], matchAttribute: 'a.b/c' }], config: [{ requests: ['r/b'], opaque }] } }, []],
		[
			'a choice twice',
			{ devices: { requests: [{ name: 'r', firstAvailable: [choice('a'), choice('a')] }] } },
			[`${at}.firstAvailable[1]: Duplicate value: "a"`],
		],
		['many choices', { devices: { requests: [{ name: 'r', firstAvailable: Array.from({ length: 9 }, (_, i) => choice(`a${i}`)) }] } }, ['Too many: 9']],
		[
			'what is not asked for',
			{ devices: { ...choices, config: [{ requests: ['x', 'r/c', 'r/a/b'], opaque }] } },
			[0, 1, 2].map((index) => `spec.devices.config[0].requests[${index}]: Invalid value`),
		],
		['settings that are not there', { devices: { ...choices, config: [{ requests: ['r'] }] } }, ['spec.devices.config[0].opaque: Required value']],
		['nothing in common', { devices: { ...choices, constraints: [{}] } }, ['spec.devices.constraints[0]: Required value: exactly one of "matchAttribute"']],
		[
			'a short name in common',
			{ devices: { ...choices, constraints: [{ matchAttribute: 'b' }] } },
			['"b": a fully qualified name must be a domain and a name'],
		],
		[
			'what differs',
			{ devices: { ...choices, constraints: [{ distinctAttribute: 'a/' }] } },
			['distinctAttribute: Invalid value: "": the name must not be empty'],
		],
		['tolerations', asked({ tolerations: [{ key: 'a' }, { operator: 'Exists', effect: 'None' }] }), []],
		[
			'tolerations that are none',
			asked({
				tolerations: [
					{ key: 'a', operator: 'Exists', value: 'x' },
					{ key: '!', operator: 'X' },
				],
			}),
			['must be empty for operator `Exists`', 'tolerations[1].operator: Unsupported value: "X"', 'tolerations[1].key: Invalid value: "!"'],
		],
		['what others have', asked({ adminAccess: true }), [`${at}.adminAccess: Forbidden: admin access to devices requires the`]],
	])('%s', async (_, spec, wanted) => {
		expectCauses(causesOf(await server.call('POST', `${claims}?dryRun=All`, { body: { metadata: { name: 'x' }, spec } })), wanted);
	});

	it('admin access needs a label on the namespace', async () => {
		const labels = { 'resource.orch.io/admin-access': 'true' };
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'care', labels } } });
		const path = claims.replace('default', 'care');
		expect((await server.call('POST', path, { body: { metadata: { name: 'a' }, spec: asked({ adminAccess: true }) } })).status).toBe(201);
	});

	it('has a mode and a count, and never changes', async () => {
		const { body } = await server.call('GET', `${claims}/given`);
		expect(body.spec).toEqual(asked({ allocationMode: 'ExactCount', count: 1 }));
		const patched = await server.call('PATCH', `${claims}/given`, { type: merge, body: { spec: asked({ deviceClassName: 'd' }) } });
		expectCauses(causesOf(patched), ['spec: Invalid value: {"devices"']);
		expect((await server.call('PATCH', `${claims}/given`, { type: merge, body: { metadata: { labels: { a: 'b' } } } })).status).toBe(200);
	});

	it('are in the request itself in v1beta1; alternatives stay', async () => {
		const older = claims.replace('/v1/', '/v1beta1/');
		const [request] = (await server.call('GET', `${older}/given`)).body.spec.devices.requests;
		expect(request).toEqual({ name: 'r', deviceClassName: 'c', allocationMode: 'ExactCount', count: 1 });
		const sent = { name: 'r', deviceClassName: '', firstAvailable: [choice('a')] };
		expect((await server.call('POST', older, { body: { metadata: { name: 'older' }, spec: { devices: { requests: [sent] } } } })).status).toBe(201);
		const [kept] = (await server.call('GET', `${claims}/older`)).body.spec.devices.requests;
		expect(kept).toEqual({ name: 'r', firstAvailable: [choice('a', { allocationMode: 'ExactCount', count: 1 })] });
	});
});

describe('allocation of a device', () => {
	const result = (fields: JsonObject = {}) => ({ request: 'r', driver: 'a.b', pool: 'p', device: 'd', ...fields });
	const given = (fields: JsonObject = {}) => ({ allocation: { devices: { results: [result(fields)] } } });
	const path = 'status.allocation.devices.results[0]';
	const report = (status: JsonObject) => server.call('PATCH', `${claims}/given/status`, { type: merge, body: { status } });
	test('does not change the metadata', async () => {
		const body = { metadata: { annotations: { a: 'b' }, finalizers: ['a.b/c'] }, status: {} };
		const { metadata } = (await server.call('PATCH', `${claims}/given/status?dryRun=All`, { type: merge, body })).body;
		expect([metadata.annotations, metadata.finalizers]).toEqual([undefined, undefined]);
	});
	test.each<[what: string, status: JsonObject, wanted: string[]]>([
		[
			'for nobody',
			{ reservedFor: [{ resource: 'pods', name: 'a', uid: 'u' }] },
			['status.reservedFor: Forbidden: may not be specified when `allocated` is not set'],
		],
		['what was not', { devices: [{ driver: 'a.b', pool: 'p', device: 'd' }] }, ['must be an allocated device in the claim']],
		['for another request', given({ request: 'x' }), [`${path}.request: Invalid value: "x": ${unknown}`]],
		['of no driver', given({ driver: '' }), [`${path}.driver: Required value`]],
		['of no pool', given({ pool: '' }), [`${path}.pool: Required value`]],
		['a share that is none', given({ shareID: 'x' }), [`${path}.shareID: Invalid value: "x": error validating uid: invalid UUID length: 1`]],
		['with a condition', given({ bindingConditions: ['a'] }), ['bindingFailureConditions are required to use bindingConditions']],
		['what others have', given({ adminAccess: true }), [`${path}.adminAccess: Forbidden: admin access`]],
		[
			'with settings of nobody',
			{ allocation: { devices: { config: [{ source: 'X', opaque }] } } },
			['source: Unsupported value: "X": supported values: "FromClaim"'],
		],
	])('%s', async (_, status, wanted) => expectCauses(causesOf(await report(status)), wanted));

	it('stays until it is released, and its device status is removed then', async () => {
		const state = async () => (await server.call('GET', `${claims}/given`, asTable)).body.rows[0].cells[1];
		const device = { driver: 'a.b', pool: 'p', device: 'd', data: { a: 1 }, networkData: { ips: ['10.0.0.1/24'] } };
		expect(await state()).toBe('pending');
		expectCauses(causesOf(await report({ ...given(), devices: [device], reservedFor: [{ resource: 'pods', name: 'a', uid: 'u' }] })), []);
		expect(await state()).toBe('allocated,reserved');
		expectCauses(causesOf(await report(given({ device: 'e', pool: '' }))), ['status.allocation: Invalid value']);
		const networkData = { interfaceName: 'e'.repeat(257), ips: ['x', '10.0.0.1', '2001:DB8::1/64'] };
		expectCauses(causesOf(await report({ devices: [{ ...device, data: [1], networkData }] })), [
			'networkData.interfaceName: Too long: may not be more than 256 bytes',
			'ips[0]: Invalid value: "x": must be a valid address in CIDR form',
			'ips[1]: Invalid value: "10.0.0.1": must be a valid address in CIDR form',
			'ips[2]: Invalid value: "2001:DB8::1/64": must be in canonical form ("2001:db8::1/64")',
			'data: Invalid value: "<value omitted>": must be a valid JSON object',
		]);
		await server.call('PATCH', `${claims}/given`, { type: merge, body: { metadata: { finalizers: ['a.b/c'] } } });
		await server.call('DELETE', `${claims}/given`);
		expect(await state()).toBe('deleted,allocated,reserved');
		expectCauses(causesOf(await report({ reservedFor: ['u', 'v'].map((uid) => ({ resource: 'pods', name: 'a', uid })) })), [
			'status.reservedFor: Forbidden: new entries may not be added while',
		]);
		expectCauses(causesOf(await report({ allocation: null, reservedFor: null })), []);
		expect((await server.call('GET', `${claims}/given`)).body.status).toEqual({});
	});
});

describe('a template', () => {
	test.each<[what: string, spec: JsonObject, wanted: string[]]>([
		['of a claim', { metadata: { labels: { a: 'b' } }, spec: asked() }, []],
		['of what may not be asked for', { spec: asked({ count: -1 }) }, ['spec.spec.devices.requests[0].exactly.count: Invalid value: -1']],
		[
			'of more than labels and annotations',
			{ metadata: { name: 'x', labels: { a: '!' }, ownerReferences: [{}] }, spec: asked() },
			['spec.metadata.name: Forbidden: cannot be set', 'spec.metadata.ownerReferences: Forbidden', 'spec.metadata.labels: Invalid value: "!"'],
		],
		['of what others have', { spec: asked({ adminAccess: true }) }, [`${at}.adminAccess: Forbidden`]],
	])('%s', async (_, spec, wanted) => {
		expectCauses(causesOf(await server.call('POST', `${templates}?dryRun=All`, { body: { metadata: { name: 'x' }, spec } })), wanted);
	});

	it('never changes', async () => {
		await server.call('POST', templates, { body: { metadata: { name: 't' }, spec: { spec: asked() } } });
		const patched = await server.call('PATCH', `${templates}/t`, { type: merge, body: { spec: { spec: asked({ deviceClassName: 'd' }) } } });
		expectCauses(causesOf(patched), ['spec: Invalid value']);
	});
});
