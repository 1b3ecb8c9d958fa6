/** Decides whether an update of a pod can change its compliance. The other fields that a standard restricts are immutable. */
import type { Pod } from '../../../../generated/types/core/v1.ts';
import type { Release } from '../../../model/catalog.ts';
import { compareReleases } from '../../../model/release.ts';

type Annotations = Readonly<Record<string, string>>;

/** Annotations of earlier releases that select seccomp profiles. */
export interface SeccompAnnotations {
	readonly pod: string | undefined;
	readonly containerPrefix: string | undefined;
}

export function seccompAnnotations(labelDomain: string, release: Release): SeccompAnnotations {
	const isBefore = (end: Release): boolean => compareReleases(release, end) < 0;
	return {
		pod: isBefore('1.25') ? `seccomp.security.alpha.${labelDomain}/pod` : undefined,
		containerPrefix: isBefore('1.27') ? `container.seccomp.security.alpha.${labelDomain}/` : undefined,
	};
}

interface NamedContainer {
	readonly name: string;
	readonly image?: string;
}

export function isSignificantUpdate(pod: Pod, old: Pod, { pod: ofPod, containerPrefix }: SeccompAnnotations): boolean {
	const [annotations, before]: readonly Annotations[] = [pod.metadata?.annotations ?? {}, old.metadata?.annotations ?? {}];
	const isAnnotated = (key: string): boolean => annotations?.[key] !== before?.[key];
	if (ofPod !== undefined && isAnnotated(ofPod)) return true;
	const differs = (container: NamedContainer, other: NamedContainer | undefined): boolean =>
		other === undefined || (container.image ?? '') !== (other.image ?? '') || (containerPrefix !== undefined && isAnnotated(containerPrefix + container.name));
	const listDiffers = (after: readonly NamedContainer[] = [], earlier: readonly NamedContainer[] = []): boolean =>
		after.length !== earlier.length || after.some((container, i) => differs(container, earlier[i]));
	if (listDiffers(pod.spec?.containers, old.spec?.containers) || listDiffers(pod.spec?.initContainers, old.spec?.initContainers)) return true;
	const known: readonly NamedContainer[] = old.spec?.ephemeralContainers ?? [];
	return (pod.spec?.ephemeralContainers ?? []).some((container) =>
		differs(
			container,
			known.find(({ name }) => name === container.name),
		),
	);
}
