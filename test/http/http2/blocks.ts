/** Header blocks for tests (RFC 7541): uncompressed literals that are not indexed, unless stated otherwise. */

export type Pair = readonly [name: string, value: string];

/** Static table entries that have a value (appendix A). */
export const indexed = { methodGet: 0x82, methodPost: 0x83, pathRoot: 0x84, schemeHttps: 0x87 } as const;
/** Index of the newest dynamic entry. */
export const newestEntry = 0x80 | 62;

/** Encodes an integer whose first byte is `first` with `bits` free low bits (5.1). */
export function integer(first: number, bits: number, value: number): Buffer {
	const most = (1 << bits) - 1;
	if (value < most) return Buffer.from([first | value]);
	const bytes = [first | most];
	let rest = value - most;
	for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(0x80 | (rest % 128));
	return Buffer.from([...bytes, rest]);
}

/** Encodes an uncompressed string; each character is one byte (5.2). */
export function text(value: string): Buffer {
	return Buffer.concat([integer(0, 7, value.length), Buffer.from(value, 'latin1')]);
}

/** Literal without indexing (6.2.2). */
export function literal([name, value]: Pair): Buffer {
	return Buffer.concat([Buffer.from([0x00]), text(name), text(value)]);
}

/** Literal that becomes the newest table entry (6.2.1). */
export function added([name, value]: Pair): Buffer {
	return Buffer.concat([Buffer.from([0x40]), text(name), text(value)]);
}

/** Changes the table size to this number of bytes (6.3). */
export function tableSize(bytes: number): Buffer {
	return integer(0x20, 5, bytes);
}

export function block(...pairs: readonly Pair[]): Buffer {
	return Buffer.concat(pairs.map(literal));
}

/** Returns the four headers that begin a request. */
export function start(method: string, path: string): readonly Pair[] {
	return [
		[':method', method],
		[':scheme', 'https'],
		[':path', path],
		[':authority', 'localhost'],
	];
}

export function get(path: string, ...more: readonly Pair[]): Buffer {
	return block(...start('GET', path), ...more);
}

export function post(path: string, ...more: readonly Pair[]): Buffer {
	return block(...start('POST', path), ...more);
}
