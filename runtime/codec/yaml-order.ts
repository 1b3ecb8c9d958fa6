/** The order of keys in written YAML: as people sort, with runs of digits by their number, and letters after everything else. */

const letter = /\p{L}/u;
const digit = /\p{Nd}/u;

export function compareKeys(left: string, right: string): number {
	const a = [...left];
	const b = [...right];
	const shorter = Math.min(a.length, b.length);
	for (let at = 0; at < shorter; at++) {
		const x = a[at] ?? '';
		const y = b[at] ?? '';
		if (x !== y) return compareFrom(a, b, at);
	}
	return a.length - b.length;
}

/** The first characters that differ decide. */
function compareFrom(a: readonly string[], b: readonly string[], at: number): number {
	const x = a[at] ?? '';
	const y = b[at] ?? '';
	const xLetter = letter.test(x);
	const yLetter = letter.test(y);
	if (xLetter !== yLetter) return xLetter ? 1 : -1;
	if (!xLetter) {
		const byNumber = compareNumbers(a, b, at);
		if (byNumber !== 0) return byNumber;
	}
	return (x.codePointAt(0) ?? 0) - (y.codePointAt(0) ?? 0);
}

function compareNumbers(a: readonly string[], b: readonly string[], at: number): number {
	const x = digitsFrom(a, at);
	const y = digitsFrom(b, at);
	// A zero in the middle of a number is not a leading one: what stands before it counts.
	const inside = (x[0] === '0' || y[0] === '0') && /[1-9]/.test(digitsBefore(a, at));
	const prefix = inside ? '1' : '';
	const difference = BigInt(`0${prefix}${x}`) - BigInt(`0${prefix}${y}`);
	return difference === 0n ? x.length - y.length : difference < 0n ? -1 : 1;
}

function digitsFrom(text: readonly string[], start: number): string {
	let end = start;
	while (end < text.length && digit.test(text[end] ?? '') && end - start < 400) end++;
	return text
		.slice(start, end)
		.join('')
		.replace(/[^0-9]/g, '0');
}

function digitsBefore(text: readonly string[], end: number): string {
	let start = end;
	while (start > 0 && digit.test(text[start - 1] ?? '')) start--;
	return text.slice(start, end).join('');
}
