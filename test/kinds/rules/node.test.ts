/** Tests Node: refusals, fields that are immutable once set, writers of its status, selection, and Tables. */
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

const nodes = '/api/v1/nodes';
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const make = async (name: string, fields: JsonObject, on = server) => (await on.call('POST', nodes, { body: { metadata: { name }, ...fields } })).body;
const patch = async (path: string, body: JsonObject) => (await server.call('PATCH', `${nodes}/${path}`, { type: merge, body })).body;
const taints = (...all: JsonObject[]) => ({ spec: { taints: all } });
const networks = (...podCIDRs: string[]) => ({ spec: { podCIDRs } });

describe('refused nodes', () => {
	const onePerFamily = 'may specify no more than one CIDR for each IP family';
	const rows: Row[] = [
		['nothing', {}, ''],
		['a pair of networks', networks('10.0.0.0/24', '2001:db8::/64'), ''],
		['two networks of a family', networks('10.0.0.0/24', '10.1.0.0/24'), `spec.podCIDRs: Invalid value: ["10.0.0.0/24","10.1.0.0/24"]: ${onePerFamily}`],
		['three networks', networks('10.0.0.0/24', '2001:db8::/64', '10.1.0.0/24'), onePerFamily],
		['a network twice', networks('10.0.0.0/24', '10.0.0.0/24'), 'spec.podCIDRs[1]: Duplicate value: "10.0.0.0/24"'],
		['no network', { spec: { podCIDR: 'x' } }, 'spec.podCIDRs[0]: Invalid value: ["x"]: must be valid CIDR'],
		['a network with bits of a host, and zeros in front', networks('010.0.0.1/24'), ''],
		['a taint', taints({ key: 'a', value: 'b', effect: 'NoExecute' }), ''],
		['a taint of two effects', taints({ key: 'a', effect: 'NoSchedule' }, { key: 'a', effect: 'NoExecute' }), ''],
		['a taint twice', taints({ key: 'a', effect: 'NoSchedule' }, { key: 'a', effect: 'NoSchedule' }), 'taints must be unique by key and effect pair'],
		['a taint without an effect', taints({ key: 'a' }), 'metadata.taints[0].effect: Required value'],
		[
			'an unknown effect',
			taints({ key: 'a', effect: 'x' }),
			'metadata.taints[0].effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
		],
		['no key', taints({ key: 'a b', effect: 'NoSchedule' }), 'metadata.taints[0].key: Invalid value: "a b": name part must consist of'],
		['no value', taints({ key: 'a', value: 'a b', effect: 'NoSchedule' }), 'metadata.taints[0].value: Invalid value: "a b": a valid label must be'],
		['less than nothing', { status: { capacity: { cpu: '-1' } } }, 'status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0'],
		['half a pod', { status: { capacity: { pods: '500m' } } }, 'status.capacity.pods: Invalid value: "500m": must be an integer'],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(nodes, fields, wanted));

	test('1.36 looks at the form of networks, at swap and at the names of features', async () => {
		const said = async (fields: JsonObject) => {
			const { body, warnings } = await newest.call('POST', `${nodes}?dryRun=All`, { body: { metadata: { name: 'x' }, ...fields } });
			return { message: body.message ?? '', warnings };
		};
		const ambiguous = 'must not have bits set beyond the prefix length';
		expect((await said(networks('10.0.0.1/24'))).message).toContain(`spec.podCIDRs[0]: Invalid value: "10.0.0.1/24": ${ambiguous}`);
		expect((await said({ status: { nodeInfo: { swap: { capacity: 0 } } } })).message).toContain(
			'status.nodeInfo.swap.capacity: Invalid value: 0: must be greater than zero',
		);
		expect((await said({ status: { declaredFeatures: ['A', 'b'] } })).message).toContain('must start with an UpperCamelCase segment');
		expect((await said({ status: { declaredFeatures: ['B', 'A'] } })).message).toContain(
			'status.declaredFeatures[1]: Invalid value: "A": list must be sorted alphabetically',
		);
		expect((await said({ spec: { podCIDR: '2001:DB8::/64', externalID: 'x' } })).warnings).toEqual([
			'spec.externalID: this field is deprecated, and is unused by Kubernetes',
			'spec.podCIDRs[0]: IPv6 CIDR value "2001:DB8::/64" should be in RFC 5952 canonical format ("2001:db8::/64")',
		]);
	});
});

test('a create stores the status of a node; an update does not, and drops the dynamic configuration', async () => {
	const configSource = { configMap: { namespace: 'a', name: 'b', kubeletConfigKey: 'c' } };
	const made = await make('agent', { spec: { configSource }, status: { capacity: { cpu: '4' }, config: { error: 'x' }, phase: 'Running' } });
	expect(made.spec).toEqual({});
	expect(made.status).toMatchObject({ capacity: { cpu: '4' }, allocatable: { cpu: '4' }, daemonEndpoints: { kubeletEndpoint: { Port: 0 } }, phase: 'Running' });
	expect(made.status.config).toBeUndefined();
	expect((await patch('agent', { status: { phase: 'Pending' } })).status.phase).toBe('Running');
	const status = await patch('agent/status', { status: { phase: 'Pending' }, spec: { unschedulable: true } });
	expect([status.status.phase, status.spec]).toEqual(['Pending', {}]);
	expect((await patch('agent', { spec: { configSource } })).spec).toEqual({});
	const twice = { type: 'InternalIP', address: '10.1.2.3' };
	expect((await patch('agent/status', { status: { addresses: [twice, twice] } })).message).toContain('status.addresses[1]: Duplicate value');
});

test('podCIDR is the first of podCIDRs, and both are immutable', async () => {
	expect((await make('older', { spec: { podCIDR: '10.0.0.0/24' } })).spec).toEqual({ podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24'] });
	expect((await make('newer', networks('10.0.0.0/24', '2001:db8::/64'))).spec.podCIDR).toBe('10.0.0.0/24');
	expect((await make('both', { spec: { podCIDR: '10.1.0.0/24', podCIDRs: ['10.0.0.0/24'] } })).spec.podCIDRs).toEqual(['10.1.0.0/24']);
	const stays = 'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid';
	expect((await patch('older', { spec: { podCIDR: '10.9.0.0/24' } })).message).toContain(stays);
	expect((await patch('newer', networks('10.0.0.0/24'))).message).toContain(stays);
	expect((await patch('older', { spec: { podCIDR: null } })).spec.podCIDR).toBe('10.0.0.0/24');
	await make('later', {});
	expect((await patch('later', { spec: { podCIDR: '10.3.0.0/24', providerID: 'a' } })).spec.podCIDRs).toEqual(['10.3.0.0/24']);
	expect((await patch('later', { spec: { providerID: 'b' } })).message).toContain('spec.providerID: Forbidden: node updates may not change providerID');
	expect((await patch('later', { spec: { externalID: 'b' } })).message).toContain('spec.externalID: Forbidden: may not be updated');
});

test('a node is schedulable by default, and selectors find it by false', async () => {
	await make('open', {});
	await make('closed', { spec: { unschedulable: true } });
	const named = async (value: string) => {
		const { body } = await server.call('GET', `${nodes}?fieldSelector=spec.unschedulable%3D${value}`);
		return body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name).filter((name: string) => ['open', 'closed'].includes(name));
	};
	expect([await named('false'), await named('true'), await named('')]).toEqual([['open'], ['closed'], []]);
	const { body } = await server.call('GET', `${nodes}?fieldSelector=spec.unschedulable!%3Dfalse`);
	expect(body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(['closed']);
});

test('a Table shows its roles, and from 1.36 on its architecture', async () => {
	const fields = {
		spec: { unschedulable: true },
		status: {
			conditions: [{ type: 'Ready', status: 'True' }],
			addresses: [{ type: 'InternalIP', address: '10.1.2.3' }],
			nodeInfo: { kubeletVersion: 'v1', kernelVersion: '6', architecture: 'arm64' },
		},
	};
	const labels = { 'node-role.orch.io/worker': '', 'node-role.orch.io/control-plane': '', 'orch.io/role': 'old' };
	const cells = async (on: TestServer) => {
		await on.call('POST', nodes, { body: { metadata: { name: 'shown', labels }, ...fields } });
		return (await on.call('GET', `${nodes}/shown`, { accept: table })).body.rows[0].cells;
	};
	const first = ['shown', 'Ready,SchedulingDisabled', 'control-plane,old,worker', expect.any(String), 'v1', '10.1.2.3', '<none>', '<unknown>'];
	expect(await cells(server)).toEqual([...first, '6', '<unknown>']);
	expect(await cells(newest)).toEqual([...first, '6 (arm64)', '<unknown>']);
});

test('the proxy subresource reports an unreachable node', async () => {
	const at = (type: string, address: string) => ({ status: { addresses: [{ type, address }] } });
	await make('nowhere', {});
	await make('itself', at('InternalIP', '127.0.0.1'));
	await make('somewhere', at('InternalIP', '10.1.2.3'));
	const asked = async (name: string) => {
		const { status, body } = await server.call('GET', `${nodes}/${name}/proxy/metrics`);
		return [status, body.message];
	};
	expect(await asked('none')).toEqual([404, 'nodes "none" not found']);
	expect(await asked('nowhere')).toEqual([500, expect.stringContaining('no preferred addresses found; known addresses: []')]);
	expect(await asked('itself')).toEqual([400, 'address not allowed']);
	expect(await asked('https:somewhere:443')).toEqual([503, expect.stringContaining('dial tcp 10.1.2.3:443')]);
	expect(await asked('somewhere')).toEqual([503, expect.stringContaining('dial tcp 10.1.2.3:10250')]);
});
