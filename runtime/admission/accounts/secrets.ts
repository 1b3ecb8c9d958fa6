/**
 * Restricts the secrets that a pod may name: to those that its account lists, and to none for a mirror pod. Each function returns the
 * refusal.
 */
import type { Container, Pod, PodSpec, ServiceAccount } from '../../../generated/types/core/v1.ts';
import { type BoundPod, namesOf } from '../../api/pod-references.ts';

type AnyContainer = Pick<Container, 'name' | 'env' | 'envFrom'>;

/** Refuses references of a mirror pod: its node made the pod from a file, and the API cannot provide it with anything. */
export function mirrorRefusal(pod: BoundPod): string | undefined {
	if (pod.spec.serviceAccountName) return 'a mirror pod may not reference service accounts';
	for (const name of namesOf.secrets(pod)) if (name) return 'a mirror pod may not reference secrets';
	const projectsToken = pod.spec.volumes?.some(({ projected }) => projected?.sources?.some(({ serviceAccountToken }) => serviceAccountToken !== undefined));
	return projectsToken === true ? 'a mirror pod may not use ServiceAccountToken volume projections' : undefined;
}

const trueWords: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);

/** Reports whether the account restricts pods to the secrets that it lists. */
export function restrictsSecrets({ metadata }: ServiceAccount, labelDomain: string): boolean {
	return trueWords.has(metadata?.annotations?.[`${labelDomain}/enforce-mountable-secrets`] ?? '');
}

/** `readsSets`: true when secrets whose keys all become environment variables count, as from release 1.30 on. */
export function podRefusal(spec: PodSpec, account: ServiceAccount, readsSets: boolean): string | undefined {
	const { name } = account.metadata ?? {};
	const listed = new Set(account.secrets?.map((secret) => secret.name ?? ''));
	for (const { secret } of spec.volumes ?? []) {
		const secretName = secret?.secretName ?? '';
		if (secret !== undefined && !listed.has(secretName))
			return `volume with secret.secretName="${secretName}" is not allowed because service account ${name} does not reference that secret`;
	}
	const ofContainers =
		containersRefusal('init container', spec.initContainers, account, readsSets) ?? containersRefusal('container', spec.containers, account, readsSets);
	if (ofContainers !== undefined) return ofContainers;
	const pulls = new Set(account.imagePullSecrets?.map((secret) => secret.name));
	const index = spec.imagePullSecrets?.findIndex((secret) => !pulls.has(secret.name)) ?? -1;
	if (index < 0) return undefined;
	const named = `imagePullSecrets[${index}].name="${spec.imagePullSecrets?.[index]?.name ?? ''}"`;
	return `${named} is not allowed because service account ${name} does not reference that imagePullSecret`;
}

/** Refuses the first secret in the containers' environments that the account does not list. `what`: name of the kind of container. */
export function containersRefusal(what: string, containers: readonly AnyContainer[] = [], account: ServiceAccount, readsSets: boolean): string | undefined {
	const listed = new Set(account.secrets?.map((secret) => secret.name ?? ''));
	for (const container of containers) {
		const refusal = (how: string, secret: string): string =>
			`${what} ${container.name} with ${how} referencing secret.secretName="${secret}" is not allowed because service account ${account.metadata?.name} does not reference that secret`;
		for (const { name, valueFrom } of container.env ?? []) {
			const secret = valueFrom?.secretKeyRef;
			if (secret !== undefined && !listed.has(secret.name ?? '')) return refusal(`envVar ${name}`, secret.name ?? '');
		}
		for (const { secretRef } of readsSets ? (container.envFrom ?? []) : []) {
			if (secretRef !== undefined && !listed.has(secretRef.name ?? '')) return refusal('envFrom', secretRef.name ?? '');
		}
	}
	return undefined;
}

export function isMirror({ metadata }: Pod, labelDomain: string): boolean {
	return metadata?.annotations?.[`${labelDomain}/config.mirror`] !== undefined;
}
