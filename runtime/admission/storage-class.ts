/** Storage class of a claim. Old claims have it in an annotation. */
import type { PersistentVolumeClaim as Claim } from '../../generated/types/core/v1.ts';

export function classAnnotation(labelDomain: string): string {
	return `volume.beta.${labelDomain}/storage-class`;
}

/** Returns the name of the class. Empty for a claim without one. */
export function classOfClaim({ metadata, spec }: Claim, labelDomain: string): string {
	return metadata?.annotations?.[classAnnotation(labelDomain)] ?? spec?.storageClassName ?? '';
}
