/** Names that the server makes. */
import { randomInt } from 'node:crypto';

/** No vowels and no look-alikes, so that a generated name spells no word. */
const suffixAlphabet = 'bcdfghjklmnpqrstvwxz2456789';
const suffixLength = 5;
/** A DNS label has 63 characters at most, and names end up in labels. */
const longestBase = 63 - suffixLength;

/** `base` cut to what leaves room, and five random characters (seed 1, metadata.generateName). */
export function generateName(base: string): string {
	let suffix = '';
	for (let i = 0; i < suffixLength; i++) suffix += suffixAlphabet.charAt(randomInt(suffixAlphabet.length));
	return base.slice(0, longestBase) + suffix;
}
