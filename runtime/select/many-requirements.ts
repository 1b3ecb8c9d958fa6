/**
 * Many requirements as a few sets of texts, in about twice the memory of the selector's text. Matching an object takes one look-up per
 * label, or per key when keys are few, for any number of requirements. Up to `fewConditions`, one predicate per requirement is faster.
 */
import { integerOf, type Requirement } from './requirement.ts';
import type { Predicate } from './selectable.ts';
import { TextSet } from './text-set.ts';

/** Maximum number of values, plus requirements without values, for which single predicates are used. Objects seldom have more labels. */
export const fewConditions = 8;

/** Inclusive range of 64-bit integers that satisfies `gt` and `lt`. */
interface Range {
	readonly from: bigint;
	readonly to: bigint;
}

const everyInteger: Range = { from: -(2n ** 63n), to: 2n ** 63n - 1n };

export function manyPredicate(requirements: readonly Requirement[]): Predicate {
	const rules = new Rules(requirements);
	return ({ labels }) => rules.allow(labels);
}

class Rules {
	/** Keys that an object must have, and must not have. */
	readonly #required: TextSet;
	readonly #forbidden: TextSet;
	/** Keys with allowed or forbidden values, and those values as `key=value`. Keys and values cannot contain an equals sign. */
	readonly #limited: TextSet;
	readonly #allowed: TextSet;
	readonly #denied: TextSet;
	/** Keys whose values must be integers in a range. */
	readonly #ranges: Ranges;
	/** All keys of the requirements, when they are few: only these labels of an object are looked up. */
	readonly #keys: readonly string[] | undefined;

	constructor(requirements: readonly Requirement[]) {
		const required: string[] = [];
		const forbidden: string[] = [];
		const denied: string[] = [];
		const allowed = new Map<string, readonly string[]>();
		const ranges = new Map<string, Range>();
		for (const { key, operator, values } of requirements) {
			switch (operator) {
				case '!':
					forbidden.push(key);
					continue;
				case '!=':
				case 'notin':
					for (const value of values) denied.push(pair(key, value));
					continue;
				case '=':
				case '==':
				case 'in':
					allowed.set(key, common(allowed.get(key), values));
					break;
				case 'gt':
				case 'lt':
					ranges.set(key, narrowed(ranges.get(key), operator, integerOf(values[0] ?? '') ?? 0n));
					break;
				case 'exists':
			}
			required.push(key);
		}
		this.#required = new TextSet(required);
		this.#forbidden = new TextSet(forbidden);
		this.#denied = new TextSet(denied);
		this.#limited = new TextSet(allowed.keys());
		this.#allowed = new TextSet([...allowed].flatMap(([key, values]) => values.map((value) => pair(key, value))));
		this.#ranges = new Ranges(ranges);
		const keys = new Set(requirements.map(({ key }) => key));
		this.#keys = keys.size <= fewConditions ? [...keys] : undefined;
	}

	allow(labels: Readonly<Record<string, string>>): boolean {
		let found = 0;
		for (const key of this.#keys?.filter((each) => Object.hasOwn(labels, each)) ?? Object.keys(labels)) {
			if (this.#forbidden.has(key)) return false;
			const value = labels[key] ?? '';
			if (this.#denied.size > 0 && this.#denied.has(pair(key, value))) return false;
			if (!this.#required.has(key)) continue;
			found++;
			if (this.#limited.has(key) && !this.#allowed.has(pair(key, value))) return false;
			if (!this.#ranges.allow(key, value)) return false;
		}
		return found === this.#required.size;
	}
}

/** Ranges by key: the bounds are two integer arrays parallel to the keys. */
class Ranges {
	readonly #keys: TextSet;
	readonly #from: BigInt64Array;
	readonly #to: BigInt64Array;

	constructor(ranges: ReadonlyMap<string, Range>) {
		this.#keys = new TextSet(ranges.keys());
		this.#from = new BigInt64Array(ranges.size);
		this.#to = new BigInt64Array(ranges.size);
		for (const [key, { from, to }] of ranges) {
			const index = this.#keys.indexOf(key);
			this.#from[index] = from;
			this.#to[index] = to;
		}
	}

	allow(key: string, value: string): boolean {
		const index = this.#keys.indexOf(key);
		if (index < 0) return true;
		const integer = integerOf(value);
		return integer !== undefined && integer >= (this.#from[index] as bigint) && integer <= (this.#to[index] as bigint);
	}
}

function pair(key: string, value: string): string {
	return `${key}=${value}`;
}

function common(some: readonly string[] | undefined, others: readonly string[]): readonly string[] {
	if (some === undefined) return others;
	const those = new Set(others);
	return some.filter((value) => those.has(value));
}

/** Narrows a range. A bound above the largest integer gives an empty range within 64 bits. */
function narrowed({ from, to }: Range = everyInteger, operator: 'gt' | 'lt', bound: bigint): Range {
	const empty = { from: 1n, to: 0n };
	if (from > to) return empty;
	if (operator === 'gt') return bound === everyInteger.to ? empty : { from: bound >= from ? bound + 1n : from, to };
	return bound === everyInteger.from ? empty : { from, to: bound <= to ? bound - 1n : to };
}
