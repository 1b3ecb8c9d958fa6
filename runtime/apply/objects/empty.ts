/**
 * Initial content of an object of a built-in type: the fields that are always serialised, with zero values. Managers do not own fields with
 * these values.
 */
import type { JsonObject, JsonValue, Schema, TypeDescriptor } from '../../model/catalog.ts';
import { propertiesOf, type TypeLookup } from '../../schema/properties.ts';
import { scalarZeros } from '../../schema/zeros.ts';

export function emptyObject(type: TypeDescriptor, lookup: TypeLookup): JsonObject {
	const object: JsonObject = {};
	for (const { name, field, schema } of propertiesOf(type, lookup)) {
		if (field.presence === 'always') object[name] = zeroOf(schema, lookup);
		else if (field.presence === 'nullable') object[name] = null;
	}
	return object;
}

function zeroOf(schema: Schema, lookup: TypeLookup): JsonValue {
	return schema.kind === 'struct' ? emptyObject(lookup(schema.type), lookup) : (scalarZeros[schema.kind] ?? null);
}
