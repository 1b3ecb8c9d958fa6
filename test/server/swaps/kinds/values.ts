/** Reads, writes and compares values of fields in objects. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../../../../runtime/model/catalog.ts';
import type { Loose } from '../../../setup/loose.ts';
import type { Possible } from './expected.ts';
import type { Shape, VersionName } from './plan.ts';

/** Possible values by field. */
export type State = ReadonlyMap<string, readonly Possible[]>;

export function fieldOf(object: Loose, path: readonly string[] | undefined): Possible {
	if (path === undefined) return undefined;
	return path.reduce<Loose>((value, name) => value?.[name], object.spec);
}

/** Returns the spec that holds these fields in a version. */
export function specOf(shape: Shape, version: VersionName, values: ReadonlyMap<string, Possible | null>): JsonObject {
	const spec: JsonObject = {};
	for (const { name, paths } of shape) {
		const [first, second] = paths.get(version) ?? [];
		const value = values.get(name);
		if (first === undefined || value === undefined) continue;
		if (second === undefined) spec[first] = value as JsonValue;
		else spec[first] = { ...(spec[first] as JsonObject | undefined), [second]: value as JsonValue };
	}
	return spec;
}

/** Compares two values. Patches do not guarantee the order of entries in list-maps. */
export function isSame(one: Possible, other: Possible): boolean {
	return isDeepStrictEqual(inOrder(one), inOrder(other));
}

function inOrder(value: Possible): Possible {
	return Array.isArray(value) ? (value as { readonly key: string }[]).toSorted((a, b) => (a.key < b.key ? -1 : 1)) : value;
}
