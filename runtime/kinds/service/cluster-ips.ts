/** Cluster IPs of a Service: makes their two fields agree, and allocates addresses, in place. */
import type { ServiceSpec } from '../../../generated/types/core/v1.ts';
import type { ServiceCIDR } from '../../../generated/types/networking/v1.ts';
import { ApiError, invalid } from '../../api/errors.ts';
import type { StoredNow } from '../../api/hooks.ts';
import { invalidValue } from '../../model/cause.ts';
import { type Cidr, type Ip, readAnyIp, readCidr, textOf } from '../../scalars/addresses.ts';
import { AddressRange } from './address-range.ts';
import { isSame } from './dependent-fields.ts';
import { familyName, familyOf, type IpFamily, keepsBoth } from './families.ts';
import { freeOf } from './random-allocation.ts';
import { clusterIpsOf, hasFamilies, isExternalName, isHeadless, noAddress, type ServiceParts } from './server-facts.ts';

export interface AllocationContext {
	readonly name: string;
	readonly dryRun: boolean;
	readonly stored: StoredNow;
}

/** Storage names of the kinds with addresses and ranges. */
export const addressesOf = ({ vocabulary }: ServiceParts): string => `ipaddresses.networking.${vocabulary.groupDomain}`;
const rangesOf = ({ vocabulary }: ServiceParts): string => `servicecidrs.networking.${vocabulary.groupDomain}`;

/** Returns the configured address families, the default first. */
export const knownFamilies = ({ ranges }: ServiceParts): readonly IpFamily[] => ranges.clusterIps.map(({ ip }) => familyName(ip.family));

/**
 * Makes `clusterIP` and `clusterIPs` agree; old clients know only the former. `old`: stored spec of an update, which may omit allocated
 * addresses.
 */
export function settleClusterIps(spec: ServiceSpec, old: ServiceSpec | undefined, { since }: ServiceParts): void {
	if (old !== undefined && !isExternalName(old) && !isExternalName(spec)) {
		if (!spec.clusterIP && old.clusterIP !== undefined) spec.clusterIP = old.clusterIP;
		if ((spec.clusterIPs ?? []).length === 0 && old.clusterIPs !== undefined) spec.clusterIPs = [...old.clusterIPs];
	}
	if (!since('1.20')) return;
	const now = spec.clusterIP ?? '';
	if (old === undefined) {
		if (now !== '' && (spec.clusterIPs ?? []).length === 0) spec.clusterIPs = [now];
		return;
	}
	const before = old.clusterIP ?? '';
	if (now === before) {
		if ((spec.clusterIPs ?? []).length === 0 && (old.clusterIPs ?? []).length > 0) spec.clusterIPs = [...(old.clusterIPs ?? [])];
		return;
	}
	if (!isSame(spec.clusterIPs, old.clusterIPs)) return;
	if (now === '') delete spec.clusterIPs;
	else spec.clusterIPs = [now];
}

/** Allocates addresses. Throws ApiError Invalid or InternalError. */
export function giveClusterIps(spec: ServiceSpec, old: ServiceSpec | undefined, asking: AllocationContext, parts: ServiceParts): void {
	if (isExternalName(spec) || isHeadless(spec, parts) || (old !== undefined && keepsBoth(spec, old))) return;
	if (old !== undefined && !isExternalName(old)) {
		if (isHeadless(old, parts)) return;
		const isUpgraded = (old.ipFamilies ?? []).length === 1 && (spec.ipFamilies ?? []).length === 2;
		if (!isUpgraded) return;
	}
	const given = clusterIpsOf(spec, parts);
	const families = hasFamilies(parts) ? (spec.ipFamilies ?? []) : [given[0] === undefined ? (knownFamilies(parts)[0] ?? 'IPv4') : familyOf(given[0])];
	const kept = old === undefined || isExternalName(old) ? 0 : 1;
	const all = families.map((family, index) => {
		const ip = given[index] ?? '';
		return index < kept ? ip : ip === '' ? nextIp(family, asking, parts) : takeIp(ip, family, asking, spec, parts);
	});
	const [first] = all;
	if (first !== undefined) spec.clusterIP = first;
	if (parts.since('1.20')) spec.clusterIPs = all;
}

function nextIp(family: string, { name, dryRun, stored }: AllocationContext, parts: ServiceParts): string {
	const ranges = rangesOfFamily(family, stored, parts);
	// A dry run allocates nothing and shows the network's address.
	if (dryRun && ranges[0] !== undefined) return textOf(ranges[0].cidr.ip);
	for (const range of ranges) {
		const index = freeOf(range.size, range.reserved, (at) => stored.has(addressesOf(parts), textOf(range.at(at))));
		if (index !== undefined) return textOf(range.at(index));
	}
	const whose = parts.since('1.36') ? ` for Service ${JSON.stringify(name)}` : '';
	throw internal(`failed to allocate a serviceIP${whose}: range is full`);
}

function takeIp(text: string, family: string, asking: AllocationContext, spec: ServiceSpec, parts: ServiceParts): string {
	const ip = readAnyIp(text);
	if (ip === undefined) throw internal(`failed to parse service IP ${JSON.stringify(text)}`);
	const why = problemOf(ip, family, asking, parts);
	if (why === undefined) return text;
	throw invalid('Service', '', asking.name, [invalidValue('spec.clusterIPs', spec.clusterIPs ?? [text], `failed to allocate IP ${text}: ${why}`)]);
}

function problemOf(ip: Ip, family: string, { dryRun, stored }: AllocationContext, parts: ServiceParts): string | undefined {
	const ranges = rangesOfFamily(family, stored, parts);
	if (!ranges.some((range) => range.holds(ip))) {
		const [only] = ranges;
		// A dry run checks only the first range.
		if (only === undefined || (areRangesObjects(parts) && !dryRun)) return 'the provided network does not match the current range';
		return `the provided IP (${textOf(ip)}) is not in the valid range. The range of valid IPs is ${only.text}`;
	}
	return !dryRun && stored.has(addressesOf(parts), textOf(ip)) ? 'provided IP is already allocated' : undefined;
}

/** Feature gate for ranges as objects, with several per family. */
const severalRanges = 'MultiCIDRServiceAllocator';
export const areRangesObjects = ({ gate }: ServiceParts): boolean => gate(severalRanges);

/** Returns the ranges of a family. `which`: those ready for allocation, or all. */
function rangesOfFamily(family: string, stored: StoredNow, parts: ServiceParts, which: 'ready' | 'all' = 'ready'): readonly AddressRange[] {
	const { ranges, gate } = parts;
	const isPart = areRangesObjects(parts);
	const cidrs = isPart ? keptRanges(stored, parts, which) : ranges.clusterIps;
	return cidrs
		.filter(({ ip }) => familyName(ip.family) === family)
		.map((cidr) => new AddressRange(cidr, { isWhole: isPart, reserves: isPart || gate('ServiceIPStaticSubrange') }));
}

export function isInRange(ip: Ip, stored: StoredNow, parts: ServiceParts): boolean {
	return rangesOfFamily(familyName(ip.family), stored, parts, 'all').some((range) => range.holds(ip));
}

export function rangesText(family: string, stored: StoredNow, parts: ServiceParts): string {
	const [range] = rangesOfFamily(family, stored, parts);
	return areRangesObjects(parts) || range === undefined ? 'any configured Service CIDR' : `the service CIDR ${range.text}`;
}

function keptRanges(stored: StoredNow, parts: ServiceParts, which: 'ready' | 'all'): readonly Cidr[] {
	return [...stored.all(rangesOf(parts))].flatMap((object) => {
		const range = object as ServiceCIDR;
		return which === 'all' || isReady(range) ? (range.spec?.cidrs ?? []).flatMap((text) => readCidr(text) ?? []) : [];
	});
}

/** Reports whether the range is neither in deletion nor reported as not ready. */
function isReady({ metadata, status }: ServiceCIDR): boolean {
	const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status ?? 'True';
	return ready === 'True' && metadata?.deletionTimestamp === undefined;
}

function internal(message: string): ApiError {
	return new ApiError('InternalError', `Internal error occurred: ${message}`, { causes: [{ reason: 'InternalError', message }] });
}

/** Returns the allocated addresses in canonical form. */
export function heldIps(spec: ServiceSpec, parts: ServiceParts): readonly string[] {
	if (isExternalName(spec)) return [];
	return clusterIpsOf(spec, parts).flatMap((text) => {
		const ip = text === noAddress ? undefined : readAnyIp(text);
		return ip === undefined ? [] : [textOf(ip)];
	});
}
