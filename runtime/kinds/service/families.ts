/** Address families of a Service and its family policy, set in place before addresses are allocated. */
import type { ServiceSpec } from '../../../generated/types/core/v1.ts';
import { invalid } from '../../api/errors.ts';
import { type Cause, invalidValue } from '../../model/cause.ts';
import { type Family, readIp } from '../../scalars/addresses.ts';
import { addressViolations } from './address-rules.ts';
import { isSame } from './dependent-fields.ts';
import { isExternalName, noAddress, type ServiceParts } from './server-facts.ts';
import { strictAddresses } from './strict.ts';

export type IpFamily = 'IPv4' | 'IPv6';

export const familyName = (family: Family): IpFamily => `IPv${family}`;
export const familyOf = (ip: string): IpFamily => (readIp(ip)?.family === 6 ? 'IPv6' : 'IPv4');
const otherFamily = (family: string): IpFamily => (family === 'IPv4' ? 'IPv6' : 'IPv4');

const policyPath = 'spec.ipFamilyPolicy';

/** Sets the families. `known`: configured families, the default first. Throws ApiError Invalid. */
export function settleFamilies(spec: ServiceSpec, old: ServiceSpec | undefined, known: readonly IpFamily[], name: string, parts: ServiceParts): void {
	if (isExternalName(spec) || keepsBoth(spec, old)) return;
	const selectsNothing = Object.keys(spec.selector ?? {}).length === 0;
	const isFree = spec.clusterIP === noAddress && selectsNothing;
	spec.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (isFree ? 'RequireDualStack' : 'SingleStack');
	refuse(name, [...addressViolations(spec, parts), ...strictAddresses(spec, old, parts)]);
	refuse(name, [...releaseViolations(spec, old), ...countViolations(spec), ...takeFromAddresses(spec, known)]);
	const [usual = 'IPv4'] = known;
	const families = spec.ipFamilies ?? [];
	if (isFree) {
		const [first = usual] = families;
		spec.ipFamilies = families.length < 2 && spec.ipFamilyPolicy !== 'SingleStack' ? [first, otherFamily(first)] : families.length === 0 ? [first] : families;
		return;
	}
	refuse(name, [
		...(spec.ipFamilyPolicy === 'RequireDualStack' && known.length < 2
			? [invalidValue(policyPath, spec.ipFamilyPolicy, 'this cluster is not configured for dual-stack services')]
			: []),
		...families.flatMap((family, index) =>
			known.some((one) => one === family) ? [] : [invalidValue(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster')],
		),
	]);
	const [first = usual] = families;
	const wantsBoth = spec.ipFamilyPolicy !== 'SingleStack' && known.length === 2;
	spec.ipFamilies = families.length < 2 && wantsBoth ? [first, otherFamily(first)] : families.length === 0 ? [first] : families;
}

/** Reports whether a service with PreferDualStack keeps its families, although the configuration has changed. */
export function keepsBoth(spec: ServiceSpec, old: ServiceSpec | undefined): boolean {
	if (old === undefined || spec.ipFamilyPolicy === undefined || old.type !== spec.type || isExternalName(spec)) return false;
	if (spec.ipFamilyPolicy !== 'PreferDualStack' || (old.ipFamilyPolicy ?? 'PreferDualStack') !== 'PreferDualStack') return false;
	return isSame(spec.clusterIPs, old.clusterIPs) && isSame(spec.ipFamilies, old.ipFamilies);
}

function refuse(name: string, causes: readonly Cause[]): void {
	if (causes.length > 0) throw invalid('Service', '', name, causes);
}

/** Removes the second family in an update to SingleStack. Other updates that remove a family are refused. */
function releaseViolations(spec: ServiceSpec, old: ServiceSpec | undefined): Cause[] {
	if (old === undefined) return [];
	const { clusterIPs = [], ipFamilies = [], ipFamilyPolicy } = spec;
	if (ipFamilyPolicy === 'SingleStack') {
		if (clusterIPs.length > 1 && isSame(clusterIPs, old.clusterIPs)) spec.clusterIPs = clusterIPs.slice(0, 1);
		if (ipFamilies.length > 1 && isSame(ipFamilies, old.ipFamilies)) spec.ipFamilies = ipFamilies.slice(0, 1);
		return [];
	}
	const isLess = (now: readonly string[], before: readonly string[] = []): boolean => now.length > 0 && now.length < before.length;
	return [
		...(isLess(clusterIPs, old.clusterIPs) ? [invalidValue(policyPath, ipFamilyPolicy, "must be 'SingleStack' to release the secondary cluster IP")] : []),
		...(isLess(ipFamilies, old.ipFamilies) ? [invalidValue(policyPath, ipFamilyPolicy, "must be 'SingleStack' to release the secondary IP family")] : []),
	];
}

function countViolations({ clusterIPs = [], ipFamilies = [], ipFamilyPolicy }: ServiceSpec): Cause[] {
	if (ipFamilyPolicy !== 'SingleStack') return [];
	const why = (what: string): Cause =>
		invalidValue(policyPath, ipFamilyPolicy, `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`);
	return [...(clusterIPs.length === 2 ? [why('cluster IPs')] : []), ...(ipFamilies.length === 2 ? [why('IP families')] : [])];
}

/** Sets the families from the requested addresses. */
function takeFromAddresses(spec: ServiceSpec, known: readonly IpFamily[]): Cause[] {
	const causes: Cause[] = [];
	for (const [index, ip] of (spec.clusterIPs ?? []).entries()) {
		if (ip === noAddress) break;
		const families = spec.ipFamilies ?? [];
		if (index < families.length) continue;
		const family = familyOf(ip);
		if (known.includes(family)) spec.ipFamilies = [...families, family];
		else causes.push(invalidValue(`spec.clusterIPs[${index}]`, spec.clusterIPs, `${family} is not configured on this cluster`));
	}
	return causes;
}
