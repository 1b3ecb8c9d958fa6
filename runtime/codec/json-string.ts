/** Index of the quote that ends the string that starts at `start`; -1 when there is none. */
export function endOfString(text: string, start: number): number {
	let at = start;
	for (;;) {
		at = text.indexOf('"', at + 1);
		if (at < 0 || text.charCodeAt(at - 1) !== 0x5c) return at;
		let before = at - 1;
		while (text.charCodeAt(before) === 0x5c) before--;
		// An even number of backslashes escapes itself, not the quote.
		if ((at - before) % 2 === 1) return at;
	}
}
