/** Splits columns that `group_concat` has joined. Malformed values, which only a damaged file has, give undefined. */

const comma = 0x2c;
const zero = 0x30;

/** Splits texts at line feeds. */
export function textsOf(joined: unknown, count: number): readonly string[] | undefined {
	if (typeof joined !== 'string') return undefined;
	const texts = joined.split('\n');
	return texts.length === count ? texts : undefined;
}

/** Parses exact integers without signs, separated by commas. */
export function wholeNumbersOf(joined: unknown, count: number): Float64Array | undefined {
	if (typeof joined !== 'string') return undefined;
	const numbers = new Float64Array(count);
	let found = 0;
	let value = 0;
	for (let i = 0; i < joined.length; i++) {
		const unit = joined.charCodeAt(i);
		if (unit === comma) {
			numbers[found++] = value;
			value = 0;
		} else {
			const digit = unit - zero;
			if (digit < 0 || digit > 9) return undefined;
			value = 10 * value + digit;
			if (value > Number.MAX_SAFE_INTEGER) return undefined;
		}
	}
	numbers[found++] = value;
	return found === count ? numbers : undefined;
}

/** Returns the bytes of each row, up to the first row longer than `most`, whose bytes are omitted. */
export function lengthsAndBytes(lengths: Float64Array | undefined, joined: unknown, most: number): readonly Uint8Array[] {
	const parts: Uint8Array[] = [];
	if (lengths === undefined || !(joined instanceof Uint8Array)) return parts;
	let offset = 0;
	for (const length of lengths) {
		if (length > most || offset + length > joined.byteLength) break;
		parts.push(joined.subarray(offset, offset + length));
		offset += length;
	}
	return parts;
}
