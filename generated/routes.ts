// Generated from the specs. Edit those: this file is overwritten.
import type { EndpointHandler } from '../runtime/model/endpoint.ts';
import type { Verb } from '../runtime/model/verb.ts';
import { vocabulary } from './vocabulary.ts';

export interface Route {
	/** Path below which the resource lies, for example `/apis/apps/v1`. */
	readonly root: string;
	readonly group: string;
	readonly version: string;
	/** Plural. */
	readonly resource: string;
	readonly kind: string;
	readonly namespaced: boolean;
	readonly verbs: readonly Verb[];
	readonly handler: EndpointHandler;
	readonly subresources: readonly { readonly name: string; readonly handler: EndpointHandler; readonly verbs: readonly Verb[] }[];
	readonly storageName: string;
	readonly introduced: string;
	readonly deprecated?: string;
	/** First release without it. */
	readonly removed?: string;
}

const all: readonly Verb[] = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/** Every route of every release, in the order of discovery. */
export const routes: readonly Route[] = [
	{ root: '/api/v1', group: '', version: 'v1', resource: 'bindings', kind: 'Binding', namespaced: true, verbs: ['create'], handler: 'computed', subresources: [], storageName: 'bindings', introduced: '1.16' },
	{ root: '/api/v1', group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true, verbs: all, handler: 'stored', subresources: [], storageName: 'configmaps', introduced: '1.16' },
	{ root: '/api/v1', group: '', version: 'v1', resource: 'events', kind: 'Event', namespaced: true, verbs: all, handler: 'stored', subresources: [], storageName: 'events', introduced: '1.16' },
	{ root: '/api/v1', group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', namespaced: false, verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'], handler: 'stored', subresources: [{ name: 'finalize', handler: 'stored', verbs: ['update'] }, { name: 'status', handler: 'status', verbs: ['get', 'patch', 'update'] }], storageName: 'namespaces', introduced: '1.16' },
	{ root: '/api/v1', group: '', version: 'v1', resource: 'persistentvolumeclaims', kind: 'PersistentVolumeClaim', namespaced: true, verbs: all, handler: 'stored', subresources: [{ name: 'status', handler: 'status', verbs: ['get', 'patch', 'update'] }], storageName: 'persistentvolumeclaims', introduced: '1.16' },
	{ root: '/api/v1', group: '', version: 'v1', resource: 'persistentvolumes', kind: 'PersistentVolume', namespaced: false, verbs: all, handler: 'stored', subresources: [{ name: 'status', handler: 'status', verbs: ['get', 'patch', 'update'] }], storageName: 'persistentvolumes', introduced: '1.16' },
	{ root: '/api/v1', group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true, verbs: all, handler: 'stored', subresources: [{ name: 'attach', handler: 'connect', verbs: ['create', 'get'] }, { name: 'binding', handler: 'computed', verbs: ['create'] }, { name: 'eviction', handler: 'computed', verbs: ['create'] }, { name: 'exec', handler: 'connect', verbs: ['create', 'get'] }, { name: 'log', handler: 'connect', verbs: ['get'] }, { name: 'portforward', handler: 'connect', verbs: ['create', 'get'] }, { name: 'proxy', handler: 'connect', verbs: ['create', 'delete', 'get', 'patch', 'update'] }, { name: 'status', handler: 'status', verbs: ['get', 'patch', 'update'] }], storageName: 'pods', introduced: '1.16' },
	{ root: '/api/v1', group: '', version: 'v1', resource: 'secrets', kind: 'Secret', namespaced: true, verbs: all, handler: 'stored', subresources: [], storageName: 'secrets', introduced: '1.16' },
	{ root: '/api/v1', group: '', version: 'v1', resource: 'serviceaccounts', kind: 'ServiceAccount', namespaced: true, verbs: all, handler: 'stored', subresources: [], storageName: 'serviceaccounts', introduced: '1.16' },
	{ root: '/apis/apps/v1', group: 'apps', version: 'v1', resource: 'deployments', kind: 'Deployment', namespaced: true, verbs: all, handler: 'stored', subresources: [{ name: 'scale', handler: 'scale', verbs: ['get', 'patch', 'update'] }, { name: 'status', handler: 'status', verbs: ['get', 'patch', 'update'] }], storageName: 'deployments.apps', introduced: '1.9' },
	{ root: `/apis/networking.${vocabulary.groupDomain}/v1`, group: `networking.${vocabulary.groupDomain}`, version: 'v1', resource: 'ingresses', kind: 'Ingress', namespaced: true, verbs: all, handler: 'stored', subresources: [{ name: 'status', handler: 'status', verbs: ['get', 'patch', 'update'] }], storageName: `ingresses.networking.${vocabulary.groupDomain}`, introduced: '1.19' },
	{ root: `/apis/networking.${vocabulary.groupDomain}/v1beta1`, group: `networking.${vocabulary.groupDomain}`, version: 'v1beta1', resource: 'ingresses', kind: 'Ingress', namespaced: true, verbs: all, handler: 'stored', subresources: [{ name: 'status', handler: 'status', verbs: ['get', 'patch', 'update'] }], storageName: `ingresses.networking.${vocabulary.groupDomain}`, introduced: '1.14', deprecated: '1.19', removed: '1.22' },
	{ root: '/apis/extensions/v1beta1', group: 'extensions', version: 'v1beta1', resource: 'ingresses', kind: 'Ingress', namespaced: true, verbs: all, handler: 'stored', subresources: [{ name: 'status', handler: 'status', verbs: ['get', 'patch', 'update'] }], storageName: `ingresses.networking.${vocabulary.groupDomain}`, introduced: '1.1', deprecated: '1.14', removed: '1.22' },
	{ root: '/apis/policy/v1', group: 'policy', version: 'v1', resource: 'poddisruptionbudgets', kind: 'PodDisruptionBudget', namespaced: true, verbs: all, handler: 'stored', subresources: [{ name: 'status', handler: 'status', verbs: ['get', 'patch', 'update'] }], storageName: 'poddisruptionbudgets.policy', introduced: '1.21' },
	{ root: '/apis/policy/v1beta1', group: 'policy', version: 'v1beta1', resource: 'poddisruptionbudgets', kind: 'PodDisruptionBudget', namespaced: true, verbs: all, handler: 'stored', subresources: [{ name: 'status', handler: 'status', verbs: ['get', 'patch', 'update'] }], storageName: 'poddisruptionbudgets.policy', introduced: '1.5', deprecated: '1.21', removed: '1.25' },
	{ root: `/apis/storage.${vocabulary.groupDomain}/v1`, group: `storage.${vocabulary.groupDomain}`, version: 'v1', resource: 'csidrivers', kind: 'CSIDriver', namespaced: false, verbs: all, handler: 'stored', subresources: [], storageName: `csidrivers.storage.${vocabulary.groupDomain}`, introduced: '1.18' },
	{ root: `/apis/storage.${vocabulary.groupDomain}/v1`, group: `storage.${vocabulary.groupDomain}`, version: 'v1', resource: 'csinodes', kind: 'CSINode', namespaced: false, verbs: all, handler: 'stored', subresources: [], storageName: `csinodes.storage.${vocabulary.groupDomain}`, introduced: '1.17' },
	{ root: `/apis/storage.${vocabulary.groupDomain}/v1`, group: `storage.${vocabulary.groupDomain}`, version: 'v1', resource: 'storageclasses', kind: 'StorageClass', namespaced: false, verbs: all, handler: 'stored', subresources: [], storageName: `storageclasses.storage.${vocabulary.groupDomain}`, introduced: '1.6' },
	{ root: `/apis/storage.${vocabulary.groupDomain}/v1beta1`, group: `storage.${vocabulary.groupDomain}`, version: 'v1beta1', resource: 'csidrivers', kind: 'CSIDriver', namespaced: false, verbs: all, handler: 'stored', subresources: [], storageName: `csidrivers.storage.${vocabulary.groupDomain}`, introduced: '1.14', deprecated: '1.19', removed: '1.22' },
	{ root: `/apis/storage.${vocabulary.groupDomain}/v1beta1`, group: `storage.${vocabulary.groupDomain}`, version: 'v1beta1', resource: 'csinodes', kind: 'CSINode', namespaced: false, verbs: all, handler: 'stored', subresources: [], storageName: `csinodes.storage.${vocabulary.groupDomain}`, introduced: '1.14', deprecated: '1.17', removed: '1.22' },
	{ root: `/apis/storage.${vocabulary.groupDomain}/v1beta1`, group: `storage.${vocabulary.groupDomain}`, version: 'v1beta1', resource: 'storageclasses', kind: 'StorageClass', namespaced: false, verbs: all, handler: 'stored', subresources: [], storageName: `storageclasses.storage.${vocabulary.groupDomain}`, introduced: '1.4', deprecated: '1.19', removed: '1.22' },
	{ root: `/apis/coordination.${vocabulary.groupDomain}/v1`, group: `coordination.${vocabulary.groupDomain}`, version: 'v1', resource: 'leases', kind: 'Lease', namespaced: true, verbs: all, handler: 'stored', subresources: [], storageName: `leases.coordination.${vocabulary.groupDomain}`, introduced: '1.14' },
	{ root: `/apis/coordination.${vocabulary.groupDomain}/v1beta1`, group: `coordination.${vocabulary.groupDomain}`, version: 'v1beta1', resource: 'leases', kind: 'Lease', namespaced: true, verbs: all, handler: 'stored', subresources: [], storageName: `leases.coordination.${vocabulary.groupDomain}`, introduced: '1.12', deprecated: '1.19', removed: '1.22' },
];
