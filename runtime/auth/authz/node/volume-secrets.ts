/** Secrets that a PersistentVolume references and its node needs for the mount. */
import type { PersistentVolumeSpec } from '../../../../generated/types/core/v1.ts';

interface SecretName {
	readonly name?: string;
	readonly namespace?: string;
}

/** Reports whether the volume references the secret. A reference without a namespace is in the namespace of the volume's claim. */
export function volumeNamesSecret(spec: PersistentVolumeSpec, namespace: string, name: string): boolean {
	const { azureFile, cephfs, cinder, csi, flexVolume, iscsi, rbd, scaleIO, storageos } = spec;
	const ofClaim = spec.claimRef?.namespace ?? '';
	const isIt = (secret: SecretName | null | undefined, home = ofClaim): boolean =>
		secret?.name !== undefined && secret.name !== '' && secret.name === name && (secret.namespace || home) === namespace;
	if (azureFile !== undefined && isIt({ name: azureFile.secretName, ...(azureFile.secretNamespace && { namespace: azureFile.secretNamespace }) })) return true;
	for (const source of [cephfs, flexVolume, rbd, scaleIO, iscsi]) if (isIt(source?.secretRef)) return true;
	// References of these sources do not default to the claim's namespace.
	for (const source of [cinder, storageos]) if (isIt(source?.secretRef, '')) return true;
	for (const secret of [csi?.nodePublishSecretRef, csi?.nodeStageSecretRef, csi?.nodeExpandSecretRef]) if (isIt(secret, '')) return true;
	return false;
}
