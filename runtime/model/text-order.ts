/**
 * Engine-independent order of texts: by code unit of UTF-8, as in SQLite, PostgreSQL's "C" collation and etcd. JavaScript's `<` compares
 * UTF-16, which differs where surrogates meet U+E000 to U+FFFF.
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

/** Ranks surrogates behind every other unit, since they encode code points beyond U+FFFF. */
function rank(unit: number): number {
	return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
