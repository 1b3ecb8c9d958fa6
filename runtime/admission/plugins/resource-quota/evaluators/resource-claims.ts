/** Evaluator of device claims: their number, the number of devices of each class that they may get, and extended resources of such classes. */
import type { DeviceSubRequest, ExactDeviceRequest, ResourceClaim } from '../../../../../generated/types/resource/v1.ts';
import type { JsonObject } from '../../../../model/catalog.ts';
import type { Quantity } from '../../../../scalars/quantity.ts';
import { addQuantities, one, wholeNumber } from '../../../../scalars/resource-list.ts';
import { countName, type Evaluator, type EvaluatorParts, type Measured } from './contract.ts';
import { extendedClaims } from './extended-claims.ts';
import { deviceQuotas, podEvaluator } from './pods.ts';

const plural = 'resourceclaims';
/** Maximum number of devices of one claim. A request for all devices counts as this many. */
const mostDevices = 32;

export function resourceClaimEvaluator(parts: EvaluatorParts): Evaluator {
	const { groupDomain, labelDomain } = parts.vocabulary;
	const pods = podEvaluator(parts);
	const extended = extendedClaims({ ...parts, ofPod: (pod) => pods.measure(pod).usage });
	const isExtendedQuota = deviceQuotas(labelDomain, parts.gates);
	const group = `resource.${groupDomain}`;
	const count = countName(plural, group);
	const ofClass = `.deviceclass.${group}/devices`;
	return {
		storageName: `${plural}.${group}`,
		charges: ({ subresource }) => subresource === '',
		counts: (resource) => resource === count || resource.endsWith(ofClass) || (extended !== undefined && isExtendedQuota(resource)),
		measure(object: JsonObject): Measured {
			const claim = object as object as ResourceClaim;
			const devices = devicesByClass(claim);
			const byClass = [...devices].map(([name, amount]) => [`${name}${ofClass}`, amount] as const);
			return { usage: new Map([[count, one], ...byClass, ...(extended?.(claim, devices) ?? [])]), isIn: () => false };
		},
	};
}

/** Returns the number of devices of each class. */
function devicesByClass({ spec }: ResourceClaim): ReadonlyMap<string, Quantity> {
	const usage = new Map<string, Quantity>();
	for (const request of spec.devices?.requests ?? []) {
		// Until v1beta2 becomes the storage version, the fields of `exactly` are in the request itself.
		const exact = request.exactly ?? (request as object as ExactDeviceRequest);
		for (const [name, devices] of request.firstAvailable?.length ? mostByClass(request.firstAvailable) : [[exact.deviceClassName, devicesOf(exact)] as const]) {
			const before = usage.get(name);
			usage.set(name, before === undefined ? wholeNumber(devices) : addQuantities(before, wholeNumber(devices)));
		}
	}
	return usage;
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
