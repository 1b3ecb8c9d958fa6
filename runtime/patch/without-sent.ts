/**
 * Finds the fields that a patch sends, changed or not; after a reset of field ownership the writer owns them (seed 1, "Server-side apply
 * endpoint").
 */
import type { JsonObject, JsonValue, TypeName } from '../model/catalog.ts';
import { setOwn } from '../model/equal.ts';
import { directive, isDirective } from './directives.ts';
import { type PatchMediaType, patchTypes } from './index.ts';
import { getOwn, isObject } from './own-properties.ts';
import type { FieldMerge, PatchSchema, PatchSchemas } from './patch-schema.ts';
import { childOf, parsePointer } from './pointer.ts';

/**
 * Returns `object`, in its state before the patch, without the fields that the patch sends. List entries keep their merge key. `patch` must
 * already have been applied without an error.
 */
export function withoutSent(mediaType: PatchMediaType, object: JsonObject, patch: JsonValue, typeName: TypeName, schemas: PatchSchemas): JsonObject {
	switch (patchTypes[mediaType]) {
		case 'json':
			return withoutPaths(object, writtenPaths(patch, object));
		case 'merge':
			return withoutMembers(object, patch as JsonObject, undefined);
		case 'strategic':
			return withoutMembers(object, patch as JsonObject, schemas.of(typeName));
	}
}

/** Without `schema`, lists count as replaced. */
function withoutMembers(object: JsonObject, patch: JsonObject, schema: PatchSchema | undefined): JsonObject {
	const left: JsonObject = { ...object };
	for (const name of Object.keys(patch)) {
		const current = getOwn(object, name);
		if (current === undefined || isDirective(name)) continue;
		const inner = withoutField(current, patch[name] ?? null, schema?.field(name));
		if (inner === undefined) delete left[name];
		else setOwn(left, name, inner);
	}
	return left;
}

/** Returns undefined when the patch sends the whole value. */
function withoutField(current: JsonValue, sent: JsonValue, merge: FieldMerge | undefined): JsonValue | undefined {
	if (isObject(current) && isObject(sent) && merge?.strategy !== 'replace') return withoutMembers(current, sent, merge?.inside);
	if (!Array.isArray(current) || !Array.isArray(sent) || merge?.strategy !== 'merge') return undefined;
	const { mergeKey, inside } = merge;
	if (mergeKey === undefined) {
		const scalars = new Set(sent);
		return current.filter((entry) => !scalars.has(entry));
	}
	const changes = new Map(sent.filter(isObject).map((entry) => [getOwn(entry, mergeKey), entry]));
	return current.map((entry) => {
		const key = isObject(entry) ? getOwn(entry, mergeKey) : undefined;
		const change = changes.get(key);
		if (!isObject(entry) || change === undefined || getOwn(change, directive) !== undefined) return entry;
		return { ...withoutMembers(entry, change, inside), [mergeKey]: key ?? null };
	});
}

/** Tree of the paths that a JSON patch writes. Undefined: the value as a whole. */
type Paths = Map<string, Paths> | undefined;

function writtenPaths(patch: JsonValue, object: JsonObject): Paths {
	const written: Paths = new Map();
	for (const operation of Array.isArray(patch) ? patch.filter(isObject) : []) {
		const steps = parsePointer(String(getOwn(operation, 'path')));
		const op = getOwn(operation, 'op');
		if (op === 'test' || op === 'remove' || (op !== 'replace' && isInsertion(object, steps))) continue;
		const last = steps.pop();
		if (last === undefined) return undefined;
		let at: Paths = written;
		for (const step of steps) {
			if (at === undefined) break;
			if (!at.has(step)) at.set(step, new Map());
			at = at.get(step);
		}
		at?.set(last, undefined);
	}
	return written;
}

/** True when the operation inserts a list entry. An insertion is always a change, and the entry previously at that index stays. */
function isInsertion(object: JsonObject, steps: readonly string[]): boolean {
	let parent: JsonValue | undefined = object;
	for (const step of steps.slice(0, -1)) parent = parent === undefined ? undefined : childOf(parent, step);
	return Array.isArray(parent);
}

function withoutPaths(object: JsonObject, paths: Paths): JsonObject {
	return paths === undefined ? {} : (withoutWritten(object, paths) as JsonObject);
}

/** Removes the written paths from a value. */
function withoutWritten(value: JsonValue, paths: NonNullable<Paths>): JsonValue {
	if (Array.isArray(value)) {
		return value.flatMap((entry, at) => {
			const index = String(at);
			const inner = paths.get(index);
			if (inner !== undefined) return [withoutWritten(entry, inner)];
			return paths.has(index) ? [] : [entry];
		});
	}
	if (!isObject(value)) return value;
	const left: JsonObject = {};
	for (const name of Object.keys(value)) {
		const inner = paths.get(name);
		const member = value[name] ?? null;
		if (inner !== undefined) setOwn(left, name, withoutWritten(member, inner));
		else if (!paths.has(name)) setOwn(left, name, member);
	}
	return left;
}
