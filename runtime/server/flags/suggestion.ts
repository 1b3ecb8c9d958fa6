/** Returns the sentence that refuses an unknown flag, with the most similar known names. */
export function unknownFlag(name: string, known: readonly string[]): string {
	const near = known.map((candidate) => ({ candidate, distance: editDistance(name, candidate) })).sort((a, b) => a.distance - b.distance)[0];
	const begun = known.filter((candidate) => candidate.includes(name) && name.length > 2);
	if (begun.length > 0 && begun.length <= 3 && near?.distance !== 1)
		return `unknown flag --${name}: did you mean ${begun.map((candidate) => `--${candidate}`).join(' or ')}?`;
	const isNear = near !== undefined && near.distance <= Math.max(2, name.length / 4);
	return `unknown flag --${name}${isNear ? `: did you mean --${near.candidate}?` : ' (--help lists all flags)'}`;
}

/** Returns the Levenshtein distance: the number of letters to insert, remove or change. */
function editDistance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, i) => i);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
		}
		row = next;
	}
	return row[b.length] as number;
}
