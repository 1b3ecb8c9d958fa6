/** Claims of pods, and those that a pod's ephemeral volumes get (seed 2, Volumes). */
import type { PersistentVolumeClaim as Claim, Pod, Volume } from '../../generated/types/core/v1.ts';
import type { CachedObject } from '../watch/contract.ts';

/** Returns the name of the claim that an ephemeral volume gets. */
export function ephemeralClaim({ metadata }: Pod, { name }: Volume): string {
	return `${metadata?.name ?? ''}-${name}`;
}

/** Reports whether the claim was created for this pod. */
export function controlledBy({ metadata }: Claim, pod: Pod): boolean {
	return metadata?.ownerReferences?.some(({ controller, uid }) => controller === true && uid === pod.metadata?.uid) === true;
}

/** Reports whether the text of a pod may name a claim. Most pods do not, and need not be parsed. */
export function mentionsClaims(pod: CachedObject): boolean {
	return pod.bytes.includes('"persistentVolumeClaim"') || mentionsEphemeral(pod);
}

export function mentionsEphemeral({ bytes }: CachedObject): boolean {
	return bytes.includes('"ephemeral"');
}
