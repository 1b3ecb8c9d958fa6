/** Evaluator of device claims: their number, and the number of devices of each class that they may get. */
import type { DeviceSubRequest, ExactDeviceRequest, ResourceClaim } from '../../../../../generated/types/resource/v1.ts';
import type { JsonObject } from '../../../../model/catalog.ts';
import type { Quantity } from '../../../../scalars/quantity.ts';
import { addQuantities, one, wholeNumber } from '../../../../scalars/resource-list.ts';
import { countName, type Evaluator, type EvaluatorParts, type Measured } from './contract.ts';

const plural = 'resourceclaims';
/** Maximum number of devices of one claim. A request for all devices counts as this many. */
const mostDevices = 32;

export function resourceClaimEvaluator({ vocabulary: { groupDomain } }: EvaluatorParts): Evaluator {
	const group = `resource.${groupDomain}`;
	const count = countName(plural, group);
	const ofClass = `.deviceclass.${group}/devices`;
	return {
		storageName: `${plural}.${group}`,
		charges: ({ subresource }) => subresource === '',
		counts: (resource) => resource === count || resource.endsWith(ofClass),
		measure: (object: JsonObject) => measured(object as object as ResourceClaim, count, ofClass),
	};
}

function measured({ spec }: ResourceClaim, count: string, ofClass: string): Measured {
	const usage = new Map<string, Quantity>([[count, one]]);
	for (const request of spec.devices?.requests ?? []) {
		// Until v1beta2 becomes the storage version, the fields of `exactly` are in the request itself.
		const exact = request.exactly ?? (request as object as ExactDeviceRequest);
		for (const [name, devices] of request.firstAvailable?.length ? mostByClass(request.firstAvailable) : [[exact.deviceClassName, devicesOf(exact)] as const]) {
			const resource = `${name}${ofClass}`;
			const before = usage.get(resource);
			usage.set(resource, before === undefined ? wholeNumber(devices) : addQuantities(before, wholeNumber(devices)));
		}
	}
	return { usage, isIn: () => false };
}

/** Returns the maximum number of devices of each class over several alternatives. */
function mostByClass(alternatives: readonly DeviceSubRequest[]): ReadonlyMap<string, number> {
	const most = new Map<string, number>();
	for (const each of alternatives) most.set(each.deviceClassName, Math.max(most.get(each.deviceClassName) ?? 0, devicesOf(each)));
	return most;
}

function devicesOf({ allocationMode, count }: Pick<ExactDeviceRequest, 'allocationMode' | 'count'>): number {
	if (allocationMode === 'ExactCount') return Number(count ?? 0);
	return allocationMode === 'All' ? mostDevices : 0;
}
