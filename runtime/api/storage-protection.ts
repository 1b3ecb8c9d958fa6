/** Names of the finalizers that keep storage objects while they are in use (seed 3, StorageObjectInUseProtection). */

export interface ProtectionFinalizers {
	readonly claim: string;
	readonly volume: string;
	readonly attributesClass: string;
}

export function protectionFinalizers(labelDomain: string): ProtectionFinalizers {
	return { claim: `${labelDomain}/pvc-protection`, volume: `${labelDomain}/pv-protection`, attributesClass: `${labelDomain}/vac-protection` };
}

/** Feature gate of the kind VolumeAttributesClass. */
export const attributesClassGate = 'VolumeAttributesClass';

/** Storage name of the kind VolumeAttributesClass. */
export function attributesClasses(groupDomain: string): string {
	return `volumeattributesclasses.storage.${groupDomain}`;
}
