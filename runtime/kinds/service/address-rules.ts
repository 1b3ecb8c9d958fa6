/** Validates a Service's addresses, families and family policy, and their changes. */
import type { ServiceSpec } from '../../../generated/types/core/v1.ts';
import { type Cause, duplicate, invalidValue, notSupported, required } from '../../model/cause.ts';
import { olderIpProblem, readAnyIp } from '../../scalars/addresses.ts';
import { clusterIpsOf, isExternalName, isHeadless, noAddress, type ServiceParts } from './server-facts.ts';

const ipsPath = 'spec.clusterIPs';
const familiesPath = 'spec.ipFamilies';
const policyPath = 'spec.ipFamilyPolicy';
const families = ['IPv4', 'IPv6'];
const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const once = 'may not change once set';

export function ipViolations(ip: string, path: string): Cause[] {
	const why = olderIpProblem(ip);
	return why === undefined ? [] : [invalidValue(path, ip, why)];
}

/** Validates the addresses; an ExternalName service has none. */
export function addressViolations(spec: ServiceSpec, parts: ServiceParts): Cause[] {
	if (isExternalName(spec)) return [];
	if (!parts.since('1.20')) return singleViolations(spec);
	const { clusterIPs: ips = [], ipFamilyPolicy: policy } = spec;
	const forms = ips.flatMap((ip, index) => formViolations(ip, index, ips));
	const causes = [
		...firstViolations(spec),
		...familyViolations(spec.ipFamilies ?? []),
		...(policy === undefined || policies.includes(policy) ? [] : [notSupported(policyPath, policy, policies)]),
		...forms,
		...(ips.length > 2 ? [invalidValue(ipsPath, ips, 'may only hold up to 2 values')] : []),
	];
	return forms.length > 0 ? causes : [...causes, ...pairViolations(spec, parts)];
}

function singleViolations({ clusterIP = '' }: ServiceSpec): Cause[] {
	return clusterIP === '' || clusterIP === noAddress ? [] : ipViolations(clusterIP, 'spec.clusterIP');
}

/** Checks that `clusterIP` is the first of `clusterIPs`. */
function firstViolations({ clusterIP = '', clusterIPs = [] }: ServiceSpec): Cause[] {
	if (clusterIP === '') return clusterIPs.length === 0 ? [] : [invalidValue(ipsPath, clusterIPs, 'must be empty when `clusterIP` is not specified')];
	if (clusterIPs.length === 0) return [required(ipsPath)];
	return clusterIPs[0] === clusterIP ? [] : [invalidValue(ipsPath, clusterIPs, 'first value must match `clusterIP`')];
}

function familyViolations(given: readonly string[]): Cause[] {
	return given.flatMap((family, index) => [
		...(families.includes(family) ? [] : [notSupported(`${familiesPath}[${index}]`, family, families)]),
		...(given.indexOf(family) < index ? [duplicate(`${familiesPath}[${index}]`, family)] : []),
	]);
}

function formViolations(ip: string, index: number, all: readonly string[]): Cause[] {
	if (index > 0 || ip !== noAddress) return ipViolations(ip, `${ipsPath}[${index}]`);
	return all.length === 1 ? [] : [invalidValue(ipsPath, all, "'None' must be the first and only value")];
}

/** Checks valid addresses: at most one per family, in the order of `ipFamilies`. */
function pairViolations(spec: ServiceSpec, parts: ServiceParts): Cause[] {
	const { clusterIPs: ips = [], ipFamilies = [] } = spec;
	const found = ips.map((ip) => readAnyIp(ip)?.family);
	const isPair = found.includes(4) && found.includes(6);
	const causes = ips.length > 1 && !isPair ? [invalidValue(ipsPath, ips, 'may specify no more than one IP for each IP family')] : [];
	if (isHeadless(spec, parts)) return causes;
	const others = ips.flatMap((ip, index) => {
		const wanted = ipFamilies[index];
		const isOther = (wanted === 'IPv4' && found[index] === 6) || (wanted === 'IPv6' && found[index] !== 6);
		return isOther ? [invalidValue(`${ipsPath}[${index}]`, ip, `expected an ${wanted} value as indicated by \`ipFamilies[${index}]\``)] : [];
	});
	return [...causes, ...others];
}

/** Checks that first address and first family do not change, unless absent before or after. */
export function addressChanges(spec: ServiceSpec, old: ServiceSpec, parts: ServiceParts): Cause[] {
	if (isExternalName(spec) || isExternalName(old)) return [];
	const wasHeadless = isHeadless(old, parts);
	const is = isHeadless(spec, parts);
	if (!parts.since('1.20'))
		return spec.clusterIP === old.clusterIP || !old.clusterIP ? [] : [invalidValue('spec.clusterIP', spec.clusterIP, 'field is immutable')];
	return [...(wasHeadless && is ? [] : ipChanges(spec, old, parts)), ...(wasHeadless || is ? [] : familyChanges(spec, old))];
}

function ipChanges(spec: ServiceSpec, old: ServiceSpec, parts: ServiceParts): Cause[] {
	const now = clusterIpsOf(spec, parts);
	const before = clusterIpsOf(old, parts);
	const changed = (index: number): Cause => invalidValue(`${ipsPath}[${index}]`, spec.clusterIPs ?? null, once);
	if (now.length === before.length) return before.flatMap((ip, index) => (ip === now[index] ? [] : [changed(index)]));
	const isOther = now.length > 0 && before.length > 0 && now[0] !== before[0] ? [changed(0)] : [];
	if (now.length > before.length) return isOther;
	return [
		...(now.length === 0 ? [invalidValue(`${ipsPath}[0]`, spec.clusterIPs ?? null, 'primary clusterIP can not be unset')] : []),
		...isOther,
		...(now.length === 1 ? mustBeSingle(spec, 'clusterIP') : []),
	];
}

function familyChanges(spec: ServiceSpec, old: ServiceSpec): Cause[] {
	const now = spec.ipFamilies ?? [];
	const before = old.ipFamilies ?? [];
	const at = `${familiesPath}[0]`;
	if (now.length === before.length) return before.flatMap((family, index) => (family === now[index] ? [] : [invalidValue(at, spec.ipFamilies ?? null, once)]));
	const isOther = now.length > 0 && before.length > 0 && now[0] !== before[0] ? [invalidValue(at, spec.clusterIPs ?? null, once)] : [];
	if (now.length > before.length) return isOther;
	return [
		...((spec.clusterIPs ?? []).length === 0 ? [invalidValue(at, spec.ipFamilies ?? null, 'primary ipFamily can not be unset')] : []),
		...isOther,
		...(now.length === 1 ? mustBeSingle(spec, 'ipFamily') : []),
	];
}

function mustBeSingle({ ipFamilyPolicy }: ServiceSpec, what: string): Cause[] {
	return ipFamilyPolicy === 'SingleStack'
		? []
		: [invalidValue(policyPath, ipFamilyPolicy ?? 'null', `must be set to 'SingleStack' when releasing the secondary ${what}`)];
}
