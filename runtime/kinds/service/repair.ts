/** What is wrong with what a Service has been given, in Kubernetes' words: it is nobody's, another's, or out of range; or with the row that says whose it is. */
import type { Service } from '../../../generated/types/core/v1.ts';
import type { Claim, StoredNow } from '../../api/hooks.ts';
import { readIp } from '../../scalars/addresses.ts';
import { holdsPort, portRangeText } from '../../scalars/port-range.ts';
import { areRangesObjects, isInRange, rangesText } from './cluster-ips.ts';
import { familyName } from './families.ts';
import { nodePortRows } from './node-ports.ts';
import type { ServiceParts } from './parts.ts';

/** As an event tells it. */
export interface ClaimTrouble {
	readonly controller: string;
	readonly reason: string;
	readonly action: string;
	readonly message: string;
}

/**
 * What the rows say of a claim. `held`: it is the service's. `relabelled`: that, but somebody has changed the labels by which the row
 * is found. `unclaimed`: nothing. `astray`: it is somebody's who does not have it. `taken`: it is another service's.
 */
export type ClaimState = 'held' | 'relabelled' | 'unclaimed' | 'astray' | 'taken';

/** `service`: namespace/name. */
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

/** Of an address that is kept for a service that does not have it. `isThere`: whether that service exists. */
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

/** Whom a row names. */
export interface ParentRef {
	readonly group?: string;
	readonly resource?: string;
	readonly namespace?: string;
	readonly name?: string;
}

export function parentRefOf(row: { readonly spec?: unknown }): ParentRef | undefined {
	return (row.spec as { readonly parentRef?: ParentRef } | undefined)?.parentRef;
}

/** `namespace/name` of the service that is named. Undefined: something else is. */
export function serviceOf({ group = '', resource, namespace = '', name = '' }: ParentRef = {}): string | undefined {
	return group === '' && resource === 'services' ? `${namespace}/${name}` : undefined;
}

export const keyOf = ({ metadata }: Service): string => `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`;
