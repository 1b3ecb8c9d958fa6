/**
 * Objects that expressions of mutations make (KEP-3962): `Object{spec: Object.spec{replicas: 1}}` to be applied, and `JSONPatch{op: "add",
 * path: "/a", value: 1}`.
 */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { setOwn } from '../../model/equal.ts';
import type { CelFunction, CelLibrary } from '../../schema/cel/functions/library.ts';
import { celLibrary } from '../../schema/cel/load.ts';
import { maker, optionalMark } from '../../schema/cel/structs.ts';

/** Object of a type without a schema. The type's name repeats the path of the field. */
class MadeObject {
	readonly type: string;
	readonly fields: ReadonlyMap<string, unknown>;
	constructor(type: string, fields: ReadonlyMap<string, unknown>) {
		this.type = type;
		this.fields = fields;
	}
}

/** Operation of a JSON patch. `value`: CEL value. */
export class PatchOperation {
	readonly op: string;
	readonly path: string;
	readonly from: string;
	readonly value: unknown;
	readonly hasValue: boolean;
	constructor(fields: ReadonlyMap<string, unknown>) {
		const text = (name: string): string => String(fields.get(name) ?? '');
		this.op = text('op');
		this.path = text('path');
		this.from = text('from');
		this.value = fields.get('value');
		this.hasValue = fields.has('value');
	}
}

class JsonPatchNamespace {}

function make(type: string, given: object): MadeObject | PatchOperation {
	const fields = new Map<string, unknown>();
	for (const [key, value] of given instanceof Map ? given : Object.entries(given)) {
		if (!String(key).startsWith(optionalMark)) fields.set(String(key), value);
		else if (value instanceof celLibrary().Optional && value.hasValue()) fields.set(String(key).slice(optionalMark.length), value.value());
	}
	return type === 'JSONPatch' ? new PatchOperation(fields) : new MadeObject(type, fields);
}

/** Registered after the types, because it returns either of them. */
const makeObject: CelFunction = { signature: `${maker}(string, map): dyn`, handler: make };

export const mutations: CelLibrary = {
	types: [
		{ name: 'Object', ctor: MadeObject, equals: (a: MadeObject, b: MadeObject) => a === b },
		{ name: 'JSONPatch', ctor: PatchOperation, equals: (a: PatchOperation, b: PatchOperation) => a === b },
		{ name: 'JSONPatchNamespace', ctor: JsonPatchNamespace, namespace: 'jsonpatch' },
	],
	functions: [
		makeObject,
		{ signature: 'JSONPatchNamespace.escapeKey(string): string', handler: (_, key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1') },
	],
};

/** Returns the mismatches between the type names of objects and the paths of the fields that contain them. */
export function typeNameProblems(value: unknown, path: string): string[] {
	if (Array.isArray(value)) return value.flatMap((item) => typeNameProblems(item, path));
	if (value instanceof Map) return [...value.values()].flatMap((item) => typeNameProblems(item, path));
	if (value instanceof MadeObject) {
		const own =
			value.type === path
				? []
				: [`unexpected type name ${JSON.stringify(value.type)}, expected ${JSON.stringify(path)}, which matches field name path from root Object type`];
		return [...own, ...[...value.fields].flatMap(([name, field]) => typeNameProblems(field, `${path}.${name}`))];
	}
	return isPlain(value) ? Object.values(value).flatMap((item) => typeNameProblems(item, path)) : [];
}

/** Converts a CEL value to JSON. Throws an Error for a value that JSON cannot express. */
export function toJson(value: unknown): JsonValue {
	if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value;
	if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
	if (value instanceof Date) return value.toISOString();
	if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
	if (Array.isArray(value)) return value.map(toJson);
	if (value instanceof MadeObject) return objectOf(value.fields);
	if (value instanceof Map) return objectOf(value as Map<unknown, unknown>);
	if (isPlain(value)) return objectOf(Object.entries(value));
	const plain: unknown = typeof value === 'object' && value !== null ? value.valueOf() : undefined;
	if (typeof plain === 'bigint') return toJson(plain);
	throw new Error(`a ${typeof value === 'object' ? value?.constructor.name : typeof value} has no form in JSON`);
}

function objectOf(entries: Iterable<readonly [unknown, unknown]>): JsonObject {
	const made: JsonObject = {};
	for (const [key, value] of entries) {
		if (typeof key !== 'string') throw new Error(`map key ${JSON.stringify(String(key))} is not a string`);
		setOwn(made, key, toJson(value));
	}
	return made;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
	if (value === null || typeof value !== 'object') return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || prototype === Object.prototype;
}
