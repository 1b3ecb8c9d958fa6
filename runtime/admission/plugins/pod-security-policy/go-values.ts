/** Values in messages, as Go prints them: clients match on these texts. */
import type { IDRange } from '../../../../generated/types/policy/v1beta1.ts';
import type { Cause } from '../../../model/cause.ts';

/** Number of a user or of a group. */
export type Id = number | bigint;

/** Returns a pointer's value; a nil pointer is the text `null`. */
export function goPointer<T>(value: T | undefined): T | 'null' {
	return value ?? 'null';
}

/** Formats ranges: `[{1 65535}]`. */
export function goRanges(ranges: readonly IDRange[]): string {
	return `[${ranges.map(({ min, max }) => `{${min} ${max}}`).join(' ')}]`;
}

/** Returns the cause of an invalid list, which is shown as in Go's source code: `[]int64{1, 2}`, or `[]int64(nil)` when it is empty. */
export function invalidList(field: string, type: string, values: readonly (string | Id)[], detail: string): Cause {
	const entries = values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : `${value}`));
	const shown = entries.length === 0 ? `[]${type}(nil)` : `[]${type}{${entries.join(', ')}}`;
	return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${shown}: ${detail}` };
}

/** Returns whether a number is in one of the ranges. */
export function isInRanges(id: Id, ranges: readonly IDRange[]): boolean {
	return ranges.some(({ min, max }) => id >= min && id <= max);
}
