/** Order of keys in written YAML: natural order, where runs of digits compare as numbers, and letters come after all else. */

const letter = /\p{L}/u;
const digit = /\p{Nd}/u;

export function compareKeys(left: string, right: string): number {
	const shorter = Math.min(left.length, right.length);
	let at = 0;
	while (at < shorter && left.charCodeAt(at) === right.charCodeAt(at)) at++;
	if (at === shorter) return left.length - right.length;
	// A low surrogate is half a character.
	if (at > 0 && isSecondHalf(left.charCodeAt(at)) && isSecondHalf(right.charCodeAt(at))) at--;
	return compareFrom(left, right, at);
}

function isSecondHalf(unit: number): boolean {
	return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Compares at the first difference. */
function compareFrom(a: string, b: string, at: number): number {
	const x = characterAt(a, at);
	const y = characterAt(b, at);
	const xLetter = letter.test(x);
	const yLetter = letter.test(y);
	if (xLetter !== yLetter) return xLetter ? 1 : -1;
	if (!xLetter && (digit.test(x) || digit.test(y))) {
		const byNumber = compareNumbers(a, b, at);
		if (byNumber !== 0) return byNumber;
	}
	return (x.codePointAt(0) ?? 0) - (y.codePointAt(0) ?? 0);
}

function characterAt(text: string, at: number): string {
	return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function compareNumbers(a: string, b: string, at: number): number {
	const x = digitsFrom(a, at);
	const y = digitsFrom(b, at);
	// A zero inside a number is no leading zero, so the digits before it matter.
	const inside = (x[0] === '0' || y[0] === '0') && /[1-9]/.test(digitsBefore(a, at));
	const prefix = inside ? '1' : '';
	const difference = BigInt(`0${prefix}${x}`) - BigInt(`0${prefix}${y}`);
	return difference === 0n ? x.length - y.length : difference < 0n ? -1 : 1;
}

/** Maximum length of a run of digits that counts as a number. */
const longestRun = 400;

function digitsFrom(text: string, start: number): string {
	let digits = '';
	for (let at = start; at < text.length && digits.length < longestRun; ) {
		const character = characterAt(text, at);
		if (!digit.test(character)) break;
		digits += /[0-9]/.test(character) ? character : '0';
		at += character.length;
	}
	return digits;
}

function digitsBefore(text: string, end: number): string {
	let start = end;
	while (start > 0 && end - start < longestRun && digit.test(text.charAt(start - 1))) start--;
	return text.slice(start, end);
}
