/** Properties of reading, validation and protobuf, over every type of the generated catalog and over hostile values. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { ApiError } from '../../runtime/api/errors.ts';
import { parseJson, stringifyJson } from '../../runtime/codec/json.ts';
import { compile } from '../../runtime/schema/compile.ts';
import type { JsonObject, JsonValue, Schema, TypeName } from '../../runtime/schema/model.ts';
import { slotsOf } from '../../runtime/schema/slots.ts';

const schemas = compile(catalog);
const lookup = (name: TypeName) => catalog.type(name);

/** Values that a schema reads, a few levels deep. */
function arbitrary(schema: Schema, depth: number): fc.Arbitrary<unknown> {
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
			return fc.array(arbitrary(schema.items, depth - 1), { maxLength: 2 });
		case 'map':
			return fc.dictionary(fc.string({ maxLength: 4 }), arbitrary(schema.values, depth - 1), { maxKeys: 2 });
		case 'struct':
			return objectOf(schema.type, depth);
	}
}

function objectOf(name: TypeName, depth: number): fc.Arbitrary<unknown> {
	if (depth <= 0) return fc.constant({});
	const members = slotsOf(lookup(name), lookup).map((slot) => [slot.name, fc.oneof(fc.constant(undefined), arbitrary(slot.schema, depth - 1))] as const);
	return fc
		.record(Object.fromEntries(members), { noNullPrototype: true })
		.map((value) => Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)));
}

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
			{ numRuns: 30 },
		);
	});

	it('protobuf gives back what went in', () => {
		if (!type.hasProtobuf) return;
		fc.assert(
			fc.property(objects, (value) => {
				const { kind: _kind, apiVersion: _version, ...object } = read(value);
				const { kind: _k, apiVersion: _v, ...decoded } = type.decode(type.encode(object));
				expect(stringifyJson(withoutEmpty(decoded))).toBe(stringifyJson(withoutEmpty(object)));
			}),
			{ numRuns: 30 },
		);
	});

	it('validation and defaults take whatever was read', () => {
		fc.assert(
			fc.property(objects, objects, (value, other) => {
				const object = read(value);
				type.applyDefaults(object);
				const again = read(object);
				type.applyDefaults(again);
				expect(stringifyJson(again)).toBe(stringifyJson(object));
				for (const cause of [...type.validate(object), ...type.validate(object, read(other))]) expect(cause.message).not.toBe('');
				expect(type.validate(object, structuredClone(object))).toEqual(type.validate(object));
			}),
			{ numRuns: 30 },
		);
	});

	it('reading answers anything with an object or a BadRequest', () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(...slotsOf(lookup(name), lookup).map((slot) => slot.name)), (value, field) => {
				try {
					read({ [field]: value });
				} catch (error) {
					expect(error).toBeInstanceOf(ApiError);
					expect((error as ApiError).reason).toBe('BadRequest');
				}
			}),
			{ numRuns: 100 },
		);
	});

	it('decoding answers any bytes with an object or a BadRequest', () => {
		if (!type.hasProtobuf) return;
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
				try {
					type.decode(bytes);
				} catch (error) {
					expect(error).toBeInstanceOf(ApiError);
					expect((error as ApiError).reason).toBe('BadRequest');
				}
			}),
			{ numRuns: 200 },
		);
	});
});

/** Protobuf cannot tell an empty list or map from none. */
function withoutEmpty(value: JsonValue): JsonValue {
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value)) return value.map(withoutEmpty);
	const members = Object.entries(value).map(([key, item]) => [key, withoutEmpty(item)] as const);
	return Object.fromEntries(members.filter(([, item]) => item !== null && !(typeof item === 'object' && Object.keys(item).length === 0)));
}
