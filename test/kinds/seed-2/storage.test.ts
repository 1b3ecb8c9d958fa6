/** Tests the statements of seed 2 about storage classes, drivers and nodes, one row each. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { testServer } from '../../verbs/write-fixture.ts';
import { type Change, changed, expected, freshName, made, merge, paths, type Row, server, strategic, withServer } from './fixture.ts';

withServer();

describe('StorageClass', () => {
	const term = (values: readonly string[]) => ({ matchLabelExpressions: [{ key: 'zone', values: [...values] }] });
	test.each<Row>([
		['Delete and Immediate by default', {}, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }],
		['needs a provisioner', { provisioner: '' }, 'provisioner: Required value'],
		['a provisioner with a name', { provisioner: 'a b' }, 'provisioner: Invalid value: "a b"'],
		['a provisioner with capitals', { provisioner: 'Example.com/disk' }, { provisioner: 'Example.com/disk' }],
		['parameters', { parameters: { type: 'ssd' } }, { parameters: { type: 'ssd' } }],
		[
			'parameters and their keys are not too large',
			{ parameters: { ['k'.repeat(200 * 1024)]: 'v'.repeat(60 * 1024) } },
			'parameters: Too long: must have at most 262144 bytes',
		],
		['no parameter without name', { parameters: { '': 'x' } }, 'field can not be empty.'],
		['Retain', { reclaimPolicy: 'Retain' }, { reclaimPolicy: 'Retain' }],
		['no other policy', { reclaimPolicy: 'Recycle' }, 'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"'],
		['mountOptions are not checked', { mountOptions: ['no such option'] }, { mountOptions: ['no such option'] }],
		['binding waits', { volumeBindingMode: 'WaitForFirstConsumer' }, { volumeBindingMode: 'WaitForFirstConsumer' }],
		['no other binding', { volumeBindingMode: 'Never' }, 'volumeBindingMode: Unsupported value: "Never"'],
		['volumes may grow', { allowVolumeExpansion: true }, { allowVolumeExpansion: true }],
		['topologies', { allowedTopologies: [term(['a', 'b'])] }, { allowedTopologies: [term(['a', 'b'])] }],
		['a topology needs a key', { allowedTopologies: [{ matchLabelExpressions: [{ values: ['a'] }] }] }, 'matchLabelExpressions[0].key: Required value'],
		['a topology needs values', { allowedTopologies: [{ matchLabelExpressions: [{ key: 'a' }] }] }, 'matchLabelExpressions[0].values: Required value'],
		['no value twice', { allowedTopologies: [term(['a', 'a'])] }, 'values[1]: Duplicate value: "a"'],
		['no term twice', { allowedTopologies: [term(['a']), term(['a'])] }, 'Duplicate value'],
		['no topology, no restriction', { allowedTopologies: [] }, {}],
	])('%s', async (_, body, wanted) => expected(await made('storageclasses', { provisioner: 'example.com/disk', ...body }), wanted));
	test.each<Change>([
		['the provisioner stays', {}, { provisioner: 'b' }, 'provisioner: Forbidden: updates to provisioner are forbidden.'],
		['parameters stay', {}, { parameters: { a: 'b' } }, 'parameters: Forbidden: updates to parameters are forbidden.'],
		['the policy stays', {}, { reclaimPolicy: 'Retain' }, 'reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.'],
		['the binding stays', {}, { volumeBindingMode: 'WaitForFirstConsumer' }, 'field is immutable'],
		['growing changes', {}, { allowVolumeExpansion: true }, { allowVolumeExpansion: true }],
	])('%s', async (_, body, patch, wanted) => expected(await changed('storageclasses', { provisioner: 'example.com/disk', ...body }, patch), wanted));
	test('allowedTopologies is replaced by a merge', async () => {
		const body = { provisioner: 'a', allowedTopologies: [term(['a'])] };
		const { allowedTopologies } = await changed('storageclasses', body, { allowedTopologies: [term(['b'])] }, { type: strategic });
		expect(allowedTopologies).toEqual([term(['b'])]);
	});
});

describe('CSIDriver', () => {
	test('counts the updates of its spec, from none', async () => {
		const name = freshName();
		await made('csidrivers', { spec: {} }, name);
		const generation = async (spec: JsonObject): Promise<unknown> =>
			(await server.call('PATCH', `${paths.csidrivers}/${name}`, { type: merge, body: { spec } })).body.metadata.generation;
		const counted = [{}, { requiresRepublish: true }, { storageCapacity: true }, { tokenRequests: [{ audience: 'a' }] }, { tokenRequests: null }];
		const found: unknown[] = [];
		for (const spec of counted) found.push(await generation(spec));
		expect(found).toEqual([undefined, 1, 1, 2, 3]);
	});
	test.each<Row>([
		[
			'what is not said',
			{},
			{
				attachRequired: true,
				fsGroupPolicy: 'ReadWriteOnceWithFSType',
				podInfoOnMount: false,
				requiresRepublish: false,
				storageCapacity: false,
				volumeLifecycleModes: ['Persistent'],
			},
		],
		['policies', { fsGroupPolicy: 'File' }, { fsGroupPolicy: 'File' }],
		['no other policy', { fsGroupPolicy: 'Own' }, 'spec.fsGroupPolicy: Unsupported value: "Own"'],
		[
			'republishing',
			{ requiresRepublish: true, tokenRequests: [{ audience: 'a', expirationSeconds: 600 }] },
			{ tokenRequests: [{ audience: 'a', expirationSeconds: 600 }] },
		],
		['audiences differ', { tokenRequests: [{ audience: 'a' }, { audience: 'a' }] }, 'spec.tokenRequests[1].audience: Duplicate value: "a"'],
		['one audience may be empty', { tokenRequests: [{ audience: '' }, { audience: 'a' }] }, { tokenRequests: [{ audience: '' }, { audience: 'a' }] }],
		['no more than one', { tokenRequests: [{ audience: '' }, { audience: '' }] }, 'spec.tokenRequests[1].audience: Duplicate value: ""'],
		['tokens of ten minutes at least', { tokenRequests: [{ audience: 'a', expirationSeconds: 599 }] }, 'may not specify a duration less than 10 minutes'],
		['both modes', { volumeLifecycleModes: ['Persistent', 'Ephemeral'] }, { volumeLifecycleModes: ['Persistent', 'Ephemeral'] }],
		['no other mode', { volumeLifecycleModes: ['Once'] }, 'Unsupported value: "Once"'],
		['no mode twice', { volumeLifecycleModes: ['Ephemeral', 'Ephemeral'] }, 'Duplicate value: "Ephemeral"'],
		['seLinuxMount', { seLinuxMount: true }, { seLinuxMount: true }],
	])('%s', async (_, spec, wanted) => expected(await made('csidrivers', { spec }), typeof wanted === 'string' ? wanted : { spec: wanted }));
	test.each<Change>([
		['attachRequired stays', {}, { attachRequired: false }, 'field is immutable'],
		['fsGroupPolicy stays', {}, { fsGroupPolicy: 'None' }, 'field is immutable'],
		['podInfoOnMount stays', {}, { podInfoOnMount: true }, 'field is immutable'],
		['volumeLifecycleModes stay', {}, { volumeLifecycleModes: ['Ephemeral'] }, 'field is immutable'],
		['storageCapacity changes', {}, { storageCapacity: true }, { spec: { storageCapacity: true } }],
		['requiresRepublish changes', {}, { requiresRepublish: true }, { spec: { requiresRepublish: true } }],
		[
			'tokenRequests are replaced',
			{ tokenRequests: [{ audience: 'a' }] },
			{ tokenRequests: [{ audience: 'b' }] },
			{ spec: { tokenRequests: [{ audience: 'b' }] } },
		],
	])('%s', async (_, spec, patch, wanted) => {
		const name = freshName();
		const { metadata } = await made('csidrivers', { spec }, name);
		const body = { metadata: { resourceVersion: metadata.resourceVersion }, spec: patch };
		const answer = await server.call('PATCH', `${paths.csidrivers}/${name}`, { type: merge, body });
		expected(answer.status === 200 ? answer.body : answer.body.message, wanted);
	});
	test('storageCapacity stayed in release 1.22', async () => {
		const older = await testServer({ release: '1.22' });
		try {
			await older.call('POST', paths.csidrivers, { body: { metadata: { name: 'd' }, spec: {} } });
			const { body } = await older.call('PATCH', `${paths.csidrivers}/d`, { type: merge, body: { spec: { storageCapacity: true } } });
			expect(body.message).toContain('spec.storageCapacity: Invalid value: true: field is immutable');
		} finally {
			await older.close();
		}
	});
});

describe('CSINode', () => {
	const driver = { name: 'd', nodeID: 'n' };
	test.each<Row>([
		['no driver', { drivers: [] }, { drivers: [] }],
		[
			'a driver',
			{ drivers: [{ ...driver, allocatable: { count: 4 }, topologyKeys: ['a'] }] },
			{ drivers: [{ ...driver, allocatable: { count: 4 }, topologyKeys: ['a'] }] },
		],
		['needs a name', { drivers: [{ nodeID: 'n' }] }, 'spec.drivers[0].name: Required value'],
		['needs a node', { drivers: [{ name: 'd' }] }, 'spec.drivers[0].nodeID: Required value'],
		['no driver twice', { drivers: [driver, driver] }, 'spec.drivers[1].name: Duplicate value: "d"'],
		['not fewer than no volumes', { drivers: [{ ...driver, allocatable: { count: -1 } }] }, 'spec.drivers[0].allocatable.count: Invalid value: -1'],
		['any number of volumes', { drivers: [{ ...driver, allocatable: {} }] }, { drivers: [{ allocatable: {} }] }],
		['topology keys are labels', { drivers: [{ ...driver, topologyKeys: ['a b'] }] }, 'spec.drivers[0]: Invalid value: "a b"'],
		['no topology key twice', { drivers: [{ ...driver, topologyKeys: ['a', 'a'] }] }, 'Duplicate value: "a"'],
	])('%s', async (_, spec, wanted) => expected(await made('csinodes', { spec }), typeof wanted === 'string' ? wanted : { spec: wanted }));
	test('drivers merge by name, and are immutable', async () => {
		await made('csinodes', { spec: { drivers: [driver] } }, 'node');
		const patch = (drivers: readonly JsonObject[]) =>
			server.call('PATCH', `${paths.csinodes}/node`, { type: strategic, body: { spec: { drivers: [...drivers] } } });
		expect((await patch([{ name: 'e', nodeID: 'm' }])).body.spec.drivers.map(({ name }: { name: string }) => name).sort()).toEqual(['d', 'e']);
		expect((await patch([{ name: 'd', nodeID: 'other' }])).body.message).toMatch(/CSINodeDriver: Invalid value: "object": field is immutable/);
	});
});
