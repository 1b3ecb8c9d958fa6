/** "Did you mean": the most similar word by edit distance. */

/** Maximum number of words that an error message lists. A longer list would not be read. The list of hooks, the longest useful one, fits. */
const longestChoice = 19;

/**
 * Returns the end of a message about an unknown word: `: did you mean "x"?`. Without a similar word, it lists the possible words if they
 * are few, else it is empty.
 */
export function suggestion(word: string, known: Iterable<string>): string {
	const words = [...known];
	const near = nearest(word, words);
	if (near !== undefined) return `: did you mean ${JSON.stringify(near)}?`;
	return expectation(words);
}

/** Lists the possible words, if they are few. */
export function expectation(words: readonly string[]): string {
	return words.length > 0 && words.length <= longestChoice ? `: expected ${alternatives(words)}` : '';
}

/** Joins words: `a`, `a or b`, `a, b or c`. */
export function alternatives(words: readonly string[]): string {
	if (words.length < 2) return words.join('');
	return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

export function nearest(word: string, known: readonly string[]): string | undefined {
	// Up to a third of the letters may be wrong, and at least one. Beyond that, a suggestion misleads.
	let limit = Math.max(1, Math.floor(word.length / 3)) + 1;
	let best: string | undefined;
	for (const candidate of known) {
		const distance = candidate.toLowerCase() === word.toLowerCase() ? 0 : editDistance(word.toLowerCase(), candidate.toLowerCase());
		if (distance < limit) [limit, best] = [distance, candidate];
	}
	return best;
}

/** Counts insertions, deletions, replacements and swaps of neighbouring letters. */
function editDistance(a: string, b: string): number {
	let before: number[] = [];
	let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const cost = a[i - 1] === b[j - 1] ? 0 : 1;
			let best = Math.min((row[j - 1] ?? 0) + 1, (previous[j] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] ?? 0) + 1);
			row.push(best);
		}
		[before, previous] = [previous, row];
	}
	return previous[b.length] ?? 0;
}
