import type { Json, JsonValue, Schema } from '../../model/catalog.ts';
import { compareQuantities, parseQuantity } from '../../scalars/quantity.ts';

/** Compares a value with a rule's bound: negative, zero or positive; undefined when there is nothing to compare (the text of an int-or-string). */
export function compareToBound(bound: Json, schema: Schema): (value: JsonValue) => number | undefined {
	if (schema.kind === 'quantity') {
		const limit = parseQuantity(String(bound));
		return (value) => (typeof value === 'string' ? compareQuantities(parseQuantity(value), limit) : undefined);
	}
	const limit = Number(bound);
	return (value) => {
		if (typeof value === 'number') return value - limit;
		if (typeof value === 'bigint') return value < limit ? -1 : value > limit ? 1 : 0;
		return undefined;
	};
}
