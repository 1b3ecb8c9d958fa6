/** Derives objects with exactly one violation of a type's rules from a valid object. */
import type { Catalog, Field, Json, JsonObject, JsonValue, RuleUse, Schema, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';

export interface BadObject {
	/** Violation, such as `spec.ports[0].port: wrong type`. */
	readonly what: string;
	readonly object: JsonObject;
}

type Types = Pick<Catalog, 'type'>;
type Replace = (value: JsonValue | undefined) => JsonObject;

/** Strings that formats and patterns mostly reject. */
const oddTexts = ['A b', '-a', 'a_b', '/', '../a', 'a'.repeat(400), '1.2.3.4.5', 'é', '*', 'a//b', '10.0.0.0/99'];
/** Number of entries that exceeds every list bound testable within the time of a test. */
const mostEntries = 600;

/**
 * Returns a bad object for each rule that applies to a part of the object. Metadata is skipped, since its rules are the same for every
 * kind.
 */
export function badObjects(object: JsonObject, type: TypeName, types: Types): BadObject[] {
	return ofStruct(object, types.type(type), '', types, (value) => value as JsonObject, true);
}

/** Returns objects with single changed values for updates, to test immutability rules. */
export function changedObjects(object: JsonObject, type: TypeName, types: Types): BadObject[] {
	return badObjects(object, type, types).filter(({ what }) => what.endsWith(': another value') || what.endsWith(': missing'));
}

function ofStruct(object: JsonObject, type: TypeDescriptor, path: string, types: Types, replace: Replace, isRoot = false): BadObject[] {
	const found: BadObject[] = isRoot ? [] : [{ what: `${path}: no such field`, object: replace({ ...object, noSuchField: 1 }) }];
	for (const { name, schema, union } of flat(type, types)) {
		if (isRoot && ['apiVersion', 'kind', 'metadata'].includes(name)) continue;
		const at = path === '' ? name : `${path}.${name}`;
		const put: Replace = (value) => {
			const { [name]: _, ...others } = object;
			return replace(value === undefined ? others : { ...others, [name]: value });
		};
		const value = object[name];
		if (value !== undefined) {
			found.push({ what: `${at}: missing`, object: put(undefined) }, ...ofValue(value, schema, at, types, put));
		} else {
			found.push({ what: `${at}: wrong type`, object: put(misfitOf(schema)) });
			if (union !== undefined) found.push({ what: `${at}: another member`, object: put(plainValue(schema)) });
			for (const wrong of againstRules(plainValue(schema), schema)) found.push({ what: `${at}: ${wrong.what}`, object: put(wrong.value) });
		}
	}
	return found;
}

function ofValue(value: JsonValue, schema: Schema, path: string, types: Types, put: Replace): BadObject[] {
	const found: BadObject[] = [
		{ what: `${path}: wrong type`, object: put(misfitOf(schema)) },
		...againstRules(value, schema).map((wrong) => ({ what: `${path}: ${wrong.what}`, object: put(wrong.value) })),
	];
	if (schema.kind === 'struct' && isObject(value)) found.push(...ofStruct(value, types.type(schema.type), path, types, put));
	else if (schema.kind === 'list' && Array.isArray(value)) found.push(...ofList(value, schema, path, types, put));
	else if (schema.kind === 'map' && isObject(value)) found.push(...ofMap(value, schema, path, types, put));
	else if (schema.kind !== 'struct' && schema.kind !== 'list' && schema.kind !== 'map')
		found.push({ what: `${path}: another value`, object: put(another(value)) });
	return found;
}

function ofList(value: JsonValue[], schema: Schema & { kind: 'list' }, path: string, types: Types, put: Replace): BadObject[] {
	const [first] = value;
	if (first === undefined) return [];
	return [
		{ what: `${path}: none`, object: put([]) },
		{ what: `${path}: an entry twice`, object: put([...value, first]) },
		{ what: `${path}: an empty entry`, object: put([...value, schema.items.kind === 'struct' ? {} : '']) },
		...value.slice(0, 2).flatMap((item, at) => ofValue(item, schema.items, `${path}[${at}]`, types, (changed) => put(value.with(at, changed ?? null)))),
	];
}

function ofMap(value: JsonObject, schema: Schema & { kind: 'map' }, path: string, types: Types, put: Replace): BadObject[] {
	const [first] = Object.entries(value);
	if (first === undefined) return [];
	const [key, content] = first;
	return [
		...oddTexts.slice(0, 6).map((odd) => ({ what: `${path}: key ${odd.slice(0, 20)}`, object: put({ ...value, [odd]: content }) })),
		...ofValue(content, schema.values, `${path}[${key}]`, types, (changed) => put({ ...value, [key]: changed ?? null })),
	];
}

function againstRules(value: JsonValue, schema: Schema): { readonly what: string; readonly value: JsonValue }[] {
	const found = (schema.rules ?? []).flatMap((use) => againstRule(use, value).map((wrong) => ({ what: `${use.rule} broken`, value: wrong })));
	if (schema.kind === 'string' && schema.enum !== undefined) found.push({ what: 'unknown value of an enum', value: 'NoSuchValue' });
	if (schema.kind === 'quantity' || schema.kind === 'time' || schema.kind === 'microTime' || schema.kind === 'duration')
		found.push({ what: 'no such text', value: 'a b' });
	return found;
}

function againstRule({ rule, argument }: RuleUse, value: JsonValue): JsonValue[] {
	const bound = Number(argument);
	switch (rule) {
		case 'minimum':
			return Number.isInteger(bound) ? [bound - 1] : [];
		case 'exclusiveMinimum':
			return Number.isInteger(bound) ? [bound] : [];
		case 'maximum':
			return Number.isInteger(bound) ? [bound + 1] : [];
		case 'exclusiveMaximum':
			return Number.isInteger(bound) ? [bound] : [];
		case 'multipleOf':
			return [bound + 1];
		case 'minLength':
			return ['x'.repeat(Math.max(0, bound - 1))];
		case 'maxLength':
			return bound < 100_000 ? ['x'.repeat(bound + 1)] : [];
		case 'pattern':
		case 'format':
			return [...oddTexts];
		case 'minItems':
			return Array.isArray(value) ? [value.slice(0, Math.max(0, bound - 1))] : [];
		case 'maxItems':
			return Array.isArray(value) && value.length > 0 && bound < mostEntries
				? [Array.from({ length: bound + 1 }, (_, at) => value[at % value.length] ?? '')]
				: [];
		case 'maxProperties':
			return isObject(value) && bound < mostEntries ? [manyKeys(value, bound + 1)] : [];
		case 'notIn':
			return [...((Array.isArray(argument) ? argument : [argument]) as JsonValue[])];
		case 'allOf':
		case 'anyOf':
		case 'oneOf':
		case 'not':
			return typeof value === 'string' ? [...oddTexts] : [];
		default:
			return [];
	}
}

function manyKeys(value: JsonObject, count: number): JsonObject {
	const [content = 'x'] = Object.values(value);
	return Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, content]));
}

function misfitOf({ kind }: Schema): JsonValue {
	switch (kind) {
		case 'string':
		case 'bytes':
		case 'time':
		case 'microTime':
		case 'duration':
			return 7;
		case 'list':
			return 'x';
		case 'intOrString':
		case 'quantity':
			return {};
		default:
			return 'x y';
	}
}

/** Returns a value that satisfies only the schema, for fields that the object lacks. */
function plainValue(schema: Schema): JsonValue {
	switch (schema.kind) {
		case 'string':
			return schema.enum?.[0] ?? 'a';
		case 'boolean':
			return true;
		case 'int32':
		case 'int64':
		case 'double':
		case 'intOrString':
			return 1;
		case 'quantity':
			return '1';
		case 'list':
			return [];
		case 'bytes':
			return 'YQ==';
		case 'time':
			return '2024-01-01T00:00:00Z';
		case 'microTime':
			return '2024-01-01T00:00:00.000000Z';
		case 'duration':
			return '1s';
		default:
			return {};
	}
}

function another(value: JsonValue): JsonValue {
	if (typeof value === 'string') return `${value}x`;
	if (typeof value === 'number') return value + 1;
	if (typeof value === 'boolean') return !value;
	return value;
}

/** Returns the fields as in JSON, where those of an inline struct belong to its parent. */
function flat(type: TypeDescriptor, types: Types): readonly Field[] {
	return type.fields.flatMap((field) => (field.inline === true && field.schema.kind === 'struct' ? flat(types.type(field.schema.type), types) : [field]));
}

function isObject(value: Json | undefined): value is JsonObject {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}
