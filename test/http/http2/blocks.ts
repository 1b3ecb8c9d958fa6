/** Header blocks as a test says them (RFC 7541): literals that enter no table and are not compressed, unless it says otherwise. */

export type Pair = readonly [name: string, value: string];

/** Entries of the static table that have a value (appendix A). */
export const indexed = { methodGet: 0x82, methodPost: 0x83, pathRoot: 0x84, schemeHttps: 0x87 } as const;
/** The entry that was added last. */
export const newestEntry = 0x80 | 62;

/** An integer behind `first`, of whose byte it has the last `bits` (5.1). */
export function integer(first: number, bits: number, value: number): Buffer {
	const most = (1 << bits) - 1;
	if (value < most) return Buffer.from([first | value]);
	const bytes = [first | most];
	let rest = value - most;
	for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(0x80 | (rest % 128));
	return Buffer.from([...bytes, rest]);
}

/** A text as it is; a character for each byte (5.2). */
export function text(value: string): Buffer {
	return Buffer.concat([integer(0, 7, value.length), Buffer.from(value, 'latin1')]);
}

/** Enters no table (6.2.2). */
export function literal([name, value]: Pair): Buffer {
	return Buffer.concat([Buffer.from([0x00]), text(name), text(value)]);
}

/** Becomes the newest entry of the table (6.2.1). */
export function added([name, value]: Pair): Buffer {
	return Buffer.concat([Buffer.from([0x40]), text(name), text(value)]);
}

/** The table has so many bytes from now on (6.3). */
export function tableSize(bytes: number): Buffer {
	return integer(0x20, 5, bytes);
}

export function block(...pairs: readonly Pair[]): Buffer {
	return Buffer.concat(pairs.map(literal));
}

/** The four headers that begin a request. */
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
