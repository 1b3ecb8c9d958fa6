/**
 * Compares texts by UTF-8 bytes, as SQLite, PostgreSQL's "C" collation and etcd do. JavaScript's `<` compares UTF-16 units, which sorts
 * surrogates before U+E000 to U+FFFF.
 */
export function compareText(a: string, b: string): number {
	const length = Math.min(a.length, b.length);
	for (let i = 0; i < length; i++) {
		const x = a.charCodeAt(i);
		const y = b.charCodeAt(i);
		if (x !== y) return rank(x) - rank(y);
	}
	return a.length - b.length;
}

/** Returns the sort key of a UTF-16 unit: surrogates sort last, because they encode code points beyond U+FFFF. */
function rank(unit: number): number {
	return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
