/** Random requests in one namespace. Object names are numbers, so that later requests change what earlier ones have made. */
import fc, { type Arbitrary } from 'fast-check';
import { podMetadata, podSpec, some } from './pods.ts';

export interface Asked {
	/** Kind and operation, for the report. */
	readonly what: string;
	readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
	/** Path; `{ns}` stands for the namespace. */
	readonly path: string;
	readonly body: object;
	readonly type: string;
	/** Path of the object to read afterwards. */
	readonly reads: string;
	/** Headers of another user whom the administrator impersonates. */
	readonly as: Readonly<Record<string, string>>;
}

const inNs = '/api/v1/namespaces/{ns}';
const users: readonly Readonly<Record<string, string>>[] = [
	...Array.from({ length: 8 }, () => ({})),
	{ 'impersonate-user': 'jane' },
	{ 'impersonate-user': 'system:node:n1', 'impersonate-group': 'system:nodes' },
];

/** Request before its target is known. `{target}` in the path stands for the name of an object. */
interface Made extends Pick<Asked, 'what' | 'path' | 'method' | 'body'> {
	/** Kind that it creates, under the name `name`. */
	readonly creates?: string;
	readonly name: string;
	/** Kind of an earlier object that it changes; `at` chooses which one. */
	readonly changes?: string;
	readonly at?: number;
	readonly type?: string;
}

/** Returns requests that create an object of a kind. */
function creates(what: string, collection: string, body: Arbitrary<object>): (name: string) => Arbitrary<Made> {
	return (name) =>
		body.map((given) => ({
			what: `create ${what}`,
			creates: what,
			method: 'POST',
			path: collection,
			name,
			body: { ...given, metadata: { ...(given as { readonly metadata?: object }).metadata, name } },
		}));
}

/** Returns requests that patch an object which may exist. */
function patches(what: string, collection: string, subresource: string, body: Arbitrary<object>): () => Arbitrary<Made> {
	return () =>
		fc.tuple(fc.nat({ max: 24 }), body).map(([at, patch]) => ({
			what: `patch ${what}${subresource}`,
			changes: what,
			at,
			method: 'PATCH',
			path: `${collection}/{target}${subresource}`,
			name: '',
			body: patch,
			type: 'application/merge-patch+json',
		}));
}

const claim = fc
	.tuple(fc.constantFrom('500Mi', '1Gi', '2Gi', '10Gi'), some(2, { storageClassName: fc.constantFrom('fast', 'usual', '', 'missing') }))
	.map(([storage, more]) => ({ spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, ...more } }));

const service = fc
	.tuple(fc.constantFrom('ClusterIP', 'NodePort', 'LoadBalancer'), some(3, { externalIPs: fc.constantFrom(['192.0.2.1'], ['192.0.2.2']) }))
	.map(([type, more]) => ({ spec: { type, ports: [{ port: 80 }], selector: { app: 'x' }, ...more } }));

const ingress = fc
	.tuple(some(2, { annotations: fc.constant({ 'kubernetes.io/ingress.class': 'x' }) }), some(2, { ingressClassName: fc.constantFrom('usual', 'missing') }))
	.map(([metadata, more]) => ({ metadata, spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } }, ...more } }));

const template = fc.tuple(podMetadata, podSpec).map(([metadata, spec]) => ({ metadata: { ...metadata, labels: { app: 'x' } }, spec }));

const kinds: readonly (readonly [weight: number, (name: string) => Arbitrary<Made>])[] = [
	[
		12,
		creates(
			'Pod',
			`${inNs}/pods`,
			fc.tuple(podMetadata, podSpec).map(([metadata, spec]) => ({ metadata, spec })),
		),
	],
	[4, creates('PersistentVolumeClaim', `${inNs}/persistentvolumeclaims`, claim)],
	[2, creates('ConfigMap', `${inNs}/configmaps`, fc.constant({ data: { a: 'b' } }))],
	[1, creates('Secret', `${inNs}/secrets`, fc.constant({ stringData: { a: 'b' } }))],
	[3, creates('Service', `${inNs}/services`, service)],
	[2, creates('Ingress', '/apis/networking.k8s.io/v1/namespaces/{ns}/ingresses', ingress)],
	[
		2,
		creates(
			'Deployment',
			'/apis/apps/v1/namespaces/{ns}/deployments',
			template.map((pod) => ({ spec: { selector: { matchLabels: { app: 'x' } }, template: pod } })),
		),
	],
	[
		3,
		patches(
			'Pod',
			`${inNs}/pods`,
			'',
			fc.constantFrom<object>(
				{ metadata: { labels: { changed: 'yes' } } },
				{ spec: { activeDeadlineSeconds: 30 } },
				{ metadata: { annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' } } },
				{ metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'x', blockOwnerDeletion: true }] } },
			),
		),
	],
	[1, patches('Pod', `${inNs}/pods`, '/status', fc.constantFrom<object>({ status: { phase: 'Running' } }, { metadata: { labels: { changed: 'no' } } }))],
	[
		2,
		patches(
			'PersistentVolumeClaim',
			`${inNs}/persistentvolumeclaims`,
			'',
			fc.constantFrom('1Gi', '4Gi', '20Gi').map((storage) => ({ spec: { resources: { requests: { storage } } } })),
		),
	],
	[
		1,
		patches(
			'Service',
			`${inNs}/services`,
			'',
			fc.constantFrom<object>({ spec: { externalIPs: ['192.0.2.1'] } }, { spec: { type: 'NodePort' } }, { spec: { externalIPs: null } }),
		),
	],
	[
		1,
		patches(
			'ConfigMap',
			`${inNs}/configmaps`,
			'',
			fc.constantFrom<object>({ data: { a: 'c' } }, { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'x' }] } }),
		),
	],
	[
		1,
		() =>
			fc.constantFrom('restricted', 'baseline', 'privileged').map((level) => ({
				what: 'patch Namespace',
				method: 'PATCH' as const,
				path: inNs,
				name: '',
				type: 'application/merge-patch+json',
				body: { metadata: { labels: { 'pod-security.kubernetes.io/enforce': level } } },
			})),
	],
	[
		1,
		() =>
			fc.nat({ max: 24 }).map((at) => ({
				what: 'delete Pod',
				method: 'DELETE' as const,
				path: `${inNs}/pods/{target}`,
				changes: 'Pod',
				at,
				name: '',
				body: { gracePeriodSeconds: 0 },
			})),
	],
	[
		1,
		(name) =>
			some(2, { labels: fc.constantFrom<object>({ 'node-restriction.kubernetes.io/x': 'y' }, { plain: 'x' }) }).map((metadata) => ({
				what: 'create Node',
				method: 'POST' as const,
				path: '/api/v1/nodes',
				name: `${name}-{ns}`,
				body: { metadata: { ...metadata, name: `${name}-{ns}` } },
			})),
	],
	[
		1,
		(name) =>
			fc.constantFrom<object>({ hostPath: { path: '/x' } }, { nfs: { server: 's', path: '/' } }).map((source) => ({
				what: 'create PersistentVolume',
				method: 'POST' as const,
				path: '/api/v1/persistentvolumes',
				name: `${name}-{ns}`,
				body: { metadata: { name: `${name}-{ns}` }, spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...source } },
			})),
	],
];

export function requests(count: number): Arbitrary<readonly Asked[]> {
	const each = Array.from({ length: count }, (_, i) => {
		const made = kinds.map(([weight, make]) => ({ weight, arbitrary: make(`r${i}`) }));
		return fc.tuple(fc.oneof(...made), fc.constantFrom(...users));
	});
	return fc.tuple(...each).map((all) => all.map(([made, as], i) => finished(made, as, namesOf(all.slice(0, i), made.changes))));
}

/** Returns the names of the objects of a kind that earlier requests create. */
function namesOf(earlier: readonly (readonly [Made, unknown])[], kind: string | undefined): readonly string[] {
	return earlier.flatMap(([{ creates, name }]) => (creates !== undefined && creates === kind ? [name] : []));
}

function finished({ what, method, path, body, name, at = 0, type = 'application/json' }: Made, as: Asked['as'], names: readonly string[]): Asked {
	const target = names[at % names.length] ?? 'none';
	const full = path.replace('{target}', target);
	return { what, method, path: full, body, type, as, reads: method === 'POST' ? `${full}/${name}` : full.replace(/\/status$/, '') };
}
