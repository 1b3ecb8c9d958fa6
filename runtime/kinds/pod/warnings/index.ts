/**
 * Warnings about valid pods and templates whose fields may not have the expected effect. Specs state the warnings about deprecated values
 * (`deprecatedValues`).
 */
import type { PersistentVolumeClaimSpec, PodSpec } from '../../../../generated/types/core/v1.ts';
import type { Release } from '../../../model/catalog.ts';
import { compareReleases } from '../../../model/release.ts';
import { parseQuantity } from '../../../scalars/quantity.ts';
import { allContainers, type PodAnnotations } from '../annotations.ts';
import { hostAddressWarnings } from '../rules/addresses.ts';
import { pathWarnings } from './paths.ts';
import { portWarnings } from './ports.ts';
import { selectorWarnings } from './selectors.ts';
import { variableWarnings } from './variables.ts';

/** Returns the warnings. `path`: that of metadata and spec, empty or `spec.template`. */
export function podWarnings(annotations: Readonly<Record<string, string>>, spec: PodSpec, path: string, known: PodAnnotations, release: Release): string[] {
	const since = (first: Release): boolean => compareReleases(release, first) >= 0;
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
		...variableWarnings(spec, `${at}spec.`, since('1.28')),
		...(since('1.27') ? graceWarnings(spec, `${at}spec.`) : []),
		...(since('1.28') ? [...selectorWarnings(spec, `${at}spec.`), ...portWarnings(spec, `${at}spec.`, since('1.33'))] : []),
		...(since('1.32') ? pathWarnings(spec) : []),
		...hostAddressWarnings(spec, `${at}spec`, release),
		...(since('1.26') ? claimWarnings(spec, `${at}spec`) : []),
	];
}

function graceWarnings({ terminationGracePeriodSeconds: grace = 0 }: PodSpec, at: string): string[] {
	return Number(grace) < 0 ? [`${at}terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`] : [];
}

function claimWarnings({ volumes = [] }: PodSpec, path: string): string[] {
	return volumes.flatMap(({ ephemeral }, index) =>
		claimFractions(ephemeral?.volumeClaimTemplate?.spec, `${path}.volumes[${index}].ephemeral.volumeClaimTemplate.spec`),
	);
}

/** Warns about fractional amounts in a volume claim. */
export function claimFractions(spec: PersistentVolumeClaimSpec | undefined, path: string): string[] {
	return (['requests', 'limits'] as const).flatMap((list) => fractions(spec?.resources?.[list], `${path}.resources.${list}`, ['storage']));
}

const nanosOfOne = 1_000_000_000n;

/** Warns about fractional numbers of bytes. */
function fractions(amounts: Readonly<Record<string, string>> = {}, path: string, names = ['memory', 'ephemeral-storage']): string[] {
	return names.flatMap((name) => {
		const text = amounts[name];
		if (text === undefined || parseQuantity(text).nano % nanosOfOne === 0n) return [];
		return [`${path}[${name}]: fractional byte value ${JSON.stringify(text)} is invalid, must be an integer`];
	});
}
