/**
 * Syntax of header names and values (RFC 9110, 5.1 and 5.5; RFC 9113, 8.2.1). An intermediary could read other text as a different header.
 */

/** Tokens of HTTP, in lower case. */
const nameSyntax = /^[a-z0-9!#$%&'*+\-.^_`|~]+$/;
/** Matches surrounding whitespace, and characters that end a value. */
const notReceived = /^[ \t]|[ \t]$|[\0\r\n]/;
/** Matches control characters, and characters that are not a byte. */
const notSent = /[^\t\x20-\x7e\x80-\xff]/;

/** Cache of valid names. Each client sends the same dozen names with every request. */
const rightNames = new Set<string>();
const mostRightNames = 256;
const longestRightName = 64;

export function isName(name: string): boolean {
	if (rightNames.has(name)) return true;
	if (!nameSyntax.test(name)) return false;
	if (rightNames.size < mostRightNames && name.length <= longestRightName) rightNames.add(name);
	return true;
}

export function isReceivedValue(value: string): boolean {
	return !notReceived.test(value);
}

/** Checks a flat list of names and values. Throws TypeError. */
export function checkHeaders(flat: readonly string[]): void {
	for (let i = 0; i < flat.length; i += 2) {
		if (!isName(flat[i] as string)) throw new TypeError(`not the name of a header: ${JSON.stringify(flat[i])}`);
		if (notSent.test(flat[i + 1] as string)) throw new TypeError(`the header ${flat[i]} has a value that no header has`);
	}
}
