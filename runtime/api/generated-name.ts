import { randomInt } from 'node:crypto';

/** Alphabet without vowels and easily confused characters, so that no word can appear. */
const suffixAlphabet = 'bcdfghjklmnpqrstvwxz2456789';
const suffixLength = 5;
/** Maximum length of the base: a DNS label has at most 63 characters, and names are also label values. */
const longestBase = 63 - suffixLength;

/** Returns `base`, cut to fit, followed by five random characters (seed 1, metadata.generateName). */
export function generateName(base: string): string {
	let suffix = '';
	for (let i = 0; i < suffixLength; i++) suffix += suffixAlphabet.charAt(randomInt(suffixAlphabet.length));
	return base.slice(0, longestBase) + suffix;
}
