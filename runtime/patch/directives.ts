/** Directives of a strategic merge patch: names that control the merge and never become part of an object. */

import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { setOwn } from '../model/equal.ts';
import { getOwn, isObject } from './own-properties.ts';

export const directive = '$patch';
export const retainKeys = '$retainKeys';
export const orderPrefix = '$setElementOrder/';
export const deletionPrefix = '$deleteFromPrimitiveList/';

/** True for a directive for a list that does not name the list. */
export function isBroken(name: string): boolean {
	return [orderPrefix, deletionPrefix].some((prefix) => name.startsWith(prefix.slice(0, -1)) && !(name.startsWith(prefix) && name.length > prefix.length));
}

export function isDirective(name: string): boolean {
	return name === directive || name === retainKeys || name.startsWith(orderPrefix) || name.startsWith(deletionPrefix);
}

/** Removes directives and nulls from a value that is taken as a whole, where they have no effect. */
export function withoutDirectives(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.filter((item) => !isObject(item) || getOwn(item, directive) === undefined).map(withoutDirectives);
	if (!isObject(value)) return value;
	if (getOwn(value, directive) === 'delete') return {};
	const plain: JsonObject = {};
	for (const name of Object.keys(value)) {
		const inner = value[name] ?? null;
		if (inner !== null && !isDirective(name)) setOwn(plain, name, withoutDirectives(inner));
	}
	return plain;
}
