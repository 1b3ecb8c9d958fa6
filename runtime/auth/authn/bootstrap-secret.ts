/** Secrets that hold bootstrap tokens: what stands in them (seed 3, "Bootstrap tokens"). */
import type { JsonObject } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';

export function isTokenSecret({ type }: JsonObject, { labelDomain }: Pick<Vocabulary, 'labelDomain'>): boolean {
	return type === `bootstrap.${labelDomain}/token`;
}

export type TokenData = (key: string) => string;

/** What is not there is empty. */
export function dataOf({ data }: JsonObject): TokenData {
	const entries = (data ?? {}) as JsonObject;
	return (key) => (Object.hasOwn(entries, key) ? Buffer.from(String(entries[key]), 'base64').toString() : '');
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** When it ends, in ms since the epoch; undefined: never. A time that cannot be read is over. */
export function endOf(expiration: string): number | undefined {
	if (expiration === '') return undefined;
	return rfc3339.test(expiration) ? Date.parse(expiration) : 0;
}

export function isExpired(expiration: string): boolean {
	const endMs = endOf(expiration);
	return endMs !== undefined && !(Date.now() < endMs);
}
