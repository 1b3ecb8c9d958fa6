/** Warnings about affinity terms and spread constraints without a selector, which select no pods instead of all, from 1.27 on. */
import type { PodAffinity, PodAffinityTerm, PodSpec } from '../../../../generated/types/core/v1.ts';

/** Returns the warnings. `at`: prefix of paths, such as `spec.`. */
export function selectorWarnings({ affinity, topologySpreadConstraints = [] }: PodSpec, at: string): string[] {
	return [
		...topologySpreadConstraints.flatMap((constraint, index) => without(constraint, `${at}topologySpreadConstraints[${index}]`)),
		...ofAffinity(affinity?.podAffinity, `${at}affinity.podAffinity`),
		...ofAffinity(affinity?.podAntiAffinity, `${at}affinity.podAntiAffinity`),
	];
}

function ofAffinity(affinity: PodAffinity | undefined, path: string): string[] {
	const { requiredDuringSchedulingIgnoredDuringExecution: needed = [], preferredDuringSchedulingIgnoredDuringExecution: wanted = [] } = affinity ?? {};
	return [
		...needed.flatMap((term, index) => without(term, `${path}.requiredDuringSchedulingIgnoredDuringExecution[${index}]`)),
		...wanted.flatMap(({ podAffinityTerm }, index) =>
			without(podAffinityTerm, `${path}.preferredDuringSchedulingIgnoredDuringExecution[${index}].podAffinityTerm`),
		),
	];
}

function without(term: Pick<PodAffinityTerm, 'labelSelector'> | undefined, path: string): string[] {
	return term?.labelSelector === undefined ? [`${path}.labelSelector: a null labelSelector results in matching no pod`] : [];
}
