/**
 * Problems of a Service's allocations, in Kubernetes' wording: an address or port that is unallocated, allocated to another Service, or out
 * of range. Also problems of their rows.
 */
import type { Service } from '../../../generated/types/core/v1.ts';
import type { Claim, StoredNow } from '../../api/hooks.ts';
import { readIp } from '../../scalars/addresses.ts';
import { holdsPort, portRangeText } from '../../scalars/port-range.ts';
import { areRangesObjects, isInRange, rangesText } from './cluster-ips.ts';
import { familyName } from './families.ts';
import { nodePortRows } from './node-ports.ts';
import type { ServiceParts } from './server-facts.ts';

/** Fields of the event about a problem. */
export interface ClaimTrouble {
	readonly controller: string;
	readonly reason: string;
	readonly action: string;
	readonly message: string;
}

/**
 * State of a claim according to stored rows.
 *
 * - `held`: owned by the Service.
 * - `relabelled`: owned by the Service, but with other labels than those by which rows are found.
 * - `unclaimed`: there is no row.
 * - `astray`: the row names an owner that does not have the address or port.
 * - `taken`: owned by another Service.
 */
export type ClaimState = 'held' | 'relabelled' | 'unclaimed' | 'astray' | 'taken';

/** Returns the problem of a claim. `service`: NAMESPACE/NAME. */
export function claimTrouble(claim: Claim, service: string, state: ClaimState, stored: StoredNow, parts: ServiceParts): ClaimTrouble | undefined {
	return claim.resource === nodePortRows ? portTrouble(Number(claim.name), state, parts) : addressTrouble(claim.name, service, state, stored, parts);
}

function portTrouble(port: number, state: ClaimState, { ranges }: ServiceParts): ClaimTrouble | undefined {
	const said = (reason: string, message: string): ClaimTrouble => ({
		controller: 'portallocator-repair-controller',
		reason: `Port${reason}`,
		action: 'PortAllocation',
		message: `Port ${port} ${message}`,
	});
	if (state === 'taken') return said('AlreadyAllocated', 'was assigned to multiple services; please recreate service');
	if (!holdsPort(ranges.nodePorts, port)) return said('OutOfRange', `is not within the port range ${portRangeText(ranges.nodePorts)}; please recreate service`);
	return state === 'unclaimed' || state === 'astray' ? said('NotAllocated', 'is not allocated; repairing') : undefined;
}

const addressController = 'ipallocator-repair-controller';

function addressTrouble(text: string, service: string, state: ClaimState, stored: StoredNow, parts: ServiceParts): ClaimTrouble | undefined {
	const ip = readIp(text);
	if (ip === undefined) return undefined;
	const family = familyName(ip.family);
	const said = (reason: string, message: string): ClaimTrouble => ({
		controller: addressController,
		reason: `ClusterIP${reason}`,
		action: 'ClusterIPAllocation',
		message,
	});
	const subject = `Cluster IP [${family}]:${areRangesObjects(parts) ? ' ' : ''}${text}`;
	if (state === 'taken') return said('AlreadyAllocated', `Cluster IP [${family}]:${text} was assigned to multiple services; please recreate service`);
	if (!isInRange(ip, stored, parts)) return said('OutOfRange', `${subject} is not within ${rangesText(family, stored, parts)}; please recreate service`);
	if (state === 'astray') return said('NotAllocated', `the ClusterIP [${family}]: ${text} for Service ${service} has a wrong reference; repairing`);
	return state === 'unclaimed' ? said('NotAllocated', `${subject} is not allocated; repairing`) : undefined;
}

/** Returns the problem of an address row whose owner does not have the address. `isThere`: whether the Service exists. */
export function addressRowTrouble(name: string, parent: ParentRef | undefined, isThere: boolean): ClaimTrouble {
	const said = (reason: string, message: string): ClaimTrouble => ({
		controller: addressController,
		reason: `IPAddress${reason}`,
		action: 'IPAddressAllocation',
		message,
	});
	const service = serviceOf(parent);
	if (service === undefined)
		return said('NotAllocated', `IPAddress ${name} appears to have been modified, not referencing a Service ${JSON.stringify(parent ?? null)}: cleaning up`);
	if (!isThere) return said('NotAllocated', `IPAddress: ${name} for Service ${service} appears to have leaked: cleaning up`);
	return said('WrongReference', `IPAddress: ${name} for Service ${service} has a wrong reference; cleaning up`);
}

/** Owner in a row. */
export interface ParentRef {
	readonly group?: string;
	readonly resource?: string;
	readonly namespace?: string;
	readonly name?: string;
}

export function parentRefOf(row: { readonly spec?: unknown }): ParentRef | undefined {
	return (row.spec as { readonly parentRef?: ParentRef } | undefined)?.parentRef;
}

/** Returns NAMESPACE/NAME of the owning Service; undefined for another owner. */
export function serviceOf({ group = '', resource, namespace = '', name = '' }: ParentRef = {}): string | undefined {
	return group === '' && resource === 'services' ? `${namespace}/${name}` : undefined;
}

export const keyOf = ({ metadata }: Service): string => `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`;
