/** Values from specs (defaults and values that rules fill in), in the form that they would have if a client had sent them. */
import type { JsonObject, JsonValue, Schema } from '../model/catalog.ts';
import { setOwn } from '../model/equal.ts';
import { propertiesOf, type TypeLookup } from './properties.ts';
import { readScalar } from './read-scalar.ts';
import { memberChooser } from './variant.ts';

/** Returns the canonical value, as reading would: `90s` becomes `1m30s`. The check of specs ensures that the value fits its schema. */
export function canonical(value: JsonValue, schema: Schema, lookup: TypeLookup): JsonValue {
	if (value === null) return value;
	switch (schema.kind) {
		case 'struct': {
			const schemas = new Map(propertiesOf(lookup(schema.type), lookup).map((property) => [property.name, property.schema]));
			return mapped(value as JsonObject, (item, key) => {
				const inner = schemas.get(key);
				return inner === undefined ? item : canonical(item, inner, lookup);
			});
		}
		case 'variant': {
			const member = memberChooser(lookup(schema.type))(value);
			return member === undefined ? value : canonical(value, member.schema, lookup);
		}
		case 'list':
			return (value as JsonValue[]).map((item) => canonical(item, schema.items, lookup));
		case 'map':
			return mapped(value as JsonObject, (item) => canonical(item, schema.values, lookup));
		default:
			return readScalar(schema)(value);
	}
}

function mapped(object: JsonObject, of: (value: JsonValue, key: string) => JsonValue): JsonObject {
	const made: JsonObject = {};
	for (const [key, value] of Object.entries(object)) setOwn(made, key, of(value, key));
	return made;
}
