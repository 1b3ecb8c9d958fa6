/** Validates a device claim's spec, in claims and templates. It is immutable, so only creates are validated. */
import type { DeviceClaim, DeviceConstraint, DeviceRequest, ExactDeviceRequest } from '../../../generated/types/resource/v1.ts';
import { type Cause, invalidValue, required } from '../../model/cause.ts';
import { configurationViolations, selectorViolations, tolerationViolations } from './configuration.ts';
import { fullNameViolations, labelViolations, repeated } from './device-names.ts';

/** Names by which requests, and their alternatives, are referenced. */
export type RequestNames = ReadonlySet<string>;

/** Validates the spec. `distinct`: constraints may require distinct attributes. */
export function claimViolations(claim: DeviceClaim = {}, path: string, distinct: boolean): Cause[] {
	const { constraints = [], config = [] } = claim;
	const requests = claim.requests ?? [];
	const names = requestNames(claim);
	return [
		...requests.flatMap((request, index) => requestViolations(request, `${path}.requests[${index}]`)),
		...repeated(requests, `${path}.requests`, ({ name = '' }) => name),
		...constraints.flatMap((constraint, index) => constraintViolations(constraint, `${path}.constraints[${index}]`, names, distinct)),
		...config.flatMap((each, index) => {
			const at = `${path}.config[${index}]`;
			return [...referenceViolations(each.requests, `${at}.requests`, names), ...configurationViolations(each, at)];
		}),
	];
}

export function requestNames({ requests }: DeviceClaim = {}): RequestNames {
	return new Set((requests ?? []).flatMap(({ name = '', firstAvailable = [] }) => [name, ...firstAvailable.map((choice) => `${name}/${choice.name}`)]));
}

/** Validates references to requests. A name is reported once per rule that it violates. */
export function referenceViolations(names: readonly string[] = [], path: string, known: RequestNames): Cause[] {
	return [...names.flatMap((name, index) => nameViolations(name, `${path}[${index}]`, known)), ...repeated(names, path, (name) => name)];
}

export function nameViolations(name: string, path: string, known: RequestNames): Cause[] {
	const unknown = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
	const parts = name.split('/');
	return [
		...(parts.length > 2 ? [] : parts.flatMap((part) => labelViolations(part, path))),
		...(parts.length <= 2 && known.has(name) ? [] : [invalidValue(path, name, unknown)]),
	];
}

function requestViolations({ name = '', exactly, firstAvailable = [] }: DeviceRequest, path: string): Cause[] {
	const ofName = labelViolations(name, `${path}.name`);
	const why = 'exactly one of `exactly` or `firstAvailable` is required';
	if (exactly !== undefined) {
		if (firstAvailable.length > 0) return [...ofName, invalidValue(path, null, `${why}, but multiple fields are set`)];
		return [...ofName, ...wishViolations(exactly, `${path}.exactly`)];
	}
	if (firstAvailable.length === 0) return [...ofName, required(path, why)];
	const at = `${path}.firstAvailable`;
	return [
		...ofName,
		...firstAvailable.flatMap((choice, index) => [...labelViolations(choice.name ?? '', `${at}[${index}].name`), ...wishViolations(choice, `${at}[${index}]`)]),
		...repeated(firstAvailable, at, (choice) => choice.name ?? ''),
	];
}

type Wish = Pick<ExactDeviceRequest, 'selectors' | 'allocationMode' | 'count' | 'tolerations'>;

function wishViolations({ selectors, allocationMode: mode, count = 0, tolerations }: Wish, path: string): Cause[] {
	const ofAll = mode === 'All' && count !== 0;
	const ofSome = mode === 'ExactCount' && count <= 0;
	return [
		...selectorViolations(selectors, `${path}.selectors`),
		...(ofAll ? [invalidValue(`${path}.count`, count, "must not be specified when allocationMode is 'All'")] : []),
		...(ofSome ? [invalidValue(`${path}.count`, count, 'must be greater than zero')] : []),
		...tolerationViolations(tolerations, `${path}.tolerations`),
	];
}

function constraintViolations(
	{ requests, matchAttribute, distinctAttribute }: DeviceConstraint,
	path: string,
	names: RequestNames,
	distinct: boolean,
): Cause[] {
	const ofRequests = referenceViolations(requests, `${path}.requests`, names);
	if (matchAttribute !== undefined) return [...ofRequests, ...fullNameViolations(matchAttribute, `${path}.matchAttribute`)];
	if (distinctAttribute !== undefined) return [...ofRequests, ...fullNameViolations(distinctAttribute, `${path}.distinctAttribute`)];
	const why = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
	return [...ofRequests, distinct ? required(path, why) : required(`${path}.matchAttribute`)];
}
