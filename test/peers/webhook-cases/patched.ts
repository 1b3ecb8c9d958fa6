/** Cases of admission webhooks about the effect of their answers. */
import { patching, reviewing } from '../../setup/admission.ts';
import { allowing, apps, base, both, type Case, create, deployment, get, map, maps, merge, one, only, pod, rule } from './parts.ts';

const patches: readonly (readonly [what: string, response: object])[] = [
	['adds', patching({ op: 'add', path: '/data', value: { by: 'hook' } })],
	['does nothing', patching()],
	['changes nothing', patching({ op: 'test', path: '/kind', value: 'ConfigMap' })],
	['changes managed fields', patching({ op: 'add', path: '/metadata/managedFields', value: [{ manager: 'x', operation: 'Odd' }] })],
	['takes managed fields', patching({ op: 'remove', path: '/metadata/managedFields' })],
	['gives a field that there is not', patching({ op: 'add', path: '/unknown', value: 1 })],
	['gives a value of another type', patching({ op: 'add', path: '/data', value: 'text' })],
	['gives a value that is not valid', patching({ op: 'add', path: '/metadata/labels', value: { '!': 'x' } })],
	['renames', patching({ op: 'replace', path: '/metadata/name', value: 'renamed' })],
	['moves', patching({ op: 'replace', path: '/metadata/namespace', value: 'default' })],
	['gives a uid', patching({ op: 'add', path: '/metadata/uid', value: 'mine' })],
	['gives a version', patching({ op: 'add', path: '/metadata/resourceVersion', value: '12' })],
	['makes it another kind', patching({ op: 'replace', path: '/kind', value: 'Secret' })],
	['makes it another version', patching({ op: 'replace', path: '/apiVersion', value: 'v2' })],
	['removes what is not there', patching({ op: 'remove', path: '/data/none' })],
	['tests in vain', patching({ op: 'test', path: '/kind', value: 'Pod' })],
	['replaces all', patching({ op: 'replace', path: '', value: { a: 'b' } })],
	['is no list', { patchType: 'JSONPatch', patch: Buffer.from('{}').toString('base64') }],
	['is no JSON', { patchType: 'JSONPatch', patch: Buffer.from('[{').toString('base64') }],
	['has no type', { patch: Buffer.from('[]').toString('base64') }],
	['is of no type that there is', { patchType: 'MergePatch', patch: Buffer.from('[{"op":"add","path":"/a","value":1}]').toString('base64') }],
	['has a type alone', { patchType: 'JSONPatch' }],
];

export const patched: readonly Case[] = patches.flatMap(([what, response]) => [
	{
		what: `a patch of a create that ${what}`,
		hooks: one('mutating', rule('', 'configmaps', { operations: ['CREATE'] })),
		behave: reviewing(() => response),
		asks: [map('patched'), get(`${maps}/patched`)],
	},
	{
		what: `a patch of an update that ${what}`,
		hooks: one('mutating', rule('', 'configmaps', { operations: ['UPDATE'] })),
		behave: reviewing(() => response),
		before: [map('updated', { data: { a: '1' } })],
		asks: [{ method: 'PATCH', path: `${maps}/updated?fieldManager=me`, body: { metadata: { labels: { c: 'd' } } }, type: merge }, get(`${maps}/updated`)],
	},
]);

export const further: readonly Case[] = [
	{
		what: 'a patch by one that only looks',
		hooks: one('validating'),
		behave: reviewing(() => patching({ op: 'add', path: '/data', value: {} })),
		asks: [map('looked')],
	},
	{
		what: 'a patch of a delete',
		hooks: one('mutating', rule('', 'configmaps', { operations: ['DELETE'] })),
		behave: reviewing(() => patching({ op: 'add', path: '/data', value: {} })),
		before: [map('undeleted')],
		asks: [{ method: 'DELETE', path: `${maps}/undeleted` }],
	},
	{
		what: 'a patch of a scale',
		hooks: one('mutating', rule('apps', 'deployments/scale')),
		behave: reviewing(() => patching({ op: 'replace', path: '/spec/replicas', value: 5 })),
		before: [create(apps, deployment('rescaled'))],
		asks: [{ method: 'PATCH', path: `${apps}/rescaled/scale`, body: { spec: { replicas: 3 } }, type: merge }],
	},
	{
		what: 'a patch of a status that changes more',
		hooks: one('mutating', rule('apps', 'deployments/status')),
		behave: reviewing(() => patching({ op: 'replace', path: '/spec/replicas', value: 5 }, { op: 'add', path: '/metadata/labels', value: { l: 'm' } })),
		before: [create(apps, deployment('stated'))],
		asks: [{ method: 'PATCH', path: `${apps}/stated/status`, body: { status: { replicas: 3 } }, type: merge }, get(`${apps}/stated/scale`)],
	},
	{
		what: 'a patch with defaults',
		hooks: one('mutating', rule('', 'pods')),
		behave: reviewing(() => patching({ op: 'add', path: '/spec/containers/-', value: { name: 'side', image: 'x:latest' } })),
		asks: [create(`${base}/pods`, pod('with-side'))],
	},
	{
		what: 'warnings',
		hooks: both(),
		behave: reviewing(() => ({ warnings: ['one', 'two "quoted"', 'one', 'x'.repeat(300), 'new\nline', 'ünïcode'] })),
		asks: [map('warned')],
	},
	{ what: 'warnings of a denial', hooks: one('validating'), behave: reviewing(() => ({ allowed: false, warnings: ['mind'] })), asks: [map('warned-denied')] },
	...(['Some', 'Unknown', 'NoneOnDryRun'] as const).map(
		(sideEffects): Case => ({
			what: `a trial with side effects ${sideEffects}`,
			hooks: both(sideEffects === 'NoneOnDryRun' ? { sideEffects } : { sideEffects: 'None' }),
			behave: allowing,
			asks: [create(`${maps}?dryRun=All`, { metadata: { name: 'dry' } })],
		}),
	),
	{
		what: 'others asked again',
		hooks: [
			{ kind: 'mutating', at: 'a-again', more: { reinvocationPolicy: 'IfNeeded' } },
			{ kind: 'mutating', at: 'b-never' },
			{ kind: 'mutating', at: 'c-changing' },
			{ kind: 'mutating', at: 'd-again', more: { reinvocationPolicy: 'IfNeeded' } },
		],
		behave: only('c-changing', () => patching({ op: 'add', path: '/data', value: { by: 'c' } })),
		asks: [map('again')],
	},
	{
		what: 'one that changes it each time',
		hooks: [
			{ kind: 'mutating', at: 'a-counting', more: { reinvocationPolicy: 'IfNeeded' } },
			{ kind: 'mutating', at: 'b-counting', more: { reinvocationPolicy: 'IfNeeded' } },
		],
		behave: reviewing(({ object }) => patching({ op: 'add', path: '/data', value: { count: String(Number(object.data?.count ?? 0) + 1) } })),
		asks: [map('counted')],
	},
];
