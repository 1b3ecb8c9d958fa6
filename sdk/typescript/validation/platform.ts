/** Replacements for Node's functions that the server's rules use (addresses and bytes), on platforms without Node. */

const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const v4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

/** Returns 4, 6 or 0, like `isIP` of `node:net`. */
export function isIP(text: string): 0 | 4 | 6 {
	if (isV4(text)) return 4;
	return isV6(text) ? 6 : 0;
}

function isV4(text: string): boolean {
	return v4.test(text) && !/(^|\.)0\d/.test(text);
}

function isV6(text: string): boolean {
	const [address = '', zone, ...more] = text.split('%');
	if (more.length > 0 || (zone !== undefined && !/^[0-9a-zA-Z-.:]+$/.test(zone))) return false;
	const [left = '', right, ...further] = address.split('::');
	if (further.length > 0) return false;
	const before = groupsOf(left);
	const after = right === undefined ? 0 : groupsOf(right, true);
	if (before === undefined || after === undefined) return false;
	// An embedded IPv4 address is allowed only at the end.
	if (right !== undefined && left.includes('.')) return false;
	return right === undefined ? before === 8 : before + after <= 7;
}

/** Returns the number of 16-bit groups in a text, or undefined when it is malformed. */
function groupsOf(text: string, mayBeEmpty = true): number | undefined {
	if (text === '') return mayBeEmpty ? 0 : undefined;
	const parts = text.split(':');
	const last = parts.at(-1) ?? '';
	const isMixed = last.includes('.');
	if (isMixed && !isV4(last)) return undefined;
	const groups = isMixed ? parts.slice(0, -1) : parts;
	return groups.every((part) => /^[0-9a-fA-F]{1,4}$/.test(part)) ? groups.length + (isMixed ? 2 : 0) : undefined;
}

/** Part of Node's Buffer that the rules use. */
interface Bytes extends Uint8Array {
	toString(encoding?: 'base64' | 'utf8'): string;
}

class PlainBytes extends Uint8Array {
	override toString(encoding?: string): string {
		if (encoding !== 'base64') return new TextDecoder().decode(this);
		return btoa(Array.from(this, (byte) => String.fromCharCode(byte)).join(''));
	}
}

const plain = {
	byteLength: (text: string): number => new TextEncoder().encode(text).length,
	compare(a: Uint8Array, b: Uint8Array): number {
		const at = a.findIndex((byte, index) => byte !== b[index]);
		return Math.sign(at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1));
	},
	from(value: string | Uint8Array, encoding?: 'base64' | 'hex' | 'utf8'): Bytes {
		if (typeof value !== 'string') return new PlainBytes(value);
		if (encoding === 'hex') return new PlainBytes((value.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
		if (encoding === 'base64') return new PlainBytes(Array.from(atob(base64Of(value)), (character) => character.charCodeAt(0)));
		return new PlainBytes(new TextEncoder().encode(value));
	},
};

/** Accepts both base64 alphabets, with or without padding, as Node does. */
function base64Of(text: string): string {
	const standard = text
		.replace(/-/g, '+')
		.replace(/_/g, '/')
		.replace(/[^A-Za-z0-9+/]/g, '');
	return standard.length % 4 === 1 ? standard.slice(0, -1) : standard;
}

export type BytesOf = typeof plain;

/** Node's own Buffer, if it exists. It is declared without Node's types, so that the package does not need them. */
export const Buffer: BytesOf = (globalThis as { readonly Buffer?: BytesOf }).Buffer ?? plain;

/** Replacement on platforms without Node, exported for tests. */
export const plainBytes: BytesOf = plain;
