/**
 * Functions that make lists from lists: `slice`, `flatten`, `sort`, `sortBy`, `distinct`, `reverse`, `lists.range`; and `first` and `last`.
 */
import { CostError } from '../error.ts';
import { celLibrary } from '../load.ts';
import type { CelLibrary } from './library.ts';
import { compareValues, identityOf } from './values.ts';

class Lists {}

/** Maximum length of a range. It equals the cost limit of one evaluation. */
export const longestRange = 1_000_000n;

function slice(list: readonly unknown[], start: bigint, end: bigint): readonly unknown[] {
	const call = `cannot slice(${start}, ${end})`;
	if (start < 0n || end < 0n) throw new Error(`${call}, negative indexes not supported`);
	if (start > end) throw new Error(`${call}, start index must be less than or equal to end index`);
	if (end > BigInt(list.length)) throw new Error(`${call}, list is length ${list.length}`);
	return list.slice(Number(start), Number(end));
}

function flatten(list: readonly unknown[], depth: bigint): unknown[] {
	if (depth < 0n) throw new Error('level must be non-negative');
	return list.flatMap((item) => (depth > 0n && Array.isArray(item) ? (depth === 1n ? item : flatten(item, depth - 1n)) : [item]));
}

function distinct(list: readonly unknown[]): readonly unknown[] {
	const found = new Map<string, unknown>();
	for (const item of list) {
		const identity = identityOf(item);
		if (!found.has(identity)) found.set(identity, item);
	}
	return [...found.values()];
}

/** Sorts the values by their keys. The sort is stable. */
function sortByKeys(list: readonly unknown[], keys: readonly unknown[]): readonly unknown[] {
	const [first] = keys;
	if (keys.length > 0) compareValues(first, first);
	return list
		.map((item, at) => ({ item, key: keys[at] }))
		.sort((a, b) => compareValues(a.key, b.key))
		.map(({ item }) => item);
}

function range(length: bigint): readonly bigint[] {
	if (length > longestRange) throw new CostError();
	return Array.from({ length: Math.max(0, Number(length)) }, (_, at) => BigInt(at));
}

function optionalOf(list: readonly unknown[], at: number): unknown {
	const { Optional } = celLibrary();
	return list.length === 0 ? Optional.none() : Optional.of(list.at(at));
}

const comparable = ['int', 'uint', 'double', 'google.protobuf.Duration', 'bool', 'google.protobuf.Timestamp', 'string', 'bytes'] as const;

export const listMaking: CelLibrary = {
	types: [{ name: 'ListsNamespace', ctor: Lists, namespace: 'lists' }],
	functions: [
		{ signature: 'list.slice(int, int): list<dyn>', handler: slice },
		{ signature: 'list.flatten(): list<dyn>', handler: (list) => flatten(list, 1n) },
		{ signature: 'list.flatten(int): list<dyn>', handler: flatten },
		...comparable.map((type) => ({ signature: `list<${type}>.sort(): list<${type}>`, handler: (list: readonly unknown[]) => sortByKeys(list, list) })),
		{ signature: 'sortedByKeys(list, list): list<dyn>', handler: sortByKeys },
		{ signature: 'list.distinct(): list<dyn>', handler: distinct },
		{ signature: 'list.reverse(): list<dyn>', handler: (list: readonly unknown[]) => list.toReversed() },
		{ signature: 'ListsNamespace.range(int): list<int>', handler: (_, length) => range(length) },
		{ signature: 'list.first(): optional<dyn>', handler: (list) => optionalOf(list, 0) },
		{ signature: 'list.last(): optional<dyn>', handler: (list) => optionalOf(list, -1) },
	],
	macros: [{ name: 'sortBy', parameters: 2, variables: 1, expansion: 'cel.bind($sorted, $0, sortedByKeys($sorted, $sorted.map($1, $2)))' }],
};
