/** What is asked of both servers about admission webhooks: how these are configured, what they answer, and which requests are made then. */
import { patching, reviewing } from '../setup/admission.ts';
import type { Loose } from '../setup/loose.ts';
import { answering, type Behaviour } from '../setup/webhook.ts';

export interface Ask {
	readonly method: string;
	readonly path: string;
	readonly body?: unknown;
	readonly type?: string;
}

export interface Case {
	readonly what: string;
	/** Beside what every hook has; `at`: the path at which it is called, and its name. */
	readonly hooks: readonly { readonly kind: 'validating' | 'mutating'; readonly at: string; readonly more?: object }[];
	readonly behave: Behaviour;
	/** Made before the webhooks are in force. */
	readonly before?: readonly Ask[];
	readonly asks: readonly Ask[];
	/** Where only some releases have it. */
	readonly since?: '1.36';
}

const base = '/api/v1/namespaces/peers';
const maps = `${base}/configmaps`;
const apps = '/apis/apps/v1/namespaces/peers/deployments';
const merge = 'application/merge-patch+json';
const applied = 'application/apply-patch+yaml';
const strategic = 'application/strategic-merge-patch+json';

const create = (path: string, body: object): Ask => ({ method: 'POST', path, body });
const map = (name: string, more: object = {}): Ask => create(maps, { metadata: { name }, ...more });
const get = (path: string): Ask => ({ method: 'GET', path });
const rule = (apiGroup: string, resource: string, more: object = {}): object => ({
	rules: [{ operations: ['*'], apiGroups: [apiGroup], apiVersions: ['*'], resources: [resource], ...more }],
});
const both = (more: object = {}): Case['hooks'] => [
	{ kind: 'mutating', at: 'mutating', more },
	{ kind: 'validating', at: 'validating', more },
];
const one = (kind: 'validating' | 'mutating', more: object = {}): Case['hooks'] => [{ kind, at: kind, more }];
const allowing = reviewing(() => ({}));
const only =
	(path: string, response: (request: Loose) => object): Behaviour =>
	(review, request, answer) =>
		reviewing((asked) => (request.url?.startsWith(`/${path}`) ? response(asked) : {}))(review, request, answer);
const raw = (body: (review: Loose) => unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour =>
	answering(status, (review) => body(review as Loose), headers);
const deployment = (name: string): object => ({
	metadata: { name },
	spec: {
		replicas: 1,
		selector: { matchLabels: { a: 'b' } },
		template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
	},
});
const pod = (name: string): object => ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }] } });

const told: readonly Case[] = [
	{ what: 'a create', hooks: both(), behave: allowing, asks: [map('made', { data: { a: '1' } })] },
	{
		what: 'a create with options',
		hooks: both(),
		behave: allowing,
		asks: [create(`${maps}?fieldManager=me&fieldValidation=Strict&pretty=true`, { metadata: { name: 'options' } })],
	},
	{ what: 'a trial', hooks: both(), behave: allowing, asks: [create(`${maps}?dryRun=All`, { metadata: { name: 'trial' } })] },
	{
		what: 'a generated name',
		hooks: both(),
		behave: only('validating', () => ({ allowed: false })),
		asks: [create(maps, { metadata: { generateName: 'g-' } })],
	},
	{
		what: 'changes',
		hooks: both(),
		behave: allowing,
		before: [map('changed', { data: { a: '1' } })],
		asks: [
			{ method: 'PUT', path: `${maps}/changed?fieldManager=me`, body: { metadata: { name: 'changed' }, data: { b: '2' } } },
			{ method: 'PATCH', path: `${maps}/changed`, body: { data: { c: '3' } }, type: merge },
			{ method: 'PATCH', path: `${maps}/changed`, body: { metadata: { labels: { l: 'm' } } }, type: strategic },
			{ method: 'PATCH', path: `${maps}/changed`, body: [{ op: 'remove', path: '/data/b' }], type: 'application/json-patch+json' },
			{ method: 'PUT', path: `${maps}/changed?dryRun=All`, body: { metadata: { name: 'changed' }, data: { b: '2' } } },
		],
	},
	{
		what: 'applies',
		hooks: both(),
		behave: allowing,
		asks: [
			{
				method: 'PATCH',
				path: `${maps}/applied?fieldManager=me`,
				body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' }, data: { a: '1' } },
				type: applied,
			},
			{
				method: 'PATCH',
				path: `${maps}/applied?fieldManager=me&force=true`,
				body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' }, data: { a: '2' } },
				type: applied,
			},
		],
	},
	{
		what: 'deletes',
		hooks: both(),
		behave: allowing,
		before: ['a', 'b', 'c', 'd'].map((name) => map(`gone-${name}`, { metadata: { name: `gone-${name}`, labels: { gone: name === 'd' ? 'too' : 'yes' } } })),
		asks: [
			{ method: 'DELETE', path: `${maps}/gone-a` },
			{ method: 'DELETE', path: `${maps}/gone-b`, body: { gracePeriodSeconds: 3, propagationPolicy: 'Background', preconditions: {} } },
			{ method: 'DELETE', path: `${maps}/gone-c?propagationPolicy=Orphan&dryRun=All` },
			{ method: 'DELETE', path: `${maps}?labelSelector=gone%3Dtoo` },
			{ method: 'DELETE', path: `${maps}/none` },
		],
	},
	{
		what: 'a status',
		hooks: both(rule('apps', 'deployments/*')),
		behave: allowing,
		before: [create(apps, deployment('parts'))],
		asks: [{ method: 'PATCH', path: `${apps}/parts/status`, body: { status: { replicas: 3 } }, type: merge }],
	},
	{
		what: 'a scale',
		hooks: both(rule('apps', 'deployments/scale')),
		behave: allowing,
		before: [create(apps, deployment('scaled'))],
		asks: [
			{ method: 'PATCH', path: `${apps}/scaled/scale`, body: { spec: { replicas: 3 } }, type: merge },
			{ method: 'PUT', path: `${apps}/scaled/scale`, body: { metadata: { name: 'scaled', namespace: 'peers' }, spec: { replicas: 2 } } },
		],
	},
	{
		what: 'what is sent in the name of a pod',
		hooks: both(rule('', 'pods/*')),
		behave: allowing,
		before: [create(`${base}/pods`, pod('named')), create('/api/v1/nodes', { metadata: { name: 'n1' } })],
		asks: [
			create(`${base}/pods/named/binding`, { metadata: { name: 'named' }, target: { kind: 'Node', name: 'n1' } }),
			create(`${base}/pods/named/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'named', namespace: 'peers' } }),
		],
	},
	{
		what: 'a connection',
		hooks: both(rule('', 'pods/*')),
		behave: reviewing(({ subResource }) => (subResource === undefined ? {} : { allowed: false, status: { message: 'no' } })),
		before: [create(`${base}/pods`, pod('connected'))],
		asks: [
			{ method: 'POST', path: `${base}/pods/connected/exec?command=ls&stdout=1` },
			{ method: 'GET', path: `${base}/pods/connected/proxy/x?y=z` },
			{ method: 'GET', path: `${base}/pods/connected/portforward` },
			{ method: 'GET', path: `${base}/pods/connected/log` },
		],
	},
	{
		what: 'reviews and tokens',
		hooks: [
			...both({ ...rule('authorization.k8s.io', '*'), name: 'a.reviews.example.com' }),
			...both({ ...rule('', 'serviceaccounts/*'), name: 'a.tokens.example.com' }),
		],
		behave: allowing,
		before: [create(`${base}/serviceaccounts`, { metadata: { name: 'robot' } })],
		asks: [
			create('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', { spec: { nonResourceAttributes: { path: '/x', verb: 'get' } } }),
			create(`${base}/serviceaccounts/robot/token`, { spec: { audiences: ['x'] } }),
		],
	},
	{
		what: 'a namespace',
		hooks: both(rule('', 'namespaces')),
		behave: allowing,
		asks: [
			create('/api/v1/namespaces', { metadata: { name: 'another' } }),
			{ method: 'PATCH', path: '/api/v1/namespaces/another', body: { metadata: { labels: { a: 'b' } } }, type: merge },
			{ method: 'DELETE', path: '/api/v1/namespaces/another' },
		],
	},
	{
		what: 'configurations themselves',
		hooks: both(rule('admissionregistration.k8s.io', '*')),
		behave: reviewing(() => ({ allowed: false })),
		asks: [
			create('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?dryRun=All', { metadata: { name: 'x' } }),
			create('/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations?dryRun=All', { metadata: { name: 'x' } }),
		],
	},
	{ what: 'v1beta1', hooks: both({ admissionReviewVersions: ['v1beta1', 'v1'] }), behave: allowing, asks: [map('beta')] },
	{
		what: 'a review of v1beta1 that another is answered to',
		hooks: both({ admissionReviewVersions: ['v1beta1'] }),
		behave: raw(() => ({
			response: { uid: 'other', allowed: true, patch: Buffer.from('[{"op":"add","path":"/data","value":{"a":"b"}}]').toString('base64') },
		})),
		asks: [map('beta-lax')],
	},
	{
		what: 'another version of the same kind',
		hooks: both(rule('policy', 'poddisruptionbudgets', { apiVersions: ['v1'] })),
		behave: only('mutating', () => patching({ op: 'add', path: '/metadata/labels', value: { by: 'hook' } })),
		asks: [create('/apis/policy/v1/namespaces/peers/poddisruptionbudgets', { metadata: { name: 'pdb' }, spec: { minAvailable: 1 } })],
	},
	{
		what: 'another group of the same kind',
		hooks: both(rule('events.k8s.io', 'events', { apiVersions: ['v1'] })),
		behave: only('mutating', ({ object }) => patching({ op: 'add', path: '/note', value: `${object.note} and more` })),
		asks: [
			create(`${base}/events`, {
				metadata: { name: 'event' },
				involvedObject: { namespace: 'peers', name: 'x', kind: 'Pod' },
				message: 'm',
				reason: 'r',
				type: 'Normal',
			}),
		],
	},
	{
		what: 'another group of the same kind, exactly',
		hooks: both({ ...rule('events.k8s.io', 'events', { apiVersions: ['v1'] }), matchPolicy: 'Exact' }),
		behave: reviewing(() => ({ allowed: false })),
		asks: [
			create(`${base}/events`, {
				metadata: { name: 'exact' },
				involvedObject: { namespace: 'peers', name: 'x', kind: 'Pod' },
				message: 'm',
				reason: 'r',
				type: 'Normal',
			}),
		],
	},
];

const chosen: readonly Case[] = [
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

const denied: readonly Case[] = [
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

const patched: readonly Case[] = patches.flatMap(([what, response]) => [
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

const further: readonly Case[] = [
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

const failures: readonly (readonly [what: string, behave: Behaviour, more?: object])[] = [
	['answers nothing in time', () => undefined, { timeoutSeconds: 1 }],
	['answers half', (_, __, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'), { timeoutSeconds: 1 }],
	['closes', (_, request) => void request.socket.destroy()],
	['answers another uid', raw(({ apiVersion, kind }) => ({ apiVersion, kind, response: { uid: 'other', allowed: true } }))],
	['answers no response', raw(({ apiVersion, kind }) => ({ apiVersion, kind }))],
	['answers another kind', raw(({ apiVersion, request }) => ({ apiVersion, kind: 'Other', response: { uid: request.uid, allowed: true } }))],
	['answers another version', raw(({ kind, request }) => ({ apiVersion: 'admission.k8s.io/v1beta1', kind, response: { uid: request.uid, allowed: true } }))],
	['answers no kind', raw(({ request }) => ({ response: { uid: request.uid, allowed: true } }))],
	['answers words', raw(() => 'fine')],
	['answers an empty body', raw(() => '')],
	['answers a list', raw(() => [])],
	['answers a wrong type', raw(({ apiVersion, kind, request }) => ({ apiVersion, kind, response: { uid: request.uid, allowed: 'yes' } }))],
	...[204, 301, 400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 500, 501, 503, 504].map((status): readonly [string, Behaviour] => [
		`answers with status ${status}`,
		(_, __, response) => void response.writeHead(status, { 'content-type': 'text/plain' }).end(status === 204 ? undefined : 'some words'),
	]),
	['answers with status 500 in JSON', raw(() => ({ error: 'x' }), 500)],
	['answers with a Status', raw(() => ({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'own words', reason: 'Forbidden', code: 403 }), 403)],
];

const failed: readonly Case[] = failures.flatMap(([what, behave, more = {}]) => [
	{ what: `one that ${what}`, hooks: one('validating', more), behave, asks: [map('failed')] },
	{ what: `one that may change and ${what}`, hooks: one('mutating', more), behave, asks: [map('failed-too')] },
	{
		what: `one that nobody minds and ${what}`,
		hooks: both({ ...more, failurePolicy: 'Ignore' }),
		behave,
		asks: [map('ignored'), { method: 'DELETE', path: `${maps}/ignored` }],
	},
]);

const nobody = { clientConfig: { url: 'https://127.0.0.1:1/x' } };
const unreachable: readonly Case[] = [
	{ what: 'nobody there', hooks: one('validating', nobody), behave: allowing, asks: [map('nobody')] },
	{ what: 'an authority that does not vouch for it', hooks: one('validating', { ca: '' }), behave: allowing, asks: [map('strange')] },
	{ what: 'a name that is not in its certificate', hooks: one('validating', { host: 'localhost' }), behave: allowing, asks: [map('misnamed')] },
	{
		what: 'no such service',
		hooks: one('validating', { clientConfig: { service: { namespace: 'peers', name: 'none' } } }),
		behave: allowing,
		asks: [map('no-service')],
	},
	{
		what: 'no such port',
		hooks: one('validating', { clientConfig: { service: { namespace: 'peers', name: 'there', port: 9 } } }),
		before: [create(`${base}/services`, { metadata: { name: 'there' }, spec: { ports: [{ port: 443 }] } })],
		behave: allowing,
		asks: [map('no-port')],
	},
	{
		what: 'a service without an address',
		hooks: one('validating', { clientConfig: { service: { namespace: 'peers', name: 'headless' } } }),
		before: [create(`${base}/services`, { metadata: { name: 'headless' }, spec: { clusterIP: 'None', ports: [{ port: 443 }] } })],
		behave: allowing,
		asks: [map('headless')],
	},
];

export const cases: readonly Case[] = [...told, ...chosen, ...denied, ...patched, ...further, ...failed, ...unreachable];
