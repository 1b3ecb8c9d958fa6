/** The values of many rows in one, as `group_concat` joins them. What is not as it should be, since the file is damaged, is undefined. */

const comma = 0x2c;
const zero = 0x30;

/** With line feeds between them. */
export function textsOf(joined: unknown, count: number): readonly string[] | undefined {
	if (typeof joined !== 'string') return undefined;
	const texts = joined.split('\n');
	return texts.length === count ? texts : undefined;
}

/** Exact ones, without signs, with commas between them. */
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

/** The bytes of each row up to the first that is longer than `most`, whose bytes are left out. */
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
