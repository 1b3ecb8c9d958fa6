/** Completion indexes of a job as its status and policies list them: `1,3-5,7`. */

interface Interval {
	readonly first: number;
	readonly last: number;
}

/** Returns the number of indexes, or a message for invalid text. `completions`: number of the job's indexes. */
export function readIndexes(text: string, completions: number): number | string {
	if (text === '') return 0;
	let before: number | undefined;
	let total = 0;
	for (const part of text.split(',')) {
		const interval = readInterval(part, completions);
		if (typeof interval === 'string') return interval;
		if (before !== undefined && before >= interval.first) return `non-increasing order, previous: ${before}, current: ${interval.first}`;
		total += interval.last - interval.first + 1;
		before = interval.last;
	}
	return total;
}

/** Returns the first index in both lists. An invalid list counts as empty. */
export function sharedIndex(one: string, other: string, completions: number): number | undefined {
	const [a, b] = [intervals(one, completions), intervals(other, completions)];
	let [i, j] = [0, 0];
	for (;;) {
		const [x, y] = [a[i], b[j]];
		if (x === undefined || y === undefined) return undefined;
		if (x.first <= y.last && y.first <= x.last) return Math.max(x.first, y.first);
		if (x.first <= y.first) i++;
		else j++;
	}
}

function intervals(text: string, completions: number): readonly Interval[] {
	return text === '' ? [] : text.split(',').flatMap((part) => readable(readInterval(part, completions)));
}

function readable(interval: Interval | string): readonly Interval[] {
	return typeof interval === 'string' ? [] : [interval];
}

function readInterval(text: string, completions: number): Interval | string {
	const [first = '', last, ...more] = text.split('-');
	if (more.length > 0) {
		return `the fragment ${JSON.stringify(text)} violates the requirement that an index interval can have at most two parts separated by '-'`;
	}
	const from = readIndex(first, completions);
	if (typeof from === 'string' || last === undefined) return typeof from === 'string' ? from : { first: from, last: from };
	const to = readIndex(last, completions);
	if (typeof to === 'string') return to;
	return from >= to ? `non-increasing order, previous: ${from}, current: ${to}` : { first: from, last: to };
}

function readIndex(text: string, completions: number): number | string {
	if (!/^\+?\d+$/.test(text)) return `cannot convert string to integer for index: ${JSON.stringify(text)}`;
	return Number(text) >= completions ? `too large index: ${JSON.stringify(text)}` : Number(text);
}
