/** Generates values for property tests that the types of the generated catalog can read. */
import fc from 'fast-check';
import { catalog } from '../../generated/catalog.ts';
import type { Schema, TypeName } from '../../runtime/model/catalog.ts';
import { propertiesOf, type TypeLookup, typeIn } from '../../runtime/schema/properties.ts';

const builtIn: TypeLookup = (name) => catalog.type(name);

/** Returns values that a schema reads, a few levels deep. */
function arbitrary(schema: Schema, depth: number, lookup: TypeLookup): fc.Arbitrary<unknown> {
	switch (schema.kind) {
		case 'string':
			return schema.enum === undefined ? fc.string({ maxLength: 8 }) : fc.constantFrom(...schema.enum);
		case 'boolean':
			return fc.boolean();
		case 'int32':
			return fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
		case 'int64':
			return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
		case 'double':
			return fc.double({ noNaN: true, noDefaultInfinity: true });
		case 'bytes':
			return fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64'));
		case 'time':
		case 'microTime':
			return fc.date({ min: new Date('0002-01-01T00:00:00Z'), max: new Date('9999-01-01T00:00:00Z'), noInvalidDate: true }).map((date) => date.toISOString());
		case 'duration':
			return fc.integer().map((number) => `${number}ms`);
		case 'quantity':
			return fc.tuple(fc.integer(), fc.constantFrom('', 'm', 'k', 'M', 'Ki', 'Mi', 'Gi', 'n', 'e3', 'E-2')).map(([number, suffix]) => `${number}${suffix}`);
		case 'intOrString':
			return fc.oneof(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.string({ maxLength: 4 }));
		case 'rawExtension':
		case 'fieldsV1':
			return fc.dictionary(fc.string({ maxLength: 4 }), fc.integer(), { maxKeys: 2 });
		case 'any':
			return fc.jsonValue({ maxDepth: 2 });
		case 'list':
			return fc.array(arbitrary(schema.items, depth - 1, lookup), { maxLength: 2 });
		case 'map':
			return fc.dictionary(fc.string({ maxLength: 4 }), arbitrary(schema.values, depth - 1, lookup), { maxKeys: 2 });
		case 'struct':
			return objectOf(schema.type, depth, lookup);
		case 'variant': {
			const { fields } = lookup(schema.type);
			const deep = fields.filter((field) => depth > 0 || typeIn(field.schema) === undefined);
			return fc.oneof(...(deep.length === 0 ? fields : deep).map((field) => arbitrary(field.schema, depth - 1, lookup)));
		}
	}
}

/** `lookup` finds types; in the generated catalog when absent. */
export function objectOf(name: TypeName, depth: number, lookup: TypeLookup = builtIn): fc.Arbitrary<unknown> {
	if (depth <= 0) return fc.constant({});
	const members = propertiesOf(lookup(name), lookup).map(
		(property) => [property.name, fc.oneof(fc.constant(undefined), arbitrary(property.schema, depth - 1, lookup))] as const,
	);
	return fc
		.record(Object.fromEntries(members), { noNullPrototype: true })
		.map((value) => Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)));
}
