/** Hand-written behaviour of single kinds, by storage name: only what their specs cannot say. */
import type { Hooks } from '../../generated/hooks.ts';
import type { ServedHooks } from '../api/hooks.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { deploymentHooks } from './deployment.ts';
import { eventHooks } from './event.ts';
import { ingressHooks } from './ingress.ts';
import { namespaceHooks } from './namespace.ts';
import { persistentVolumeHooks } from './persistent-volume.ts';
import { persistentVolumeClaimHooks } from './persistent-volume-claim.ts';
import { podHooks } from './pod/pod.ts';
import { secretHooks } from './secret.ts';
import { serviceAccountHooks } from './service-account.ts';

/** By storage name, in alphabetical order. `gates`: which of them are on. */
export function kindHooks(vocabulary: Vocabulary, gates: ReadonlyMap<string, boolean>): Readonly<Record<string, ServedHooks>> {
	const { groupDomain } = vocabulary;
	const hooks = {
		'deployments.apps': deploymentHooks(vocabulary) satisfies Hooks['apps/deployments'],
		events: eventHooks(vocabulary) satisfies Hooks['core/events'],
		[`ingresses.networking.${groupDomain}`]: ingressHooks(vocabulary) satisfies Hooks['networking/ingresses'],
		namespaces: namespaceHooks(vocabulary) satisfies Hooks['core/namespaces'],
		persistentvolumeclaims: persistentVolumeClaimHooks(vocabulary, gates.get('AnyVolumeDataSource') === true) satisfies Hooks['core/persistentvolumeclaims'],
		persistentvolumes: persistentVolumeHooks satisfies Hooks['core/persistentvolumes'],
		pods: podHooks(vocabulary) satisfies Hooks['core/pods'],
		secrets: secretHooks(vocabulary) satisfies Hooks['core/secrets'],
		serviceaccounts: serviceAccountHooks satisfies Hooks['core/serviceaccounts'],
		[`storageclasses.storage.${groupDomain}`]: { warnsOfUpdate: () => 'everything' } satisfies Hooks['storage/storageclasses'],
	};
	// Each names only the fields that it looks at, checked against the kind's generated type; what it gets is the whole object.
	return hooks as unknown as Readonly<Record<string, ServedHooks>>;
}
