/** DER parser, as far as certificate requests need it: nested values and tags. Throws an Error for malformed bytes. */
export interface Der {
	readonly tag: number;
	/** Encoded value with tag and length. */
	readonly whole: Uint8Array;
	readonly content: Uint8Array;
}

export const tags = { bits: 0x03, octets: 0x04, oid: 0x06, sequence: 0x30, set: 0x31, attributes: 0xa0 } as const;

/** Parses bytes that are exactly one value. */
export function readDer(bytes: Uint8Array): Der {
	const [first, ...more] = readAll(bytes);
	if (first === undefined || more.length > 0) throw new Error('asn1: syntax error: trailing data');
	return first;
}

/** Returns the nested values. The caller checks their tags. */
export function inside({ content }: Der): readonly Der[] {
	return readAll(content);
}

export function expectTag(der: Der | undefined, tag: number): Der {
	if (der?.tag !== tag) throw new Error("asn1: structure error: tags don't match");
	return der;
}

function readAll(bytes: Uint8Array): readonly Der[] {
	const values: Der[] = [];
	for (let at = 0; at < bytes.length; ) {
		const { start, end } = bounds(bytes, at);
		values.push({ tag: bytes[at] ?? 0, whole: bytes.subarray(at, end), content: bytes.subarray(start, end) });
		at = end;
	}
	return values;
}

const mostLengthBytes = 4;

/** Returns start and end of the content of the value at an offset. */
function bounds(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } {
	const first = bytes[at + 1];
	if (first === undefined) throw new Error('asn1: syntax error: truncated tag or length');
	const count = first < 0x80 ? 0 : first - 0x80;
	if (count > mostLengthBytes || first === 0x80) throw new Error('asn1: structure error: length too large');
	const start = at + 2 + count;
	const length = count === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
	if (start + length > bytes.length) throw new Error('asn1: syntax error: data truncated');
	return { start, end: start + length };
}

/** Returns an object identifier in dotted notation. */
export function oidText({ content }: Der): string {
	const numbers: number[] = [];
	let value = 0;
	for (const byte of content) {
		value = value * 128 + (byte & 0x7f);
		if (byte >= 0x80) continue;
		numbers.push(value);
		value = 0;
	}
	const [first = 0, ...rest] = numbers;
	const root = Math.min(Math.floor(first / 40), 2);
	return [root, first - root * 40, ...rest].join('.');
}
