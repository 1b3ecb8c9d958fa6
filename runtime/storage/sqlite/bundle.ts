/**
 * Packs numbers, texts and byte strings of many rows into one text and one buffer. The number of objects determines the cost of a message
 * between threads. Packed, a commit of one row has as many objects as one of a hundred rows.
 */

export interface Bundle {
	readonly text: string;
	/**
	 * In order: the numbers; the length of each text in UTF-16 code units; the length of each byte string (-1 for an absent one). The byte
	 * strings follow.
	 */
	readonly buffer: ArrayBuffer;
}

/** Number of each kind of part, which both sides know. */
export interface Counts {
	readonly numbers: number;
	readonly texts: number;
	readonly parts: number;
}

export interface BundleContent {
	readonly numbers: Float64Array;
	readonly texts: readonly string[];
	/** Views into the buffer. */
	readonly parts: readonly (Uint8Array | undefined)[];
}

export function bundle(numbers: readonly number[], texts: readonly string[], parts: readonly (Uint8Array | undefined)[]): Bundle {
	let size = startOfParts({ numbers: numbers.length, texts: texts.length, parts: parts.length });
	for (const part of parts) size += part?.byteLength ?? 0;
	const buffer = new ArrayBuffer(size);
	new Float64Array(buffer, 0, numbers.length).set(numbers);
	const lengths = new Int32Array(buffer, numberBytes * numbers.length, texts.length + parts.length);
	for (let i = 0; i < texts.length; i++) lengths[i] = texts[i]?.length ?? 0;
	const bytes = new Uint8Array(buffer);
	let offset = lengths.byteOffset + lengths.byteLength;
	for (let i = 0; i < parts.length; i++) {
		const part = parts[i];
		lengths[texts.length + i] = part?.byteLength ?? -1;
		if (part === undefined) continue;
		bytes.set(part, offset);
		offset += part.byteLength;
	}
	return { text: texts.join(''), buffer };
}

export function unbundle({ text, buffer }: Bundle, counts: Counts): BundleContent {
	const lengths = new Int32Array(buffer, numberBytes * counts.numbers, counts.texts + counts.parts);
	const texts: string[] = [];
	for (let i = 0, offset = 0; i < counts.texts; i++) {
		const end = offset + (lengths[i] ?? 0);
		texts.push(text.slice(offset, end));
		offset = end;
	}
	const parts: (Uint8Array | undefined)[] = [];
	for (let i = counts.texts, offset = startOfParts(counts); i < lengths.length; i++) {
		const length = lengths[i] ?? -1;
		parts.push(length < 0 ? undefined : new Uint8Array(buffer, offset, length));
		if (length > 0) offset += length;
	}
	return { numbers: new Float64Array(buffer, 0, counts.numbers), texts, parts };
}

const numberBytes = Float64Array.BYTES_PER_ELEMENT;

function startOfParts({ numbers, texts, parts }: Counts): number {
	return numberBytes * numbers + Int32Array.BYTES_PER_ELEMENT * (texts + parts);
}
