/** IP addresses in a pod's host aliases and DNS settings: from 1.36 on only canonical ones are valid (KEP 4858). */
import type { PodSpec } from '../../../../generated/types/core/v1.ts';
import type { Release } from '../../../model/catalog.ts';
import { type Cause, invalidValue } from '../../../model/cause.ts';
import { compareReleases } from '../../../model/release.ts';
import { ipProblem, olderIpProblem } from '../../../scalars/addresses.ts';
import { addressWarnings } from '../../endpoints/addresses.ts';

function isStrict(release: Release): boolean {
	return compareReleases(release, '1.36') >= 0;
}

/** `path`: field path of the spec. The schema refuses other text. */
export function hostAddressViolations(spec: PodSpec, path: string, release: Release): Cause[] {
	if (!isStrict(release)) return [];
	return addressesOf(spec, path).flatMap(({ at, address }) => {
		const why = address.includes(':') && olderIpProblem(address) === undefined ? ipProblem(address, { anyForm: true }) : undefined;
		return why === undefined ? [] : [invalidValue(at, address, why)];
	});
}

export function hostAddressWarnings(spec: PodSpec, path: string, release: Release): string[] {
	return isStrict(release) ? addressesOf(spec, path).flatMap(({ at, address }) => addressWarnings(address, at)) : [];
}

function addressesOf({ hostAliases = [], dnsConfig }: PodSpec, path: string): readonly { readonly at: string; readonly address: string }[] {
	return [
		...(dnsConfig?.nameservers ?? []).map((address, index) => ({ at: `${path}.dnsConfig.nameservers[${index}]`, address })),
		...hostAliases.map(({ ip = '' }, index) => ({ at: `${path}.hostAliases[${index}].ip`, address: ip })),
	];
}
