/** Facts about JSON text before it is parsed, from one pass that skips strings at native speed. */

/**
 * Maximum nesting. JSON.parse accepts a million levels, but JSON.stringify and recursive functions overflow at a few thousand. API objects
 * have less than fifty.
 */
export const maxJsonDepth = 1_000;

export interface Structure {
	readonly depth: number;
	/** Number of colons outside strings, which is the number of members. */
	readonly members: number;
	/** True when a number has sixteen digits or more, so that a double may not be exact. */
	readonly longNumbers: boolean;
	/** True when a number has a fraction or exponent. */
	readonly floats: boolean;
}

/** Scans the text. For invalid JSON the result is meaningless; parsing then fails. */
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

/** Returns the index of the closing quote of the string that starts at `start`, or -1. */
export function endOfString(text: string, start: number): number {
	let at = start;
	for (;;) {
		at = text.indexOf('"', at + 1);
		if (at < 0 || text.charCodeAt(at - 1) !== 0x5c) return at;
		let before = at - 1;
		while (text.charCodeAt(before) === 0x5c) before--;
		// After an even number of backslashes the quote is not escaped.
		if ((at - before) % 2 === 1) return at;
	}
}
