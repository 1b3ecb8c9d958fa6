/** Facts about a JSON text before it is parsed, from one pass that skips strings at native speed. */

/**
 * Deepest accepted nesting. JSON.parse takes a million levels, but JSON.stringify and recursive walks overflow at some thousands. No API
 * object has fifty.
 */
export const maxJsonDepth = 1_000;

export interface Structure {
	readonly depth: number;
	/** Number of colons outside strings: members of objects. */
	readonly members: number;
	/** True when a number has sixteen digits in a row, and so may not be exact as a double. */
	readonly longNumbers: boolean;
	/** True when a number has a fraction or an exponent. */
	readonly floats: boolean;
}

/** Scans the structure. The result means nothing for text that is not JSON; parsing then fails. */
export function scanJson(text: string): Structure {
	let level = 0;
	let depth = 0;
	let members = 0;
	let digits = 0;
	let longNumbers = false;
	let floats = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 0x22) {
			at = endOfString(text, at);
			digits = 0;
			if (at < 0) break;
		} else if (code >= 0x30 && code <= 0x39) {
			if (++digits >= 16) longNumbers = true;
		} else {
			if (digits > 0 && (code === 0x2e || code === 0x65 || code === 0x45)) floats = true;
			digits = 0;
			if (code === 0x7b || code === 0x5b) {
				if (++level > depth) depth = level;
			} else if (code === 0x7d || code === 0x5d) level--;
			else if (code === 0x3a) members++;
		}
	}
	return { depth, members, longNumbers, floats };
}

/** Returns the index of the quote that ends the string starting at `start`, or -1. */
export function endOfString(text: string, start: number): number {
	let at = start;
	for (;;) {
		at = text.indexOf('"', at + 1);
		if (at < 0 || text.charCodeAt(at - 1) !== 0x5c) return at;
		let before = at - 1;
		while (text.charCodeAt(before) === 0x5c) before--;
		// An even number of backslashes escapes only backslashes.
		if ((at - before) % 2 === 1) return at;
	}
}
