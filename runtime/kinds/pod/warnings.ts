/** What is let through in a pod or in a template of pods, but does not mean what its author may think. */
import type { PodSpec } from '../../../generated/types/core/v1.ts';
import { parseQuantity } from '../../scalars/quantity.ts';
import { allContainers, type PodAnnotations } from './annotations.ts';

/** `path` is that of the metadata and the spec: empty, or `spec.template`. */
export function podWarnings(annotations: Readonly<Record<string, string>>, spec: PodSpec, path: string, known: PodAnnotations): string[] {
	const at = path === '' ? '' : `${path}.`;
	const annotation = (key: string, text: string): string[] => (Object.hasOwn(annotations, key) ? [`${at}metadata.annotations[${key}]: ${text}`] : []);
	const seccomp = 'non-functional in v1.27+; use the "seccompProfile" field instead';
	const containers = allContainers(spec);
	return [
		...known.forgotten.flatMap(([key, text]) => annotation(key, text)),
		...(spec.imagePullSecrets ?? []).flatMap(({ name }, index) => (name ? [] : [`${at}spec.imagePullSecrets[${index}].name: invalid empty name ""`])),
		...fractions(spec.overhead, `${at}spec.overhead`),
		...(spec.securityContext?.seccompProfile === undefined ? annotation(known.seccompPod, seccomp) : []),
		...containers.flatMap(({ name, path: place, container: { securityContext, resources = {} } }) => [
			...(securityContext?.seccompProfile === undefined ? annotation(known.seccompPrefix + name, seccomp) : []),
			...fractions(resources.limits, `${at}spec.${place}.resources.limits`),
			...fractions(resources.requests, `${at}spec.${place}.resources.requests`),
		]),
	];
}

const nanosOfOne = 1_000_000_000n;

/** Bytes are whole. */
export function fractions(amounts: Readonly<Record<string, string>> = {}, path: string, names = ['memory', 'ephemeral-storage']): string[] {
	return names.flatMap((name) => {
		const text = amounts[name];
		if (text === undefined || parseQuantity(text).nano % nanosOfOne === 0n) return [];
		return [`${path}[${name}]: fractional byte value ${JSON.stringify(text)} is invalid, must be an integer`];
	});
}
