/** What other languages write in regular expressions and this one does not, each with what to write instead. */
const foreign: readonly (readonly [RegExp, string])[] = [
	[/\(\?[imsU-]+[:)]/, 'of flags only (?i) and (?s) are known here: write (?:^|\\n) and (?:\\n|$) for (?m)'],
	[/\[:\^[a-z]+:\]/, 'classes such as [[:^alpha:]] are not known here: write [^A-Za-z]'],
	[escaped('Z'), '\\Z is not known here: write $'],
	[escaped('Q'), '\\Q...\\E is not known here: write a backslash before each of the characters ^$\\.*+?()[]{}|/'],
];

/** A backslash that none escapes, and what stands behind it. */
function escaped(behind: string): RegExp {
	return new RegExp(`(?<!\\\\)(?:\\\\\\\\)*\\\\${behind}`);
}

/** What to write instead of a pattern that is none here; undefined when nobody knows. */
export function whatToWrite(source: string): string | undefined {
	for (const [form, advice] of foreign) if (form.test(source)) return advice;
	return undefined;
}
