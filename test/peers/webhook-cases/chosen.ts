/** Cases of admission webhooks: selection of the webhooks that are called, and their denials. */
import { reviewing } from '../../setup/admission.ts';
import { allowing, applied, both, type Case, create, map, maps, merge, one, rule } from './parts.ts';

export const chosen: readonly Case[] = [
	{
		what: 'labels of objects, before and after',
		hooks: both({ objectSelector: { matchLabels: { is: 'meant' } } }),
		behave: allowing,
		before: [map('selected', { metadata: { name: 'selected', labels: { is: 'meant' } } })],
		asks: [
			map('unselected'),
			{ method: 'PATCH', path: `${maps}/selected`, body: { metadata: { labels: { is: 'other' } } }, type: merge },
			{ method: 'PATCH', path: `${maps}/selected`, body: { data: { a: 'b' } }, type: merge },
			{ method: 'PATCH', path: `${maps}/selected`, body: { metadata: { labels: { is: 'meant' } } }, type: merge },
			{ method: 'DELETE', path: `${maps}/selected` },
		],
	},
	{
		what: 'labels of a namespace that has none',
		hooks: both({ namespaceSelector: { matchLabels: { is: 'meant' } } }),
		behave: reviewing(() => ({ allowed: false })),
		asks: [map('elsewhere')],
	},
	{
		what: 'labels of its namespace',
		hooks: both({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'peers' } } }),
		behave: reviewing(() => ({ allowed: false })),
		asks: [map('here')],
	},
	{
		what: 'labels of a namespace, of a node',
		hooks: both({ ...rule('', 'nodes'), namespaceSelector: { matchLabels: { is: 'meant' } } }),
		behave: reviewing(() => ({ allowed: false })),
		asks: [create('/api/v1/nodes', { metadata: { name: 'n9' } })],
	},
	{
		what: 'labels of a namespace itself',
		hooks: both({ ...rule('', 'namespaces'), namespaceSelector: { matchLabels: { is: 'meant' } } }),
		behave: reviewing(() => ({ allowed: false })),
		asks: [
			create('/api/v1/namespaces', { metadata: { name: 'meant', labels: { is: 'meant' } } }),
			create('/api/v1/namespaces?dryRun=All', { metadata: { name: 'not-meant' } }),
		],
	},
	{
		what: 'conditions',
		since: '1.36',
		hooks: both({
			matchConditions: [
				{ name: 'named', expression: 'object.metadata.name.startsWith("cond")' },
				{ name: 'asked', expression: 'request.operation == "CREATE" && request.userInfo.username != "x" && oldObject == null' },
			],
		}),
		behave: reviewing(() => ({ allowed: false })),
		asks: [map('cond-yes'), map('no-cond')],
	},
	{
		what: 'conditions that fail',
		since: '1.36',
		hooks: one('validating', { matchConditions: [{ name: 'failing', expression: 'object.data.missing == "x"' }] }),
		behave: allowing,
		asks: [map('failing', { data: {} })],
	},
	{
		what: 'conditions that fail, and nobody minds',
		since: '1.36',
		hooks: one('validating', { failurePolicy: 'Ignore', matchConditions: [{ name: 'failing', expression: 'object.data.missing == "x"' }] }),
		behave: reviewing(() => ({ allowed: false })),
		asks: [map('failing-ignored', { data: {} })],
	},
	{
		what: 'the scope of the cluster',
		hooks: both(rule('', '*', { scope: 'Cluster', operations: ['CREATE'] })),
		behave: reviewing(() => ({ allowed: false })),
		asks: [map('in-one'), create('/api/v1/nodes?dryRun=All', { metadata: { name: 'n5' } })],
	},
];

export const denied: readonly Case[] = [
	['nothing', {}],
	['a message', { status: { message: 'not today' } }],
	['a reason', { status: { reason: 'Because' } }],
	['a code', { status: { code: 403, message: 'not you' } }],
	['a code that is none of a refusal', { status: { code: 200, message: 'fine' } }],
	['a large code', { status: { code: 418, reason: 'Teapot', message: 'no' } }],
	['that there is none', { status: { code: 404, reason: 'NotFound', message: 'none' } }],
	[
		'details',
		{
			status: {
				code: 422,
				message: 'wrong',
				reason: 'Invalid',
				details: { name: 'x', kind: 'Y', causes: [{ reason: 'R', message: 'm', field: 'f' }], retryAfterSeconds: 7 },
			},
		},
	],
	['success', { status: { status: 'Success', message: 'ha' } }],
]
	.flatMap(([what, response]) => [
		{ what: `a denial with ${what}`, hooks: one('validating'), behave: reviewing(() => ({ allowed: false, ...(response as object) })), asks: [map('denied')] },
		{
			what: `a denial by one that may change, with ${what}`,
			hooks: one('mutating'),
			behave: reviewing(() => ({ allowed: false, ...(response as object) })),
			asks: [{ method: 'PATCH', path: `${maps}/kube-root`, body: { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } }, type: `${applied}` }],
		},
	])
	.map((each) => ({ ...each, asks: each.asks.map((ask) => (ask.method === 'PATCH' ? { ...ask, path: `${ask.path}?fieldManager=x` } : ask)) }) as Case);
