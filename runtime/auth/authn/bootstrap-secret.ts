/** Fields of Secrets that hold bootstrap tokens (seed 3, "Bootstrap tokens"). */
import type { JsonObject } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';

export function isTokenSecret({ type }: JsonObject, { labelDomain }: Pick<Vocabulary, 'labelDomain'>): boolean {
	return type === `bootstrap.${labelDomain}/token`;
}

export type TokenData = (key: string) => string;

/** Returns an accessor of the Secret's decoded data. Absent keys are empty. */
export function dataOf({ data }: JsonObject): TokenData {
	const entries = (data ?? {}) as JsonObject;
	return (key) => (Object.hasOwn(entries, key) ? Buffer.from(String(entries[key]), 'base64').toString() : '');
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Returns the expiry in milliseconds since the epoch, or undefined for a token that never expires. An unparsable time counts as expired.
 */
export function endOf(expiration: string): number | undefined {
	if (expiration === '') return undefined;
	return rfc3339.test(expiration) ? Date.parse(expiration) : 0;
}

export function isExpired(expiration: string): boolean {
	const endMs = endOf(expiration);
	return endMs !== undefined && !(Date.now() < endMs);
}
