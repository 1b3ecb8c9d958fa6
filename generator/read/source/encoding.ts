/** Decodes the bytes of a file. Files must be UTF-8. Other bytes are refused, because clients would get different text. */

export interface DecodedText {
	readonly text: string;
	/** Position of the first bytes that are not UTF-8: an offset into `text`, which has U+FFFD there. */
	readonly undecoded?: Undecoded;
}

export interface Undecoded {
	readonly at: number;
	readonly message: string;
}

/** Decodes a file. A byte order mark at its start is not part of the text. */
export function decodeText(bytes: Uint8Array): DecodedText {
	const other = otherEncoding(bytes);
	if (other !== undefined) return { text: '', undecoded: { at: 0, message: `the file is in ${other}: save it as UTF-8` } };
	const text = new TextDecoder().decode(bytes);
	const found = firstUndecoded(bytes, text);
	if (found === undefined) return { text };
	const byte = (bytes[found.byte] ?? 0).toString(16).padStart(2, '0');
	return { text, undecoded: { at: found.at, message: `byte ${found.byte} (0x${byte}) is not UTF-8: save the file as UTF-8` } };
}

/** Returns the text of a file. Throws when it is not UTF-8. */
export function textOf(file: string, bytes: Uint8Array): string {
	const { text, undecoded } = decodeText(bytes);
	if (undecoded !== undefined) throw new Error(`cannot read ${file}: ${undecoded.message}`);
	return text;
}

/** Detects another encoding by its byte order mark. Without one, UTF-16 and UTF-32 have a zero in each of the first characters. */
function otherEncoding([a, b, c, d]: Uint8Array): string | undefined {
	const utf32 = (a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff);
	if (utf32) return 'UTF-32';
	const utf16 = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
	const unmarked = (a === 0 && b !== 0 && c === 0 && d !== 0) || (a !== 0 && b === 0 && c !== 0 && d === 0);
	return utf16 || unmarked ? 'UTF-16' : undefined;
}

/** Finds the first bytes that cannot be decoded. U+FFFD in the text stands for such bytes, unless the file has that character. */
function firstUndecoded(bytes: Uint8Array, text: string): { readonly byte: number; readonly at: number } | undefined {
	const markBytes = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
	let byte = markBytes;
	let from = 0;
	for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', from)) {
		byte += Buffer.byteLength(text.slice(from, at));
		if (bytes[byte] !== 0xef || bytes[byte + 1] !== 0xbf || bytes[byte + 2] !== 0xbd) return { byte, at };
		byte += 3;
		from = at + 1;
	}
	return undefined;
}
