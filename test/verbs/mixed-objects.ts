/**
 * Objects of two generated versions (`random-versions.ts`): mixtures of two objects, and the values that the older version cannot express.
 */
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { getAt } from '../../runtime/model/path.ts';
import type { Pair } from './random-versions.ts';

/** Gives each entry of a list-map a unique key, as rules require. */
export function withKeys(object: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(object).map(([name, value]) => {
			const inner = Array.isArray(value) ? value.map(keyed) : keyed(value);
			if (!Array.isArray(inner) || !name.startsWith('listMap')) return [name, inner];
			const entries = (inner as JsonObject[]).map(({ name: key = '', ...rest }) => [key, { name: key, ...rest }] as const);
			return [name, [...new Map(entries).values()]];
		}),
	);
}

function keyed(value: JsonValue): JsonValue {
	return isObject(value) ? withKeys(value) : value;
}

/** Returns a mixture of two objects at any depth. */
function mixed(shown: JsonValue | undefined, other: JsonValue | undefined, choose: (what: string) => number, path: string): JsonValue | undefined {
	switch (choose(path) % 5) {
		case 0:
			return other;
		case 1:
			return undefined;
		case 2:
			return shown;
		default:
			break;
	}
	if (isObject(shown) && isObject(other)) return mixedObjects(shown, other, choose, path);
	if (!Array.isArray(shown) || !Array.isArray(other)) return shown;
	return [...other, ...shown].flatMap((item, index) => {
		const found = shown.find((one) => isObject(one) && isObject(item) && one.name === item.name);
		const made = mixed(found ?? item, item, choose, `${path}[${index}]`);
		return made === undefined ? [] : [made];
	});
}

export function mixedObjects(shown: JsonObject, other: JsonObject, choose: (what: string) => number, path = ''): JsonObject {
	const result: JsonObject = {};
	for (const name of new Set([...Object.keys(shown), ...Object.keys(other)])) {
		const value = mixed(shown[name], other[name], choose, `${path}.${name}`);
		// The key identifies an entry, so it is kept.
		const kept = name === 'name' && value === undefined ? shown[name] : value;
		if (kept !== undefined) result[name] = kept;
	}
	return result;
}

/** Returns the values that the older version cannot express, by path, inside the parts that `shown` and `sent` share. */
export function hiddenValues(pair: Pair, stored: JsonObject, shown: JsonObject, sent: JsonObject, path = ''): Map<string, JsonValue | undefined> {
	const found = new Map<string, JsonValue | undefined>();
	for (const { path: hidden, while: condition, within } of pair.hidden) {
		if (within !== undefined && getAt(stored, within) === undefined) continue;
		if (condition !== undefined && ![shown, sent].every((object) => isSet(getAt(object, condition)))) continue;
		found.set(`${path}.${hidden}`, getAt(stored, hidden));
	}
	for (const { here, storage, holds, inner } of pair.fields) {
		const values = [getAt(stored, storage), getAt(shown, here), getAt(sent, here)] as const;
		for (const [key, ...objects] of holds === 'struct' ? [['', ...values] as const] : entriesOf(values))
			if (objects.every(isObject))
				for (const [at, value] of hiddenValues(inner, ...(objects as [JsonObject, JsonObject, JsonObject]), `${path}.${storage}[${key}]`)) found.set(at, value);
	}
	return found;
}

/** Returns false for 0 and "", which a split treats as absent. */
function isSet(value: JsonValue | undefined): boolean {
	return value !== undefined && value !== 0 && value !== '';
}

type Three = readonly [JsonValue | undefined, JsonValue | undefined, JsonValue | undefined];

/** Returns the entries of maps and list-maps that all three have. */
function entriesOf(values: Three): [string, ...Three][] {
	const maps = values.map((value) => {
		if (Array.isArray(value)) return new Map(value.map((item) => [String((item as JsonObject).name), item]));
		return new Map(isObject(value) ? Object.entries(value) : []);
	});
	const [first, second, third] = maps;
	return [...(first?.keys() ?? [])].map((key) => [key, first?.get(key), second?.get(key), third?.get(key)]);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
