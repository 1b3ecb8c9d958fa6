/** Request policies of a capacity: amounts fit the capacity, and the default amount is valid. */
import type { CapacityRequestPolicy, CapacityRequestPolicyRange } from '../../../generated/types/resource/v1.ts';
import { type Cause, forbiddenField, invalidValue, required, tooMany } from '../../model/cause.ts';
import { canonicalQuantity, compareQuantities, formatQuantity, parseQuantity } from '../../scalars/quantity.ts';
import { repeated } from './device-names.ts';

const mostValues = 10;
const one = 1_000_000_000n;

/** Validates a policy. `most`: the capacity. */
export function policyViolations({ default: usual, validValues = [], validRange }: CapacityRequestPolicy, most: string, path: string): Cause[] {
	if (validValues.length > 0 && validRange !== undefined) {
		return [forbiddenField(path, 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time')];
	}
	const said = validValues.length > 0 ? 'validValues' : validRange === undefined ? undefined : 'validRange';
	if (said === undefined) return [];
	if (usual === undefined || usual === null) return [required(`${path}.default`, `required when ${said} is defined`)];
	return validRange === undefined
		? valueViolations(usual, most, validValues, `${path}.validValues`)
		: rangeViolations(usual, most, validRange, `${path}.validRange`);
}

function compare(a: string, b: string): number {
	return compareQuantities(parseQuantity(a), parseQuantity(b));
}

function valueViolations(usual: string, most: string, values: readonly string[], path: string): Cause[] {
	const unsorted = values.flatMap((value, index) =>
		index > 0 && compare(values[index - 1] ?? value, value) > 0
			? [invalidValue(`${path}[${index}]`, canonicalQuantity(value), 'values must be sorted in ascending order')]
			: [],
	);
	const isKnown = values.length <= mostValues && values.some((value) => compare(value, usual) === 0);
	const larger = values.flatMap((value, index) =>
		compare(value, most) > 0
			? [invalidValue(`${path}[${index}]`, canonicalQuantity(value), `option is larger than capacity value: ${canonicalQuantity(most)}`)]
			: [],
	);
	return [
		...unsorted,
		...(values.length > mostValues ? [tooMany(path, values.length, mostValues)] : [...larger, ...repeated(values, path, (value) => String(rounded(value)))]),
		...(isKnown ? [] : [invalidValue(path, canonicalQuantity(usual), 'default value is not valid according to the requestPolicy')]),
	];
}

function rangeViolations(usual: string, most: string, { min, max, step }: CapacityRequestPolicyRange, path: string): Cause[] {
	if (min === undefined) return [required(`${path}.min`, 'required when validRange is defined')];
	const told = (at: string, value: string, what: string, than: string): Cause =>
		invalidValue(`${path}.${at}`, canonicalQuantity(value), `${what}: ${canonicalQuantity(than)}`);
	const causes: Cause[] = [];
	if (compare(min, most) > 0) causes.push(told('min', min, 'min is larger than capacity value', most));
	if (compare(usual, min) < 0) causes.push(told('min', usual, 'default is less than min', min));
	if (max !== undefined) {
		if (compare(min, max) > 0) causes.push(told('max', min, 'min is larger than max', max));
		if (compare(max, most) > 0) causes.push(told('max', max, 'max is larger than capacity value', most));
		if (compare(usual, max) > 0) causes.push(told('max', usual, 'default is more than max', max));
	}
	return step === undefined ? causes : [...causes, ...stepViolations([usual, ...(max === undefined ? [] : [max])], min, step, most, `${path}.step`)];
}

function stepViolations(values: readonly string[], min: string, step: string, most: string, path: string): Cause[] {
	const { nano, form } = parseQuantity(min);
	const next = formatQuantity({ nano: nano + parseQuantity(step).nano, form });
	const why = `one step ${next} is larger than capacity value: ${canonicalQuantity(most)}`;
	const width = rounded(step);
	const off = (value: string): boolean => width === 0n || (rounded(value) - rounded(min)) % width !== 0n;
	const apart = `value is not a multiple of a given step (${canonicalQuantity(step)}) from (${canonicalQuantity(min)})`;
	return [
		...(compare(next, most) > 0 ? [invalidValue(path, canonicalQuantity(step), why)] : []),
		...values.filter(off).map((value) => invalidValue(path, canonicalQuantity(value), apart)),
	];
}

/** Returns a quantity as an integer, rounded up. */
function rounded(text: string): bigint {
	const { nano } = parseQuantity(text);
	return nano / one + (nano > 0n && nano % one !== 0n ? 1n : 0n);
}
