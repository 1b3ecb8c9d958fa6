/** Counts the characters of a string as JSON Schema does: a surrogate pair is one. */
export function codePoints(text: string): number {
	let count = text.length;
	for (let i = 0; i < text.length - 1; i++) {
		if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
			count--;
			i++;
		}
	}
	return count;
}
