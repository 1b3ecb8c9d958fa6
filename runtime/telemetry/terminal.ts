/** Escapes text from clients for a terminal. */

/** Characters that JSON leaves unescaped and terminals interpret: further control characters, line ends, and direction changes. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Escapes them. They occur only inside JSON strings, so the value stays the same. */
export function obeysNothing(json: string): string {
	return json.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
