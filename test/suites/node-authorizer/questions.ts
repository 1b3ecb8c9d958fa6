/** Requests of nodes about the cluster: each verb of each resource that nodes may access, and of some that they may not. */
export interface Question {
	readonly user: string;
	readonly groups: readonly string[];
	readonly verb: string;
	readonly group: string;
	readonly resource: string;
	readonly subresource: string;
	readonly namespace: string;
	readonly name: string;
	/** Field selector as in a URL. */
	readonly fieldSelector?: string;
}

interface Subject {
	readonly group?: string;
	readonly resource: string;
	readonly subresources?: readonly string[];
	readonly at: readonly (readonly [namespace: string, names: readonly string[]])[];
}

const nodes = ['system:nodes'];
const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection', 'escalate'];
const inNs = (...names: readonly string[]): Subject['at'] => [['ns', names]];
const ofSecrets = [
	...['pull', 'init-env', 'env', 'mounted', 'projected', 'azure', 'ceph', 'cinder', 'flex', 'iscsi', 'rbd', 'scaleio', 'storageos', 'inline'],
	...['publish', 'of-b', 'stage-of-b', 'of-the-controller', 'of-none', 'stage'],
];
const ofClaims = ['data', 'half', 'reads-scratch', 'of-b', 'none'];

const subjects: readonly Subject[] = [
	{
		resource: 'secrets',
		subresources: ['x'],
		at: [
			['ns', ['mounted', 'of-b', '']],
			['', ['mounted', '']],
			['elsewhere', ['env', '']],
		],
	},
	{ resource: 'configmaps', subresources: ['x'], at: inNs('mounted-conf', 'none', '') },
	{
		resource: 'persistentvolumeclaims',
		subresources: ['status', 'x'],
		at: [
			['ns', [...ofClaims, '']],
			['', ['data']],
			['elsewhere', ['data']],
		],
	},
	{ resource: 'persistentvolumes', subresources: ['status'], at: [['', ['pv-data', 'pv-of-b', 'pv-free', 'none', '']]] },
	{
		resource: 'serviceaccounts',
		subresources: ['token', 'x'],
		at: [
			['ns', ['runner', 'other', '']],
			['', ['runner']],
		],
	},
	{ resource: 'nodes', subresources: ['status', 'proxy'], at: [['', ['a', 'b', '']]] },
	{
		resource: 'pods',
		subresources: ['status', 'eviction', 'log', 'binding'],
		at: [
			['ns', ['reads', 'also', 'waits', 'mirror', 'none', '']],
			['', ['']],
		],
	},
	{ group: 'storage.k8s.io', resource: 'volumeattachments', subresources: ['status'], at: [['', ['va-a', 'va-b', 'none', '']]] },
	{ group: 'storage.k8s.io', resource: 'csinodes', subresources: ['x'], at: [['', ['a', 'b', '']]] },
	{ group: 'storage.k8s.io', resource: 'csidrivers', at: [['', ['x', '']]] },
	{
		group: 'coordination.k8s.io',
		resource: 'leases',
		subresources: ['x'],
		at: [
			['kube-node-lease', ['a', 'b', '']],
			['ns', ['a', '']],
			['', ['a']],
		],
	},
	{ group: 'resource.k8s.io', resource: 'resourceclaims', subresources: ['status'], at: inNs('device', 'none', '') },
	{ group: 'resource.k8s.io', resource: 'resourceslices', subresources: ['x'], at: [['', ['slice-a', 'slice-b', 'slice-all', 'none', '']]] },
	{ group: 'certificates.k8s.io', resource: 'podcertificaterequests', subresources: ['status'], at: inNs('x', '') },
	{ group: 'certificates.k8s.io', resource: 'certificatesigningrequests', subresources: ['approval', 'x'], at: [['', ['x', '']]] },
	{ group: 'certificates.k8s.io', resource: 'clustertrustbundles', at: [['', ['x', '']]] },
	{ group: 'node.k8s.io', resource: 'runtimeclasses', at: [['', ['x', '']]] },
	{ group: 'authentication.k8s.io', resource: 'tokenreviews', at: [['', ['']]] },
	{ group: 'authorization.k8s.io', resource: 'subjectaccessreviews', at: [['', ['']]] },
	{ group: 'authorization.k8s.io', resource: 'localsubjectaccessreviews', at: inNs('') },
	{ resource: 'services', subresources: ['status'], at: inNs('x', '') },
	{ resource: 'endpoints', at: inNs('x', '') },
	{ resource: 'events', at: inNs('x', '') },
	{ group: 'events.k8s.io', resource: 'events', at: inNs('x', '') },
	{ group: 'apps', resource: 'deployments', at: inNs('x', '') },
	{ group: 'other.example.com', resource: 'secrets', at: inNs('mounted') },
];

function* all(user: string, groups: readonly string[], of: readonly Subject[], verbs: readonly string[]): Generator<Question> {
	for (const { group = '', resource, subresources = [], at } of of) {
		for (const subresource of ['', ...subresources]) {
			for (const [namespace, names] of at) {
				for (const name of names) for (const verb of verbs) yield { user, groups, verb, group, resource, subresource, namespace, name };
			}
		}
	}
}

const selectors = [
	'spec.nodeName=a',
	'spec.nodeName==a',
	'spec.nodeName!=a',
	'spec.nodeName=b',
	'metadata.name=a,spec.nodeName=a',
	'metadata.name=reads',
	'spec.nodeName=',
];
const selected = (resource: string, group: string, namespace: string, verb: string, fieldSelector: string): Question => ({
	...{ user: 'system:node:a', groups: nodes, verb, group, resource, subresource: '', namespace, name: '', fieldSelector },
});

export const questions: readonly Question[] = [
	...all('system:node:a', nodes, subjects, verbs),
	...all(
		'system:node:a',
		nodes,
		[
			{
				resource: 'secrets',
				at: [
					['ns', ofSecrets],
					['infra', ['stage']],
					['elsewhere', ofSecrets],
				],
			},
		],
		['get'],
	),
	...all('system:node:a', nodes, [{ resource: 'configmaps', at: inNs('init-conf', 'env-conf', 'mounted-conf', 'projected-conf', 'mounted') }], ['get']),
	...all('system:node:b', nodes, subjects, ['get']),
	...all('system:node:b', nodes, [{ resource: 'secrets', at: inNs(...ofSecrets) }], ['get']),
	...all('system:node:c', nodes, subjects, ['get']),
	...all('system:node:', nodes, subjects.slice(0, 4), ['get']),
	...all('system:node:a', ['system:authenticated'], subjects.slice(0, 4), ['get']),
	...all('alice', nodes, subjects.slice(0, 4), ['get']),
	...selectors.flatMap((selector) => [
		...['list', 'watch', 'deletecollection', 'create'].flatMap((verb) => [
			selected('pods', '', 'ns', verb, selector),
			selected('resourceslices', 'resource.k8s.io', '', verb, selector),
			selected('podcertificaterequests', 'certificates.k8s.io', 'ns', verb, selector),
			selected('secrets', '', 'ns', verb, selector),
		]),
	]),
];

/** Returns the request as a SubjectAccessReview. */
export function reviewOf({ user, groups, fieldSelector, ...attributes }: Question): object {
	const said = Object.fromEntries(Object.entries(attributes).filter(([, text]) => text !== ''));
	return { user, groups, resourceAttributes: { ...said, ...(fieldSelector !== undefined && { fieldSelector: { rawSelector: fieldSelector } }) } };
}
