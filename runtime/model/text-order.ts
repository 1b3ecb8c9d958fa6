/**
 * The order of texts wherever it must not depend on the engine: by code unit of UTF-8, which is what SQLite's and PostgreSQL's "C" collation and etcd give.
 * JavaScript's `<` compares UTF-16, which differs where surrogates meet U+E000 to U+FFFF.
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

/** Surrogates stand for code points beyond U+FFFF, so they go behind every other unit. */
function rank(unit: number): number {
	return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
