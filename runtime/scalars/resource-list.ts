/**
 * Amounts by resource name, as in requests, limits and quotas. Amounts are exact. A sum has the notation of its first amount, or of the
 * second when the first is zero.
 */
import { compareQuantities, formatQuantity, parseQuantity, type Quantity } from './quantity.ts';

export type ResourceList = ReadonlyMap<string, Quantity>;

/** Amounts in the form of objects. */
export type Amounts = Readonly<Record<string, string>>;

export const nothing: ResourceList = new Map();
export const one: Quantity = { nano: 1_000_000_000n, form: 'decimal' };
export const zero: Quantity = { nano: 0n, form: 'decimal' };

export function wholeNumber(count: number): Quantity {
	return { nano: BigInt(count) * one.nano, form: 'decimal' };
}

/** Parses canonical amounts. Throws QuantityError. */
export function readAmounts(amounts: Amounts | undefined): ResourceList {
	if (amounts === undefined) return nothing;
	return new Map(Object.entries(amounts).map(([name, text]) => [name, parseQuantity(text)]));
}

/** Returns the canonical amounts, sorted by name. */
export function writeAmounts(list: ResourceList): Amounts {
	return Object.fromEntries(sortedNames(list).map((name) => [name, formatQuantity(list.get(name) ?? zero)]));
}

export function sortedNames(list: ResourceList): string[] {
	return [...list.keys()].sort();
}

/** Formats amounts for messages: `a=1,b=2`, sorted by name. */
export function shownAmounts(list: ResourceList): string {
	return sortedNames(list)
		.map((name) => `${name}=${formatQuantity(list.get(name) ?? zero)}`)
		.join(',');
}

export function addQuantities(a: Quantity, b: Quantity): Quantity {
	return { nano: a.nano + b.nano, form: a.nano === 0n ? b.form : a.form };
}

export function addLists(a: ResourceList, b: ResourceList): ResourceList {
	if (b.size === 0) return a;
	const sum = new Map(a);
	for (const [name, amount] of b) {
		const before = sum.get(name);
		sum.set(name, before === undefined ? amount : addQuantities(before, amount));
	}
	return sum;
}

/** Returns the larger amount of each resource. */
export function largerOf(a: ResourceList, b: ResourceList): ResourceList {
	if (b.size === 0) return a;
	const larger = new Map(a);
	for (const [name, amount] of b) {
		const other = larger.get(name);
		if (other === undefined || compareQuantities(amount, other) > 0) larger.set(name, amount);
	}
	return larger;
}

/** Returns `a - b`, where positive. */
export function excessOf(a: ResourceList, b: ResourceList): ResourceList {
	const excess = new Map<string, Quantity>();
	for (const [name, amount] of a) {
		const nano = amount.nano - (b.get(name)?.nano ?? 0n);
		if (nano > 0n) excess.set(name, { nano, form: amount.form });
	}
	return excess;
}

/** Returns the amounts of the named resources. */
export function only(list: ResourceList, names: { has(name: string): boolean }): ResourceList {
	return new Map([...list].filter(([name]) => names.has(name)));
}

/** Reports whether both have the same names and amounts. */
export function areEqual(a: ResourceList, b: ResourceList): boolean {
	if (a.size !== b.size) return false;
	for (const [name, amount] of a) if (b.get(name)?.nano !== amount.nano) return false;
	return true;
}
