// Generated from the specs. Edit those: this file is overwritten.
import type { KindHooks } from '../runtime/api/hooks.ts';
import type { Deployment } from './types/apps/v1.ts';
import type { Lease } from './types/coordination/v1.ts';
import type { ConfigMap, Event, Namespace, PersistentVolume, PersistentVolumeClaim, Pod, Secret, ServiceAccount } from './types/core/v1.ts';
import type { Ingress } from './types/networking/v1.ts';
import type { CSIDriver, CSINode, StorageClass } from './types/storage/v1.ts';
import { vocabulary } from './vocabulary.ts';

/** Behaviour of kinds that specs cannot say, by package and plural. */
export interface Hooks {
	readonly 'apps/deployments'?: KindHooks<Deployment>;
	readonly 'coordination/leases'?: KindHooks<Lease>;
	readonly 'core/configmaps'?: KindHooks<ConfigMap>;
	readonly 'core/events'?: KindHooks<Event>;
	readonly 'core/namespaces'?: KindHooks<Namespace>;
	readonly 'core/persistentvolumeclaims'?: KindHooks<PersistentVolumeClaim>;
	readonly 'core/persistentvolumes'?: KindHooks<PersistentVolume>;
	readonly 'core/pods'?: KindHooks<Pod, 'Ready' | 'Status' | 'Restarts' | 'IP' | 'Node' | 'Nominated Node' | 'Readiness Gates'>;
	readonly 'core/secrets'?: KindHooks<Secret>;
	readonly 'core/serviceaccounts'?: KindHooks<ServiceAccount>;
	readonly 'networking/ingresses'?: KindHooks<Ingress>;
	readonly 'storage/csidrivers'?: KindHooks<CSIDriver>;
	readonly 'storage/csinodes'?: KindHooks<CSINode>;
	readonly 'storage/storageclasses'?: KindHooks<StorageClass>;
}

/** Storage name of each kind. */
export const storageNames: { readonly [key in keyof Hooks]-?: string } = {
	'apps/deployments': 'deployments.apps',
	'coordination/leases': `leases.coordination.${vocabulary.groupDomain}`,
	'core/configmaps': 'configmaps',
	'core/events': 'events',
	'core/namespaces': 'namespaces',
	'core/persistentvolumeclaims': 'persistentvolumeclaims',
	'core/persistentvolumes': 'persistentvolumes',
	'core/pods': 'pods',
	'core/secrets': 'secrets',
	'core/serviceaccounts': 'serviceaccounts',
	'networking/ingresses': `ingresses.networking.${vocabulary.groupDomain}`,
	'storage/csidrivers': `csidrivers.storage.${vocabulary.groupDomain}`,
	'storage/csinodes': `csinodes.storage.${vocabulary.groupDomain}`,
	'storage/storageclasses': `storageclasses.storage.${vocabulary.groupDomain}`,
};
