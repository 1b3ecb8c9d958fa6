/** Tests Workload, PodGroup and ClusterCIDR: alpha kinds, each served on request by the releases that have it. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { merge } from './fixture.ts';

const table = 'application/json;as=Table;g=meta.orch.io;v=v1';

describe('1.36, with its gates', () => {
	let server: TestServer;
	const gates = { GenericWorkload: true, TopologyAwareWorkloadScheduling: true, DRAWorkloadResourceClaims: true, WorkloadAwarePreemption: true };
	beforeAll(async () => {
		server = await testServer({ release: '1.36', gates });
	});
	afterAll(() => server.close());

	const path = '/apis/scheduling.orch.io/v1alpha2/namespaces/default';
	const refusal = async (plural: string, spec: JsonObject): Promise<string> => {
		const { status, body } = await server.call('POST', `${path}/${plural}?dryRun=All`, { body: { metadata: { name: 'x' }, spec } });
		return status === 201 ? '' : body.message;
	};
	const basic = { schedulingPolicy: { basic: {} } };
	const gang = (minCount: number) => ({ schedulingPolicy: { gang: { minCount } } });
	const claim = (name: string, of: JsonObject = { resourceClaimName: 'c' }) => ({ name, ...of });
	const ofClaim = '`resourceClaimName`, `resourceClaimTemplateName`';

	test.each<[what: string, fields: JsonObject, refusal: string]>([
		['as they come', basic, ''],
		['together', gang(3), ''],
		['none together', gang(0), 'schedulingPolicy.gang.minCount: Required value'],
		['fewer together', gang(-1), 'schedulingPolicy.gang.minCount: Invalid value: -1: must be greater than or equal to 1'],
		['nobody knows how', { schedulingPolicy: {} }, 'schedulingPolicy: Invalid value: "": must specify one of: `basic`, `gang`'],
		['both ways', { schedulingPolicy: { basic: {}, gang: { minCount: 1 } } }, 'Invalid value: "{basic, gang}": must specify exactly one of: `basic`, `gang`'],
		['near each other', { ...basic, schedulingConstraints: { topology: [{ key: 'a/b' }] } }, ''],
		['near in two ways', { ...basic, schedulingConstraints: { topology: [{ key: 'a' }, { key: 'b' }] } }, 'topology: Too many: 2: must have at most 1 item'],
		[
			'near by no label',
			{ ...basic, schedulingConstraints: { topology: [{ key: 'a b' }] } },
			'topology[0].key: Invalid value: "a b": name part must consist of',
		],
		['with a claim', { ...basic, resourceClaims: [claim('a')] }, ''],
		['with a claim of nothing', { ...basic, resourceClaims: [claim('a', {})] }, `resourceClaims[0]: Invalid value: "": must specify one of: ${ofClaim}`],
		['with a claim twice', { ...basic, resourceClaims: [claim('a'), claim('a')] }, 'resourceClaims[1]: Duplicate value: {"name":"a","resourceClaimName":"c"}'],
		[
			'with five claims',
			{ ...basic, resourceClaims: ['a', 'b', 'c', 'd', 'e'].map((name) => claim(name)) },
			'resourceClaims: Too many: 5: must have at most 4 items',
		],
		['that go together', { ...basic, disruptionMode: 'PodGroup' }, ''],
		['that go otherwise', { ...basic, disruptionMode: 'X' }, 'disruptionMode: Unsupported value: "X": supported values: "Pod", "PodGroup"'],
		['that matter too much', { ...basic, priority: 1_000_000_001 }, 'priority: Invalid value: 1000000001: must be less than or equal to 1000000000'],
	])('pods that are placed: %s', async (_, fields, expected) => {
		const places: [plural: string, spec: JsonObject, at: string][] = [
			['podgroups', fields, 'spec.'],
			['workloads', { podGroupTemplates: [{ name: 't', ...fields }] }, 'spec.podGroupTemplates[0].'],
		];
		for (const [plural, spec, at] of places) {
			const said = await refusal(plural, spec);
			if (expected === '') expect(said).toBe('');
			else expect(said).toContain(expected);
			if (expected !== '') expect(said).toContain(at);
		}
	});

	test.each<[what: string, spec: JsonObject, refusal: string]>([
		['no group', {}, 'spec.podGroupTemplates: Required value'],
		['nine', { podGroupTemplates: Array.from({ length: 9 }, (_, index) => ({ name: `t${index}`, ...basic })) }, 'Too many: 9: must have at most 8 items'],
		['one twice', { podGroupTemplates: [1, 2].map(() => ({ name: 't', ...basic })) }, 'spec.podGroupTemplates[1]: Duplicate value'],
		['of nobody', { controllerRef: {}, podGroupTemplates: [{ name: 't', ...basic }] }, 'spec.controllerRef.kind: Required value'],
		['of an odd one', { controllerRef: { kind: 'a/b', name: 'c' }, podGroupTemplates: [{ name: 't', ...basic }] }, `"a/b": may not contain '/'`],
	])('a workload of %s', async (_, spec, expected) => expect(await refusal('workloads', spec)).toContain(expected));

	it('a group is immutable, and has a status', async () => {
		const podGroupTemplateRef = { workload: { workloadName: 'w', podGroupTemplateName: 't' } };
		const body = { metadata: { name: 'g' }, spec: { ...gang(2), podGroupTemplateRef, resourceClaims: [claim('a')] }, status: { conditions: [] } };
		const made = await server.call('POST', `${path}/podgroups`, { body });
		expect([made.status, made.body.spec.disruptionMode, made.body.status]).toEqual([201, 'Pod', {}]);
		const change = (spec: JsonObject) => server.call('PATCH', `${path}/podgroups/g`, { type: merge, body: { spec } });
		for (const spec of [gang(3), { podGroupTemplateRef: null }, { resourceClaims: [] }, { priority: 4 }, { disruptionMode: 'PodGroup' }])
			expect((await change(spec)).body.message).toContain('field is immutable');
		const say = (status: JsonObject) => server.call('PATCH', `${path}/podgroups/g/status`, { type: merge, body: { status } });
		const condition = { type: 'PodGroupScheduled', status: 'True', reason: 'R', message: '', lastTransitionTime: '2024-01-01T00:00:00Z' };
		expect((await say({ conditions: [condition], resourceClaimStatuses: [{ name: 'a' }] })).status).toBe(200);
		expect((await say({ resourceClaimStatuses: [{ name: 'b' }] })).body.message).toContain('must match the name of an entry in `spec.resourceClaims`');
		const { body: shown } = await server.call('GET', `${path}/podgroups/g`, { accept: table });
		expect(shown.rows[0].cells.slice(0, 4)).toEqual(['g', 'Gang', 'w', 'Scheduled']);
	});
});

describe('1.25', () => {
	let server: TestServer;
	beforeAll(async () => {
		server = await testServer({ release: '1.25' });
	});
	afterAll(() => server.close());
	const path = '/apis/networking.orch.io/v1alpha1/clustercidrs';
	const most = (bits: number) => `spec.perNodeHostBits: Invalid value: ${bits}: must be less than or equal to`;

	test.each<[what: string, spec: JsonObject, refusal: string]>([
		['one network', { perNodeHostBits: 8, ipv4: '10.0.0.0/16' }, ''],
		['none', { perNodeHostBits: 8 }, 'spec: Required value: one or both of `ipv4` and `ipv6` must be specified'],
		['what is none', { perNodeHostBits: 8, ipv4: 'x' }, 'spec.IPv4: Invalid value: "x": must be a valid CIDR: x'],
		['one of the other family', { perNodeHostBits: 8, ipv6: '10.0.0.0/16' }, 'spec.IPv6: Invalid value: "10.0.0.0/16": must be a valid IPv6 CIDR'],
		['too few addresses for a node', { perNodeHostBits: 3, ipv4: '10.0.0.0/16' }, 'spec.perNodeHostBits: Invalid value: 3: must be greater than or equal to 4'],
		['fewer addresses than a node has', { perNodeHostBits: 17, ipv4: '10.0.0.0/16' }, `${most(17)} 16`],
		[
			'a selector that is none',
			{ perNodeHostBits: 8, ipv4: '10.0.0.0/16', nodeSelector: { nodeSelectorTerms: [] } },
			'spec.nodeSelector.nodeSelectorTerms: Required value',
		],
	])('a ClusterCIDR of %s', async (_, spec, expected) => {
		const { status, body } = await server.call('POST', `${path}?dryRun=All`, { body: { metadata: { name: 'x' }, spec } });
		expect(status, body.message).toBe(expected === '' ? 201 : 422);
		if (expected !== '') expect(body.message).toContain(expected);
	});

	it('stays as it was made', async () => {
		const nodeSelector = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b', 'c'] }] }] };
		await server.call('POST', path, { body: { metadata: { name: 'c' }, spec: { perNodeHostBits: 8, ipv4: '10.0.0.0/16', nodeSelector } } });
		for (const spec of [{ perNodeHostBits: 9 }, { ipv4: '10.1.0.0/16' }, { ipv6: 'fd00::/64' }, { nodeSelector: null }])
			expect((await server.call('PATCH', `${path}/c`, { type: merge, body: { spec } })).body.message).toContain('field is immutable');
		const { body } = await server.call('GET', `${path}/c`, { accept: table });
		const [name, bits, ipv4, ipv6, , selector] = body.rows[0].cells;
		expect([name, bits, ipv4, ipv6, selector]).toEqual(['c', '8', '10.0.0.0/16', '<none>', 'MatchExpressions: [{a In [b c]}]']);
	});
});
