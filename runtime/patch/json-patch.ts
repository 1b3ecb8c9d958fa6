/** JSON patch (RFC 6902) with limits on its cost. Document and patch are not changed. */
import { ApiError } from '../api/errors.ts';
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { copy as cloneJson, deepEqual, setOwn } from '../model/equal.ts';
import { invalidPatch, named } from './failure.ts';
import { getOwn, isObject } from './own-properties.ts';
import { childOf, parsePointer } from './pointer.ts';

/** Maximum number of operations, as in Kubernetes; each may walk the whole document (CVE-2019-1002100). */
const maxOperations = 10_000;
/** Maximum size of all copies together, in bytes of JSON: that of a body. Repeated doubling would exceed any memory. */
const maxCopiedBytes = 3 * 1024 * 1024;

/** Maximum number of list entries shifted by insertions and removals, about 0.1 s. No real change needs more. */
const maxShifted = 100_000_000;
/** Maximum nesting, as for bodies. Repeated moves could nest without limit, and later walks are recursive. */
const maxDepth = 1000;

const operationNames = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const;

interface Operation {
	readonly op: (typeof operationNames)[number];
	readonly path: string;
	readonly from: string;
	readonly value: JsonValue | undefined;
}

/** Applies a JSON patch. Throws ApiError: BadRequest (invalid patch), RequestEntityTooLarge (over a limit), Invalid (does not apply). */
export function jsonPatch(document: JsonObject, patch: JsonValue): JsonObject {
	if (!Array.isArray(patch)) throw new ApiError('BadRequest', 'error decoding patch: a JSON patch is an array of operations');
	if (patch.length > maxOperations) {
		throw new ApiError('RequestEntityTooLarge', `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${patch.length}`);
	}
	const state = { root: cloneJson(document), copied: 0, shifted: 0 };
	for (const item of patch) apply(state, operation(item));
	if (!isObject(state.root)) throw invalidPatch('the patched document is not an object');
	checkDepth(state.root, 1);
	return state.root;
}

const members: ReadonlySet<string> = new Set(['op', 'path', 'from', 'value']);
/** Maximum number of notices; headers cannot hold more. */
const maxNotices = 100;

/** Returns `json patch unknown field "[0].x"` for each unknown member of an operation. */
export function jsonPatchNotices(patch: JsonValue): readonly string[] {
	const notices: string[] = [];
	if (!Array.isArray(patch)) return notices;
	for (const [index, item] of patch.entries()) {
		if (!isObject(item)) continue;
		for (const key of Object.keys(item)) {
			if (notices.length === maxNotices) return notices;
			if (!members.has(key)) notices.push(`json patch unknown field ${JSON.stringify(`[${index}].${key}`)}`);
		}
	}
	return notices;
}

interface State {
	root: JsonValue;
	copied: number;
	shifted: number;
}

function operation(item: JsonValue): Operation {
	if (!isObject(item)) throw new ApiError('BadRequest', 'error decoding patch: each operation is an object');
	const op = operationNames.find((name) => name === getOwn(item, 'op'));
	if (op === undefined) throw invalidPatch(`Unexpected kind: ${named(getOwn(item, 'op') ?? 'unknown')}; valid operations: ${operationNames.join(', ')}`);
	const path = getOwn(item, 'path');
	const from = getOwn(item, 'from');
	if (typeof path !== 'string') throw invalidPatch(`${op} operation does not have a path`);
	if ((op === 'move' || op === 'copy') && typeof from !== 'string') throw invalidPatch(`${op} operation does not have a from`);
	if ((op === 'add' || op === 'replace') && !Object.hasOwn(item, 'value')) throw invalidPatch(`${op} operation does not have a value`);
	return { op, path, from: typeof from === 'string' ? from : '', value: getOwn(item, 'value') };
}

function apply(state: State, { op, path, from, value }: Operation): void {
	switch (op) {
		case 'add':
			add(state, path, cloneJson(value ?? null), op);
			break;
		case 'remove':
			remove(state, path, op);
			break;
		case 'replace':
			replace(state, path, cloneJson(value ?? null));
			break;
		case 'move':
			if (path.startsWith(`${from}/`)) throw invalidPatch(`move operation: cannot move ${named(from)} into itself`);
			add(state, path, remove(state, from, op), op);
			break;
		case 'copy':
			copy(state, from, path);
			break;
		case 'test':
			if (!deepEqual(read(state.root, path, op), value ?? null)) throw invalidPatch(`testing value ${named(path)} failed: test failed`);
	}
}

/** Returns the object or list that the path's last step addresses, and that step. */
function locate(root: JsonValue, path: string, op: string): { parent: JsonObject | JsonValue[]; key: string } {
	const steps = parsePointer(path);
	const key = steps.pop() ?? '';
	let at: JsonValue = root;
	for (const step of steps) at = childOf(at, step) ?? missing(op, path);
	if (typeof at !== 'object' || at === null) return missing(op, path);
	return { parent: at, key };
}

function missing(op: string, path: string): never {
	throw invalidPatch(`${op} operation does not apply: doc is missing path: ${JSON.stringify(named(path))}: missing value`);
}

function read(root: JsonValue, path: string, op: string): JsonValue {
	if (path === '') return root;
	const { parent, key } = locate(root, path, op);
	const found = childOf(parent, key);
	// Like Kubernetes, `test` treats an absent member as null. For other operations it is an error.
	if (found === undefined) return op === 'test' && !Array.isArray(parent) ? null : missing(op, path);
	return found;
}

function add(state: State, path: string, value: JsonValue, op: string): void {
	if (path === '') {
		state.root = value;
		return;
	}
	const { parent, key } = locate(state.root, path, op);
	if (!Array.isArray(parent)) setOwn(parent, key, value);
	else splice(state, parent, key === '-' ? parent.length : index(key, parent.length, op, path), 0, value);
}

function remove(state: State, path: string, op: string): JsonValue {
	if (path === '') throw invalidPatch(`${op} operation does not apply: the whole document cannot be removed`);
	const { parent, key } = locate(state.root, path, op);
	if (Array.isArray(parent)) return splice(state, parent, index(key, parent.length - 1, op, path), 1)[0] ?? null;
	const found = getOwn(parent, key);
	if (found === undefined) throw invalidPatch(`${op} operation does not apply: Unable to remove nonexistent key: ${named(key)}: missing value`);
	delete parent[key];
	return found;
}

function splice(state: State, list: JsonValue[], at: number, removed: number, ...added: JsonValue[]): JsonValue[] {
	state.shifted += list.length - at;
	if (state.shifted > maxShifted) throw new ApiError('RequestEntityTooLarge', 'the patch moves too many list entries');
	return list.splice(at, removed, ...added);
}

function replace(state: State, path: string, value: JsonValue): void {
	if (path === '') {
		state.root = value;
		return;
	}
	const { parent, key } = locate(state.root, path, 'replace');
	if (Array.isArray(parent)) parent[index(key, parent.length - 1, 'replace', path)] = value;
	// Like Kubernetes and unlike RFC 6902, `replace` adds an absent member; clients rely on it.
	else setOwn(parent, key, value);
}

function copy(state: State, from: string, path: string): void {
	const source = read(state.root, from, 'copy');
	state.copied += sizeOf(source, maxCopiedBytes - state.copied, 1);
	if (state.copied > maxCopiedBytes) {
		throw new ApiError('RequestEntityTooLarge', `Unable to complete the copy, the accumulated size increase of copy exceeds the limit ${maxCopiedBytes}`);
	}
	add(state, path, cloneJson(source), 'copy');
}

/** Estimates the size of the JSON text in bytes; stops above the budget. */
function sizeOf(value: JsonValue, budget: number, depth: number): number {
	if (typeof value === 'string') return value.length + 2;
	if (typeof value !== 'object' || value === null) return 5;
	if (depth > maxDepth) throw tooDeep();
	let size = 2;
	for (const key of Object.keys(value)) {
		if (size > budget) return size;
		size += (Array.isArray(value) ? 1 : key.length + 4) + sizeOf((value as JsonObject)[key] ?? null, budget - size, depth + 1);
	}
	return size;
}

function checkDepth(value: JsonValue, depth: number): void {
	if (typeof value !== 'object' || value === null) return;
	if (depth > maxDepth) throw tooDeep();
	for (const key in value) checkDepth((value as JsonObject)[key] ?? null, depth + 1);
}

function tooDeep(): ApiError {
	return new ApiError('RequestEntityTooLarge', `the patched document is nested more than ${maxDepth} levels deep`);
}

/** Parses an index from 0 to `last`. Refuses negative indices and leading zeros (RFC 6901). */
function index(text: string, last: number, op: string, path: string): number {
	const value = /^(0|[1-9]\d*)$/.test(text) ? Number(text) : -1;
	if (value < 0 || value > last)
		throw invalidPatch(
			`${op} operation does not apply: doc is missing path: ${JSON.stringify(named(path))}: Unable to access invalid index: ${named(text)}: invalid index referenced`,
		);
	return value;
}
