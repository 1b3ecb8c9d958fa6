import type { Json, JsonValue, Schema } from '../../model/catalog.ts';
import { parseDuration } from '../../scalars/duration.ts';
import { compareQuantities, parseQuantity } from '../../scalars/quantity.ts';
import { parseTime } from '../../scalars/time.ts';

/**
 * Returns a function that compares a value with a rule's bound: negative, zero or positive. It returns undefined when the two are not
 * comparable, such as the string of an int-or-string.
 */
export function compareToBound(bound: Json, schema: Schema): (value: JsonValue) => number | undefined {
	const compare = compareTexts(schema);
	if (compare !== undefined) {
		const toLimit = compare(String(bound));
		return (value) => (typeof value === 'string' ? toLimit(value) : undefined);
	}
	const limit = isNumber(bound) ? bound : Number(bound);
	return (value) => (isNumber(value) ? (value < limit ? -1 : value > limit ? 1 : 0) : undefined);
}

/** Reports whether the value is a number; integers beyond 2^53 are bigints. */
export function isNumber(value: unknown): value is number | bigint {
	return typeof value === 'number' || typeof value === 'bigint';
}

/** Returns a comparison for types whose values are strings. It throws the errors of their parser. */
function compareTexts({ kind }: Schema): ((limit: string) => (value: string) => number) | undefined {
	switch (kind) {
		case 'quantity':
			return (limit) => {
				const most = parseQuantity(limit);
				return (value) => compareQuantities(parseQuantity(value), most);
			};
		case 'duration':
			return (limit) => {
				const most = parseDuration(limit);
				return (value) => Number(parseDuration(value) - most);
			};
		case 'time':
		case 'microTime':
			return (limit) => {
				const most = parseTime(limit);
				return (value) => {
					const { seconds, nanos } = parseTime(value);
					return seconds - most.seconds || nanos - most.nanos;
				};
			};
		default:
			return undefined;
	}
}
