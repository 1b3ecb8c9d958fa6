/** Random changes of an object guided by its type: a missing field, another value, one more entry, an unexpected value deep inside. */
import type { Catalog, Field, JsonObject, JsonValue, Schema, TypeDescriptor, TypeName } from '../../../runtime/model/catalog.ts';
import type { Random } from '../../suites/front-door/random.ts';
import { keyOfMap, misfit, scalarValue } from './values.ts';

/** Maximum depth of generated values. */
const deepest = 3;
/** One in this many values does not fit its field. */
const misfitsOneOf = 30;

type Types = Pick<Catalog, 'type'>;

/** Returns the object with one change. Fields that only the server writes (`status`, most of metadata) change seldom. */
export function changed(object: JsonObject, type: TypeName, types: Types, random: Random): JsonObject {
	return changedStruct(object, types.type(type), types, random, true);
}

function changedStruct(object: JsonObject, type: TypeDescriptor, types: Types, random: Random, isRoot: boolean): JsonObject {
	const fields = flat(type, types).filter(({ name }) => !isRoot || (name !== 'apiVersion' && name !== 'kind' && name !== 'metadata'));
	const likely = isRoot && random.below(20) > 0 ? fields.filter(({ name }) => name !== 'status') : fields;
	if (random.below(40) === 0) return { ...object, [random.of(['unknown', 'Spec', 'x'])]: 'y' };
	if (likely.length === 0) return object;
	// Changes an existing field as often as it adds a missing one.
	const there = likely.filter(({ name }) => Object.hasOwn(object, name));
	const field = random.of(there.length > 0 && random.below(2) === 0 ? there : likely);
	const before = object[field.name];
	if (before !== undefined && random.below(6) === 0) {
		const { [field.name]: _, ...rest } = object;
		return rest;
	}
	return { ...object, [field.name]: changedValue(before, field.schema, types, random) };
}

function changedValue(before: JsonValue | undefined, schema: Schema, types: Types, random: Random): JsonValue {
	if (random.below(misfitsOneOf) === 0) return misfit(random);
	switch (schema.kind) {
		case 'struct':
			if (isObject(before)) return changedStruct(before, types.type(schema.type), types, random, false);
			break;
		case 'list':
			if (Array.isArray(before) && before.length > 0) return changedList(before, schema.items, types, random);
			break;
		case 'map':
			if (isObject(before)) return { ...before, [random.of([...Object.keys(before), keyOfMap(random)])]: made(schema.values, types, random, deepest) };
			break;
		default:
	}
	return made(schema, types, random, deepest);
}

function changedList(before: readonly JsonValue[], items: Schema, types: Types, random: Random): JsonValue {
	const at = random.below(before.length);
	const chosen = before[at];
	switch (random.below(6)) {
		case 0:
			return before.toSpliced(at, 1);
		case 1:
			return [...before, chosen ?? null];
		case 2:
			return [...before, made(items, types, random, deepest)];
		default:
			return before.with(at, changedValue(chosen, items, types, random));
	}
}

/** Returns a value of a schema, with the required fields and some of the optional ones. */
function made(schema: Schema, types: Types, random: Random, depth: number): JsonValue {
	switch (schema.kind) {
		case 'struct': {
			const object: JsonObject = {};
			if (random.below(12) === 0) return object;
			for (const field of flat(types.type(schema.type), types)) {
				const wanted = field.required === true ? random.below(10) > 0 : depth > 0 && random.below(4) === 0;
				if (wanted) object[field.name] = made(field.schema, types, random, depth - 1);
			}
			return object;
		}
		case 'variant':
			return made(random.of(types.type(schema.type).fields).schema, types, random, depth - 1);
		case 'list':
			return Array.from({ length: random.of([0, 1, 1, 1, 2]) }, () => made(schema.items, types, random, depth - 1));
		case 'map':
			return Object.fromEntries(Array.from({ length: random.of([0, 1, 1, 2]) }, () => [keyOfMap(random), made(schema.values, types, random, depth - 1)]));
		default:
			return random.below(misfitsOneOf) === 0 ? misfit(random) : scalarValue(schema, random);
	}
}

/** Returns the fields as they appear in JSON: those of an inline struct belong to its parent. */
function flat(type: TypeDescriptor, types: Types): readonly Field[] {
	return type.fields.flatMap((field) => (field.inline === true && field.schema.kind === 'struct' ? flat(types.type(field.schema.type), types) : [field]));
}

function isObject(value: JsonValue | undefined): value is JsonObject {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}
