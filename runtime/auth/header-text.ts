/** Decoding of user data in headers. Node exposes header bytes as Latin-1; the names are UTF-8. */
import { isUtf8 } from 'node:buffer';

/** Decodes a header value. Returns undefined if it is not UTF-8. */
export function utf8Of(value: string): string | undefined {
	const bytes = Buffer.from(value, 'latin1');
	return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** Decodes the key of an extra field, which is percent-encoded in the header name. A malformed encoding is kept unchanged. */
export function extraKey(encoded: string): string {
	try {
		return decodeURIComponent(encoded);
	} catch {
		return encoded;
	}
}

/** Groups values by key, in order. Clients choose the keys, so the result must not be confused with inherited properties. */
export function valuesByKey(pairs: readonly (readonly [key: string, value: string])[]): Readonly<Record<string, readonly string[]>> {
	const byKey = new Map<string, string[]>();
	for (const [key, value] of pairs) byKey.set(key, [...(byKey.get(key) ?? []), value]);
	return Object.fromEntries(byKey);
}
