/** Plain data in locks. Comparisons ignore key order, and treat undefined as absent. */
import type { Json } from '../../runtime/model/catalog.ts';

export type JsonRecord = { readonly [key: string]: Json };

export function isRecord(value: unknown): value is JsonRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function equalJson(one: unknown, other: unknown): boolean {
	return one === other || canonical(one) === canonical(other);
}

/** Serializes with sorted keys, so that equal values have equal texts. */
export function canonical(value: unknown): string {
	return (
		JSON.stringify(value, (_, part: unknown) => {
			if (typeof part === 'bigint') return `${part}n`;
			return isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) : part;
		}) ?? 'undefined'
	);
}

export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
	return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns the keys of both: those of the first in order, then further ones of the second. */
export function keysOfBoth(one: object, other: object): string[] {
	return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}
