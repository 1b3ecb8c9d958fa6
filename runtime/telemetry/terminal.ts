/** Sanitizes clients' text for lines on a terminal. */

/** Characters that JSON leaves unescaped and a terminal obeys: further control characters, line ends, and changes of writing direction. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Escapes these characters, which occur only inside JSON strings, so that the value stays the same. */
export function obeysNothing(json: string): string {
	return json.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
