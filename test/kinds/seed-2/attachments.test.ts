/** Tests VolumeAttachment and CSIStorageCapacity (seed 2): accepted values, refusals, and immutable fields. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { attachmentSpec, type Change, changed, expected, freshName, made, merge, paths, type Row, server, withServer } from './fixture.ts';

withServer();

describe('VolumeAttachment', () => {
	const spec = (fields: JsonObject) => ({ spec: { ...attachmentSpec, ...fields } });
	const inline = (fields: JsonObject) =>
		spec({ source: { inlineVolumeSpec: { accessModes: ['ReadWriteOnce'], csi: { driver: 'd', volumeHandle: 'h' }, ...fields } } });
	const at = 'spec.source.inlineVolumeSpec';
	const notInline = 'may not be specified in the context of inline volumes';
	test.each<Row>([
		['a volume by its name', spec({}), { spec: attachmentSpec, status: { attached: false } }],
		['a status is not for who creates it', { ...spec({}), status: { attached: true } }, { status: { attached: false } }],
		['attacher is required', spec({ attacher: '' }), 'spec.attacher: Required value'],
		['attacher is the name of a driver', spec({ attacher: 'a_b' }), 'spec.attacher: Invalid value: "a_b"'],
		['... in either case', spec({ attacher: 'CSI.Example.com' }), {}],
		['nodeName is required', spec({ nodeName: null }), 'spec.nodeName: Required value'],
		['source is required', spec({ source: null }), 'spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName'],
		['source names something', spec({ source: {} }), 'spec.source: Required value: must specify exactly one of'],
		[
			'an empty name is none',
			spec({ source: { persistentVolumeName: '' } }),
			'persistentVolumeName: Required value: must specify non empty persistentVolumeName',
		],
		['a name is that of a volume', spec({ source: { persistentVolumeName: 'A' } }), 'spec.source.persistentVolumeName: Invalid value: "A"'],
		[
			'not both',
			spec({ source: { persistentVolumeName: 'v', inlineVolumeSpec: { accessModes: ['ReadWriteOnce'], csi: { driver: 'd', volumeHandle: 'h' } } } }),
			'spec.source: Forbidden: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
		],
		[
			'a volume that is described has a driver',
			inline({ csi: null, nfs: { server: 's', path: '/p' } }),
			`${at}.csi: Required value: has to be specified in the context of inline volumes`,
		],
		['... has access modes', inline({ accessModes: [] }), `${at}.accessModes: Required value`],
		['... has no claim', inline({ claimRef: { name: 'a' } }), `${at}.claimRef: Forbidden: ${notInline}`],
		['... has no capacity', inline({ capacity: { storage: '1Gi' } }), `${at}.capacity: Forbidden: ${notInline}`],
		['... has no class', inline({ storageClassName: 'a' }), `${at}.storageClassName: Forbidden: ${notInline}`],
		['... has no affinity', inline({ nodeAffinity: {} }), `is invalid: ${at}.nodeAffinity: Forbidden: ${notInline}`],
		['... is retained', inline({ persistentVolumeReclaimPolicy: 'Delete' }), `${at}.persistentVolumeReclaimPolicy: Forbidden: may only be Retain`],
		['... is a file system', inline({ volumeMode: 'Block' }), `${at}.volumeMode: Forbidden: may not specify volumeMode other than Filesystem`],
		[
			'... names secrets with their namespace',
			inline({ csi: { driver: 'd', volumeHandle: 'h', nodePublishSecretRef: { name: 'a' } } }),
			'nodePublishSecretRef.namespace: Required value',
		],
	])('%s', async (_, body, wanted) => expected(await made('volumeattachments', body), wanted));

	test.each<Change>([
		[
			'the spec stays',
			spec({}),
			{ spec: { nodeName: 'm' } },
			'spec: Invalid value: {"attacher":"csi.example.com","source":{"persistentVolumeName":"v"},"nodeName":"m"}: field is immutable',
		],
		[
			'... and nothing in it is blamed besides',
			inline({}),
			{ spec: { source: { inlineVolumeSpec: { volumeMode: 'Filesystem' } } } },
			'is invalid: spec: Invalid value',
		],
		['the status is not written with the object', spec({}), { status: { attached: true } }, { status: { attached: false } }],
	])('%s', async (_, body, patch, wanted) => expected(await changed('volumeattachments', body, patch), wanted));

	const failure = (message: string) => ({ status: { attachError: { message, time: '2024-05-01T10:00:00Z' } } });
	test.each<Change>([
		[
			'says whether it is attached, and what the driver said',
			spec({}),
			{ status: { attached: true, attachmentMetadata: { a: 'b' } } },
			{ status: { attached: true, attachmentMetadata: { a: 'b' } } },
		],
		['says what failed', spec({}), failure('no'), failure('no')],
		['... in at most 1024 bytes', spec({}), failure('x'.repeat(1025)), 'status.attachError.message: Too long: must have at most 1024 bytes'],
		[
			'holds at most 256 KiB of what the driver said',
			spec({}),
			{ status: { attachmentMetadata: { a: 'x'.repeat(256 * 1024) } } },
			'status.attachmentMetadata: Too long: must have at most 262144 bytes',
		],
	])('the status %s', async (_, body, patch, wanted) => expected(await changed('volumeattachments', body, patch, { subresource: '/status' }), wanted));

	test('a status write changes no other part', async () => {
		const patch = { metadata: { labels: { a: 'b' } }, spec: { nodeName: 'm' }, status: { attached: true } };
		const { metadata, ...rest } = await changed('volumeattachments', spec({}), patch, { subresource: '/status' });
		expect([metadata.labels, rest.spec, rest.status]).toEqual([undefined, attachmentSpec, { attached: true }]);
	});

	test('an inline volume gets no defaults of a PersistentVolume', async () => {
		const { spec: got } = await made('volumeattachments', inline({}));
		expect(got.source.inlineVolumeSpec).toEqual({ accessModes: ['ReadWriteOnce'], csi: { driver: 'd', volumeHandle: 'h' } });
	});
});

describe('CSIStorageCapacity', () => {
	const of = (fields: JsonObject) => ({ storageClassName: 'fast', ...fields });
	test.each<Row>([
		['of a class', of({}), { storageClassName: 'fast' }],
		['the class is required', {}, 'storageClassName: Required value'],
		['the class has the name of one', { storageClassName: 'A' }, 'storageClassName: Invalid value: "A"'],
		['how much, and how large at most', of({ capacity: '10Gi', maximumVolumeSize: '1Gi' }), { capacity: '10Gi', maximumVolumeSize: '1Gi' }],
		['nothing at all', of({ capacity: '0' }), { capacity: '0' }],
		['not less than nothing', of({ capacity: '-1' }), 'capacity: Invalid value: "-1": must be greater than or equal to 0'],
		['for all nodes', of({ nodeTopology: {} }), { nodeTopology: {} }],
		['for some', of({ nodeTopology: { matchLabels: { a: 'b' } } }), { nodeTopology: { matchLabels: { a: 'b' } } }],
		['by labels that are some', of({ nodeTopology: { matchLabels: { 'a b': '' } } }), 'Invalid value: "a b": name part must consist of'],
		[
			'by conditions that are whole',
			of({ nodeTopology: { matchExpressions: [{ key: 'a', operator: 'In' }] } }),
			"must be specified when `operator` is 'In' or 'NotIn'",
		],
	])('%s', async (_, body, wanted) => expected(await made('csistoragecapacities', body), wanted));

	test.each<Change>([
		['how much changes', of({ capacity: '1Gi' }), { capacity: '2Gi' }, { capacity: '2Gi' }],
		['the class stays', of({}), { storageClassName: 'slow' }, 'storageClassName: Invalid value: "slow": field is immutable'],
		[
			'the nodes stay',
			of({ nodeTopology: {} }),
			{ nodeTopology: { matchLabels: { a: 'b' } } },
			'nodeTopology: Invalid value: {"matchLabels":{"a":"b"}}: field is immutable',
		],
		['... and cannot be left out', of({ nodeTopology: {} }), { nodeTopology: null }, 'nodeTopology: Invalid value: null: field is immutable'],
		['... or added', of({}), { nodeTopology: {} }, 'nodeTopology: Invalid value: {}: field is immutable'],
	])('%s', async (_, body, patch, wanted) => expected(await changed('csistoragecapacities', body, patch), wanted));

	test('warns of labels that have other names by now', async () => {
		const nodeTopology = { matchLabels: { 'beta.orch.io/os': 'a' }, matchExpressions: [{ key: 'beta.orch.io/arch', operator: 'Exists' }] };
		const { warnings } = await server.call('POST', paths.csistoragecapacities, { body: { metadata: { name: freshName() }, ...of({ nodeTopology }) } });
		expect(warnings).toEqual([
			'nodeTopology.matchExpressions[0].key: beta.orch.io/arch is deprecated since v1.14; use "orch.io/arch" instead',
			'nodeTopology.matchLabels.beta.orch.io/os: deprecated since v1.14; use "orch.io/os" instead',
		]);
	});
	test('a PUT needs a resourceVersion', async () => {
		const name = freshName();
		await made('csistoragecapacities', of({}), name);
		const { status, body } = await server.call('PUT', `${paths.csistoragecapacities}/${name}`, { body: { metadata: { name }, ...of({}) } });
		expect([status, body.message]).toEqual([422, expect.stringContaining('metadata.resourceVersion: Invalid value: 0x0: must be specified for an update')]);
		const patched = await server.call('PATCH', `${paths.csistoragecapacities}/${name}`, { type: merge, body: { capacity: '1' } });
		expect(patched.status).toBe(200);
	});
});
