/** What headers say of users. Headers are bytes, which Node gives as Latin-1; names are UTF-8. */
import { isUtf8 } from 'node:buffer';

/** Undefined: it is not UTF-8. */
export function utf8Of(value: string): string | undefined {
	const bytes = Buffer.from(value, 'latin1');
	return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** Of extra, which stands percent-encoded in the name of its header; what is not well encoded stands as it is. */
export function extraKey(encoded: string): string {
	try {
		return decodeURIComponent(encoded);
	} catch {
		return encoded;
	}
}

/** Values by key, in their order. Keys are those of clients: none is one that objects inherit. */
export function valuesByKey(pairs: readonly (readonly [key: string, value: string])[]): Readonly<Record<string, readonly string[]>> {
	const byKey = new Map<string, string[]>();
	for (const [key, value] of pairs) byKey.set(key, [...(byKey.get(key) ?? []), value]);
	return Object.fromEntries(byKey);
}
