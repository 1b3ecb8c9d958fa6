/** Claims of pods' ephemeral volumes (seed 2, Volumes), and pods that name claims. */
import type { PersistentVolumeClaim as Claim, Pod, Volume } from '../../generated/types/core/v1.ts';
import type { CachedObject } from '../watch/contract.ts';

/** Returns the name of an ephemeral volume's claim. */
export function ephemeralClaim({ metadata }: Pod, { name }: Volume): string {
	return `${metadata?.name ?? ''}-${name}`;
}

/** Reports whether the claim was created for this pod. */
export function controlledBy({ metadata }: Claim, pod: Pod): boolean {
	return metadata?.ownerReferences?.some(({ controller, uid }) => controller === true && uid === pod.metadata?.uid) === true;
}

/** Reports whether the pod's JSON may name a claim. Most pods name none and need no parsing. */
export function mentionsClaims(pod: CachedObject): boolean {
	return pod.bytes.includes('"persistentVolumeClaim"') || mentionsEphemeral(pod);
}

export function mentionsEphemeral({ bytes }: CachedObject): boolean {
	return bytes.includes('"ephemeral"');
}
