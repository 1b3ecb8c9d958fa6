/** Tests properties of reading, validation and protobuf, with every type of the generated catalog and hostile values. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import type { JsonObject, JsonValue, Schema, TypeName } from '../../runtime/model/catalog.ts';
import { MalformedError } from '../../runtime/model/malformed.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { propertiesOf } from '../../runtime/schema/properties.ts';
import { parseJson, stringifyJson } from '../../runtime/wire/json/json.ts';
import { runs } from '../setup/sample.ts';
import { objectOf } from './arbitrary.ts';

const schemas = compile(catalog);
const lookup = (name: TypeName) => catalog.type(name);

describe.each(catalog.kinds.flatMap(({ versions }) => versions.map(({ type }) => type)))('%s', (name) => {
	const type = schemas.type(name);
	const objects = objectOf(name, 4);
	const read = (value: unknown): JsonObject => type.read(value, { notices: [] });

	it('reading is idempotent, keeps every known field, and orders them', () => {
		fc.assert(
			fc.property(objects, (value) => {
				const notices: string[] = [];
				const once = type.read(value, { notices });
				expect(notices).toEqual([]);
				expect(stringifyJson(read(once))).toBe(stringifyJson(once));
				expect(stringifyJson(read(parseJson(stringifyJson(once))))).toBe(stringifyJson(once));
			}),
			{ numRuns: runs(30) },
		);
	});

	it('protobuf survives a round trip', () => {
		if (!type.hasProtobuf) return;
		fc.assert(
			fc.property(objects, (value) => {
				const object = numbered(read(value), { kind: 'struct', type: name });
				const decoded = numbered(type.decode(type.encode(object as JsonObject)), { kind: 'struct', type: name });
				expect(stringifyJson(withoutEmpty(decoded))).toBe(stringifyJson(withoutEmpty(object)));
			}),
			{ numRuns: runs(30) },
		);
	});

	it('validation and defaults accept every readable object', () => {
		fc.assert(
			fc.property(objects, objects, (value, other) => {
				const object = read(value);
				type.applyDefaults(object);
				const again = read(object);
				type.applyDefaults(again);
				expect(stringifyJson(again)).toBe(stringifyJson(object));
				for (const cause of [...type.validate(object), ...type.validate(object, read(other))]) expect(cause.message).not.toBe('');
				// Gated values may stay where they are; no other violation is tolerated because it existed.
				const heldBack = (message: string): boolean => /Unsupported value: "(ReadWriteOncePod|MountOption|Gt|Lt)"|when feature gate/.test(message);
				const unchanged = type.validate(object, structuredClone(object));
				expect(unchanged).toEqual(type.validate(object).filter(({ message }) => !heldBack(message)));
			}),
			{ numRuns: runs(30) },
		);
	});

	it('reading answers anything with an object or a BadRequest', () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(...propertiesOf(lookup(name), lookup).map((property) => property.name)), (value, field) => {
				try {
					read({ [field]: value });
				} catch (error) {
					expect(error).toBeInstanceOf(MalformedError);
				}
			}),
			{ numRuns: runs(100) },
		);
	});

	it('decoding answers any bytes with an object or a BadRequest', () => {
		if (!type.hasProtobuf) return;
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
				try {
					type.decode(bytes);
				} catch (error) {
					expect(error).toBeInstanceOf(MalformedError);
				}
			}),
			{ numRuns: runs(200) },
		);
	});
});

/**
 * Returns the fields that have a protobuf number: kind and apiVersion have none, also in embedded objects. Protobuf cannot distinguish an
 * empty list or map from an absent one.
 */
function numbered(value: JsonValue, schema: Schema): JsonValue {
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value)) return schema.kind === 'list' ? value.map((item) => numbered(item, schema.items)) : value;
	const each = (inner: (key: string, item: JsonValue) => [string, JsonValue][]): JsonValue =>
		Object.fromEntries(Object.entries(value).flatMap(([key, item]) => inner(key, item)));
	if (schema.kind === 'map') return each((key, item) => [[key, numbered(item, schema.values)]]);
	if (schema.kind !== 'struct') return value;
	const fields = new Map(catalog.type(schema.type).fields.map((field) => [field.name, field]));
	return each((key, item) => {
		const field = fields.get(key);
		if (field === undefined) return [[key, item]];
		return ['kind', 'apiVersion'].includes(key) && field.number === undefined ? [] : [[key, numbered(item, field.schema)]];
	});
}

function withoutEmpty(value: JsonValue): JsonValue {
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value)) return value.map(withoutEmpty);
	const members = Object.entries(value).map(([key, item]) => [key, withoutEmpty(item)] as const);
	return Object.fromEntries(members.filter(([, item]) => item !== null && !(typeof item === 'object' && Object.keys(item).length === 0)));
}
