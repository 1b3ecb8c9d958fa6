/** Secrets that a PersistentVolume names and its node needs to mount it. */
import type { PersistentVolumeSpec } from '../../../../generated/types/core/v1.ts';

interface SecretName {
	readonly name?: string;
	readonly namespace?: string;
}

/** Whether the volume names the secret. Without a namespace it lies in that of the volume's claim. */
export function volumeNamesSecret(spec: PersistentVolumeSpec, namespace: string, name: string): boolean {
	const { azureFile, cephfs, cinder, csi, flexVolume, iscsi, rbd, scaleIO, storageos } = spec;
	const ofClaim = spec.claimRef?.namespace ?? '';
	const isIt = (secret: SecretName | null | undefined, home = ofClaim): boolean =>
		secret?.name !== undefined && secret.name !== '' && secret.name === name && (secret.namespace || home) === namespace;
	if (azureFile !== undefined && isIt({ name: azureFile.secretName, ...(azureFile.secretNamespace && { namespace: azureFile.secretNamespace }) })) return true;
	for (const source of [cephfs, flexVolume, rbd, scaleIO, iscsi]) if (isIt(source?.secretRef)) return true;
	// These name the namespace, or none.
	for (const source of [cinder, storageos]) if (isIt(source?.secretRef, '')) return true;
	for (const secret of [csi?.nodePublishSecretRef, csi?.nodeStageSecretRef, csi?.nodeExpandSecretRef]) if (isIt(secret, '')) return true;
	return false;
}
