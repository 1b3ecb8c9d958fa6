/** What clients send, in lines that somebody reads on a terminal. */

/** What JSON leaves as it is in a text, and a terminal obeys: further control characters, ends of lines, and those that turn the direction of what follows. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** `json`: such characters stand inside its texts alone. It means the same afterwards. */
export function obeysNothing(json: string): string {
	return json.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
