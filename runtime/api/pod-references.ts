/** Objects that a pod references and its node must read: Secrets, ConfigMaps, claims (seed 3, `Node`). All are in the pod's namespace. */
import type { Container, Pod, Volume } from '../../generated/types/core/v1.ts';

/** Resources of which a node may read the objects that its pods reference. */
export type PodReference = 'secrets' | 'configmaps' | 'persistentvolumeclaims' | 'resourceclaims' | 'serviceaccounts';

/** Pod as the watch cache stores it. */
export type BoundPod = Required<Pick<Pod, 'metadata' | 'spec'>> & Pick<Pod, 'status'>;

/** Yields the names that a pod references, by resource; some may be undefined. */
export const namesOf: Readonly<Record<PodReference, (pod: BoundPod) => Iterable<string | undefined>>> = {
	secrets,
	configmaps: configMaps,
	persistentvolumeclaims: volumeClaims,
	resourceclaims: resourceClaims,
	serviceaccounts: ({ spec }) => [spec.serviceAccountName],
};

type AnyContainer = Pick<Container, 'env' | 'envFrom'>;

function* containers({ spec }: BoundPod): Generator<AnyContainer> {
	yield* spec.initContainers ?? [];
	yield* spec.containers ?? [];
	yield* spec.ephemeralContainers ?? [];
}

function* secrets(pod: BoundPod): Generator<string | undefined> {
	for (const { name } of pod.spec.imagePullSecrets ?? []) yield name;
	for (const { env = [], envFrom = [] } of containers(pod)) {
		for (const { secretRef } of envFrom) yield secretRef?.name;
		for (const { valueFrom } of env) yield valueFrom?.secretKeyRef?.name;
	}
	for (const volume of pod.spec.volumes ?? []) yield* secretsOfVolume(volume);
}

function* secretsOfVolume(volume: Volume): Generator<string | undefined> {
	const { azureFile, cephfs, cinder, csi, flexVolume, iscsi, rbd, scaleIO, storageos, secret, projected } = volume;
	yield azureFile?.secretName;
	yield secret?.secretName;
	yield csi?.nodePublishSecretRef?.name;
	for (const { secretRef } of [cephfs, cinder, flexVolume, iscsi, rbd, scaleIO, storageos].filter((source) => source !== undefined)) yield secretRef?.name;
	for (const source of projected?.sources ?? []) yield source.secret?.name;
}

function* configMaps(pod: BoundPod): Generator<string | undefined> {
	for (const { env = [], envFrom = [] } of containers(pod)) {
		for (const { configMapRef } of envFrom) yield configMapRef?.name;
		for (const { valueFrom } of env) yield valueFrom?.configMapKeyRef?.name;
	}
	for (const { configMap, projected } of pod.spec.volumes ?? []) {
		yield configMap?.name;
		for (const source of projected?.sources ?? []) yield source.configMap?.name;
	}
}

function* volumeClaims({ metadata, spec }: BoundPod): Generator<string | undefined> {
	for (const { name, ephemeral, persistentVolumeClaim } of spec.volumes ?? []) {
		if (persistentVolumeClaim !== undefined) yield persistentVolumeClaim.claimName;
		// The ephemeral volume controller creates the claim under this name.
		else if (ephemeral !== undefined) yield `${metadata.name}-${name}`;
	}
}

/** Yields the names of a pod's ResourceClaims. The pod's status names a claim created from a template. */
function* resourceClaims({ spec, status }: BoundPod): Generator<string | undefined> {
	for (const { name, resourceClaimName, resourceClaimTemplateName } of spec.resourceClaims ?? []) {
		if (resourceClaimName !== undefined) yield resourceClaimName;
		else if (resourceClaimTemplateName !== undefined) yield status?.resourceClaimStatuses?.find((made) => made.name === name)?.resourceClaimName;
	}
	yield status?.extendedResourceClaimStatus?.resourceClaimName;
}
