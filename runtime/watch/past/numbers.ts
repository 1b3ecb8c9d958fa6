/** Variable-length encoding of integers below 2^28: seven bits a byte, lowest first; the eighth bit marks that more follow. */

/** Writes a number. Returns its end. */
export function writeNumber(target: Buffer, at: number, value: number): number {
	let to = at;
	let rest = value;
	for (; rest > 0x7f; rest >>>= 7) target[to++] = (rest & 0x7f) | 0x80;
	target[to++] = rest;
	return to;
}

export function readNumber(source: Buffer, at: number): number {
	let value = 0;
	for (let from = at, shift = 0; ; shift += 7) {
		const byte = source[from++] ?? 0;
		value |= (byte & 0x7f) << shift;
		if (byte < 0x80) return value;
	}
}

export function behindNumber(source: Buffer, at: number): number {
	let from = at;
	while ((source[from++] ?? 0) > 0x7f);
	return from;
}
