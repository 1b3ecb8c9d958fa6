/**
 * Validates a device claim's status: the allocation and its users. An allocation is immutable until it is released; the status of a
 * released device is removed.
 */
import type {
	AllocatedDeviceStatus,
	AllocationResult,
	DeviceRequestAllocationResult as Given,
	NetworkDeviceData,
	ResourceClaim,
	ResourceClaimStatus,
} from '../../../generated/types/resource/v1.ts';
import type { JsonValue } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue, tooLong } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { nameViolations, type RequestNames, referenceViolations, requestNames } from './claim-spec.ts';
import { configurationViolations, extensionViolations } from './configuration.ts';
import { bindingViolations, interfaceViolations, labelViolations, poolViolations, repeated, uidViolations } from './device-names.ts';

const longestInterface = 256;
const longestHardwareAddress = 128;

export function statusViolations({ status: { allocation, reservedFor = [], devices = [] } = {} }: ResourceClaim): Cause[] {
	const given = new Set((allocation?.devices?.results ?? []).map(idOf));
	const isForNobody = reservedFor.length > 0 && allocation === undefined;
	return [
		...devices.flatMap((device, index) => deviceViolations(device, `status.devices[${index}]`, given)),
		...(isForNobody ? [forbiddenField('status.reservedFor', 'may not be specified when `allocated` is not set')] : []),
	];
}

export function statusChangeViolations({ metadata, spec, status = {} }: ResourceClaim, { status: old = {} }: ResourceClaim): Cause[] {
	const isDeleted = metadata?.deletionTimestamp !== undefined;
	return [...(isDeleted ? additionViolations(status, old) : []), ...allocationViolations(status, old, requestNames(spec?.devices))];
}

/** Removes the drivers' status of devices that this change releases, in place. */
export function forgetTakenBack(status: ResourceClaimStatus | undefined, old: ResourceClaimStatus | undefined): void {
	if (status?.devices === undefined) return;
	const still = new Set((status.allocation?.devices?.results ?? []).map(idOf));
	const gone = new Set((old?.allocation?.devices?.results ?? []).map(idOf).filter((id) => !still.has(id)));
	if (gone.size === 0) return;
	const left = status.devices.filter((device) => !gone.has(idOf(device)));
	if (left.length > 0) status.devices = left;
	else delete status.devices;
}

function idOf({ driver = '', pool = '', device = '', shareID = '' }: Pick<Given, 'driver' | 'pool' | 'device' | 'shareID'>): string {
	return [driver, pool, device, ...(shareID === '' ? [] : [shareID])].join('/');
}

/** Returns the device id in the form of Kubernetes' messages. */
function shownId({ driver = '', pool = '', device = '', shareID = '' }: AllocatedDeviceStatus): object {
	return { Driver: driver, Pool: pool, Device: device, ShareID: shareID };
}

/** Refuses new users of a claim in deletion. */
function additionViolations({ reservedFor = [], allocation }: ResourceClaimStatus, old: ResourceClaimStatus): Cause[] {
	const known = (old.reservedFor ?? []) as object[] as JsonValue[];
	const isNew = (entry: object): boolean => !known.some((before) => deepEqual(before, entry as JsonValue));
	const why = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
	return allocation !== undefined && reservedFor.some(isNew) ? [forbiddenField('status.reservedFor', why)] : [];
}

function allocationViolations({ allocation }: ResourceClaimStatus, { allocation: old }: ResourceClaimStatus, names: RequestNames): Cause[] {
	if (allocation === undefined) return [];
	if (old === undefined) return resultViolations(allocation, 'status.allocation.devices', names);
	const isSame = deepEqual(allocation as object as JsonValue, old as object as JsonValue);
	return isSame ? [] : [invalidValue('status.allocation', allocation, 'field is immutable')];
}

function resultViolations({ devices: { results = [], config = [] } = {} }: AllocationResult, path: string, names: RequestNames): Cause[] {
	return [
		...results.flatMap((given, index) => givenViolations(given, `${path}.results[${index}]`, names)),
		...config.flatMap((each, index) => {
			const at = `${path}.config[${index}]`;
			return [...referenceViolations(each.requests, `${at}.requests`, names), ...configurationViolations(each, at)];
		}),
	];
}

function givenViolations(given: Given, path: string, names: RequestNames): Cause[] {
	const { request = '', pool = '', device = '', shareID } = given;
	return [
		...nameViolations(request, `${path}.request`, names),
		...poolViolations(pool, `${path}.pool`),
		...labelViolations(device, `${path}.device`),
		...bindingViolations(given, path),
		...(shareID === undefined ? [] : uidViolations(shareID, `${path}.shareID`)),
	];
}

function deviceViolations(said: AllocatedDeviceStatus, path: string, given: ReadonlySet<string>): Cause[] {
	const { pool = '', device = '', shareID, data, networkData } = said;
	const id = idOf(said);
	return [
		...poolViolations(pool, `${path}.pool`),
		...labelViolations(device, `${path}.device`),
		...(shareID === undefined ? [] : uidViolations(shareID, `${path}.shareID`)),
		...(given.has(id) ? [] : [invalidValue(path, shownId(said), 'must be an allocated device in the claim')]),
		...(data === undefined ? [] : extensionViolations(data, `${path}.data`)),
		...(networkData === undefined ? [] : networkViolations(networkData, `${path}.networkData`)),
	];
}

function networkViolations({ interfaceName = '', hardwareAddress = '', ips = [] }: NetworkDeviceData, path: string): Cause[] {
	return [
		...(Buffer.byteLength(interfaceName) > longestInterface ? [tooLong(`${path}.interfaceName`, longestInterface)] : []),
		...(Buffer.byteLength(hardwareAddress) > longestHardwareAddress ? [tooLong(`${path}.hardwareAddress`, longestHardwareAddress)] : []),
		...ips.flatMap((address, index) => interfaceViolations(address, `${path}.ips[${index}]`)),
		...repeated(ips, `${path}.ips`, (address) => address),
	];
}
