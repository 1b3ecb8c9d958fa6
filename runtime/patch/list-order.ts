/**
 * Order of a merged list. Entries in `order` follow it; all others keep the server's order. The two groups are merged so that an entry
 * before an ordered one stays before it.
 */
import type { JsonValue } from '../model/catalog.ts';
import { directive } from './directives.ts';
import { invalidPatch } from './failure.ts';
import { getOwn, isObject } from './own-properties.ts';

export interface ListOrder {
	/** The server's list after deletions. */
	readonly before: readonly JsonValue[];
	/** Value of `$setElementOrder`, or the patch's own list. */
	readonly order: readonly JsonValue[];
	/** The patch's list; it must have the order of `order`. */
	readonly patch: readonly JsonValue[];
	/** Undefined for scalars. */
	readonly mergeKey: string | undefined;
}

export function orderEntries(entries: readonly JsonValue[], { before, order, patch, mergeKey }: ListOrder): JsonValue[] {
	const identity = (entry: JsonValue): JsonValue => identityOf(entry, mergeKey);
	const rank = ranks(order, identity);
	const past = ranks(before, identity);
	if (order !== patch) checkOrder(patch, rank, identity);
	const ordered = sortBy(
		entries.filter((entry) => rank.has(identity(entry))),
		rank,
		identity,
	);
	const others = sortBy(
		entries.filter((entry) => !rank.has(identity(entry))),
		past,
		identity,
	);
	return interleave(others, ordered, (entry) => past.get(identity(entry)));
}

function identityOf(entry: JsonValue, mergeKey: string | undefined): JsonValue {
	if (mergeKey === undefined) return entry;
	const key = isObject(entry) ? getOwn(entry, mergeKey) : undefined;
	if (key === undefined) throw invalidPatch(`an entry does not contain declared merge key: ${mergeKey}`);
	return key;
}

function ranks(list: readonly JsonValue[], identity: (entry: JsonValue) => JsonValue): Map<JsonValue, number> {
	const places = new Map<JsonValue, number>();
	list.forEach((entry, i) => {
		const key = identity(entry);
		if (!places.has(key)) places.set(key, i);
	});
	return places;
}

/** Checks that the patch's entries occur in `order`, in the same relative order. An empty order is not checked. */
function checkOrder(patch: readonly JsonValue[], rank: ReadonlyMap<JsonValue, number>, identity: (entry: JsonValue) => JsonValue): void {
	if (rank.size === 0) return;
	let last = -1;
	for (const entry of patch) {
		if (isObject(entry) && getOwn(entry, directive) !== undefined) continue;
		const place = rank.get(identity(entry));
		if (place === undefined || place < last) throw invalidPatch("the order in the patch's list does not match its $setElementOrder list");
		last = place;
	}
}

function sortBy(entries: JsonValue[], rank: ReadonlyMap<JsonValue, number>, identity: (entry: JsonValue) => JsonValue): JsonValue[] {
	const place = (entry: JsonValue): number => rank.get(identity(entry)) ?? rank.size;
	return entries.sort((a, b) => place(a) - place(b));
}

/** Merges two ordered groups. An entry of the first goes first only if the server had both entries in that order. */
function interleave(others: readonly JsonValue[], ordered: readonly JsonValue[], past: (entry: JsonValue) => number | undefined): JsonValue[] {
	const merged: JsonValue[] = [];
	let i = 0;
	for (const entry of ordered) {
		const place = past(entry);
		while (i < others.length && place !== undefined && (past(others[i] ?? null) ?? Number.POSITIVE_INFINITY) < place) merged.push(others[i++] ?? null);
		merged.push(entry);
	}
	return [...merged, ...others.slice(i)];
}
