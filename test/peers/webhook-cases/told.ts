/** Cases of admission webhooks about the content of their reviews. */
import { patching, reviewing } from '../../setup/admission.ts';
import { allowing, applied, apps, base, both, type Case, create, deployment, map, maps, merge, only, pod, raw, rule, strategic } from './parts.ts';

export const told: readonly Case[] = [
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
