/** What is wrong with what a Service has been given, in Kubernetes' words: it is nobody's, another's, or out of range. */
import type { Service } from '../../../generated/types/core/v1.ts';
import type { Claim, StoredNow } from '../../api/hooks.ts';
import { readIp } from '../../scalars/addresses.ts';
import { holdsPort, portRangeText } from '../../scalars/port-range.ts';
import { isInRange, rangesText } from './cluster-ips.ts';
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

/** `unclaimed`: no row says that it is the service's. `taken`: one says that it is another's. */
export function claimTrouble(claim: Claim, state: 'held' | 'unclaimed' | 'taken', stored: StoredNow, parts: ServiceParts): ClaimTrouble | undefined {
	return claim.resource === nodePortRows ? portTrouble(Number(claim.name), state, parts) : addressTrouble(claim.name, state, stored, parts);
}

function portTrouble(port: number, state: 'held' | 'unclaimed' | 'taken', { ranges }: ServiceParts): ClaimTrouble | undefined {
	const said = (reason: string, message: string): ClaimTrouble => ({
		controller: 'portallocator-repair-controller',
		reason: `Port${reason}`,
		action: 'PortAllocation',
		message: `Port ${port} ${message}`,
	});
	if (state === 'taken') return said('AlreadyAllocated', 'was assigned to multiple services; please recreate service');
	if (!holdsPort(ranges.nodePorts, port)) return said('OutOfRange', `is not within the port range ${portRangeText(ranges.nodePorts)}; please recreate service`);
	return state === 'unclaimed' ? said('NotAllocated', 'is not allocated; repairing') : undefined;
}

function addressTrouble(text: string, state: 'held' | 'unclaimed' | 'taken', stored: StoredNow, parts: ServiceParts): ClaimTrouble | undefined {
	const ip = readIp(text);
	if (ip === undefined) return undefined;
	const family = familyName(ip.family);
	const said = (reason: string, message: string): ClaimTrouble => ({
		controller: 'ipallocator-repair-controller',
		reason: `ClusterIP${reason}`,
		action: 'ClusterIPAllocation',
		message: `Cluster IP [${family}]:${text} ${message}`,
	});
	if (state === 'taken') return said('AlreadyAllocated', 'was assigned to multiple services; please recreate service');
	if (!isInRange(ip, stored, parts)) return said('OutOfRange', `is not within ${rangesText(family, stored, parts)}; please recreate service`);
	return state === 'unclaimed' ? said('NotAllocated', 'is not allocated; repairing') : undefined;
}

/** Whether a row says that it is of this Service. */
export function isOf(spec: unknown, { metadata }: Service): boolean {
	const { parentRef } = (spec ?? {}) as { readonly parentRef?: { readonly resource?: string; readonly namespace?: string; readonly name?: string } };
	return parentRef?.resource === 'services' && parentRef.namespace === metadata?.namespace && parentRef.name === metadata?.name;
}
