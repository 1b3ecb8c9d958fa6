/** ResourcePoolStatusRequest: the spec is immutable and the status final. An external controller writes the status. */
import type { PoolStatus, ResourcePoolStatusRequest } from '../../../generated/types/resource/v1alpha3.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { JsonValue } from '../../model/catalog.ts';
import { type Cause, invalidValue, required, tooLong } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { Aged } from '../../scalars/age.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';
import { keptByStatus } from '../preserved-metadata.ts';

type Computed = 'Total' | 'Available' | 'Allocated' | 'Unavailable' | 'Errors' | 'Status' | 'Completed';
type Status = NonNullable<ResourcePoolStatusRequest['status']>;

const longestPool = 253;
const longestDriver = 253;
const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const driverPattern = new RegExp(`^${label}(\\.${label})*$`, 'i');
const driverWords = `an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'Example.com', regex used for validation is '${label}(\\.${label})*')`;

export const poolStatusRequestHooks: KindHooks<ResourcePoolStatusRequest, Computed> = {
	preservedMetadata: keptByStatus,
	agesInCells: true,
	cells: ({ status }) => cellsOf(status),
	prepareForCreate(request) {
		delete request.status;
	},
	validateCreate: ({ spec: { driver, poolName } }) => [
		...driverViolations(driver, 'spec.driver'),
		...(poolName === undefined ? [] : poolViolations(poolName, 'spec.poolName')),
	],
	validateUpdate: ({ status }, { status: old }, { subresource }) => (subresource === 'status' ? statusViolations(status, old) : []),
};

function statusViolations(status: Status | undefined, old: Status | undefined): Cause[] {
	if (old === undefined) return (status?.pools ?? []).flatMap((pool, index) => poolStatusViolations(pool, `status.pools[${index}]`));
	const [now, before] = [status ?? null, old] as unknown as [JsonValue, JsonValue];
	return deepEqual(now, before) ? [] : [invalidValue('status', now, 'field is immutable')];
}

function poolStatusViolations({ driver = '', poolName = '', generation }: PoolStatus, path: string): Cause[] {
	return [
		...driverViolations(driver, `${path}.driver`),
		// The schema reports an empty name.
		...(poolName === '' ? [] : poolViolations(poolName, `${path}.poolName`)),
		...(generation === 0 ? [required(`${path}.generation`)] : []),
	];
}

function driverViolations(name: string, path: string): Cause[] {
	if (name === '') return [];
	return [
		...(name.length > longestDriver ? [invalidValue(path, name, `must be no more than ${longestDriver} bytes`)] : []),
		...(driverPattern.test(name) ? [] : [invalidValue(path, name, driverWords)]),
	];
}

function poolViolations(name: string, path: string): Cause[] {
	const ofParts = name.split('/').flatMap((part, index): Cause[] => {
		const at = `segment ${index}: `;
		if (part === '') return [invalidValue(path, name, `${at}must not be empty`)];
		return checkDnsSubdomain(part).map((why) => invalidValue(path, part, `${at}${why}`));
	});
	return [...(Buffer.byteLength(name) > longestPool ? [tooLong(path, longestPool)] : []), ...ofParts];
}

function cellsOf(status: Status | undefined): Readonly<Record<Computed, string | Aged>> {
	const outcome = status?.conditions?.find(({ type, status: value }) => (type === 'Complete' || type === 'Failed') && value === 'True');
	const pools = status === undefined || outcome?.type === 'Failed' ? undefined : (status.pools ?? []);
	const sum = (of: (pool: PoolStatus) => number | undefined): string =>
		pools === undefined ? '-' : String(pools.reduce((total, pool) => total + (of(pool) ?? 0), 0));
	return {
		Total: sum(({ totalDevices }) => totalDevices),
		Available: sum(({ availableDevices }) => availableDevices),
		Allocated: sum(({ allocatedDevices }) => allocatedDevices),
		Unavailable: sum(({ unavailableDevices }) => unavailableDevices),
		Errors: sum(({ validationError }) => (validationError === undefined ? 0 : 1)),
		Status: statusText(outcome?.type, status),
		Completed: outcome?.type === 'Complete' ? new Aged(outcome.lastTransitionTime) : '<none>',
	};
}

function statusText(outcome: string | undefined, { poolCount = 0, pools = [] }: Partial<Status> = {}): string {
	if (outcome !== 'Complete' || poolCount <= pools.length) return outcome ?? 'Pending';
	return `Complete (${pools.length}/${poolCount} pools)`;
}
