/** What other languages write in regular expressions and this one does not, each with what to write instead. */
const foreign: readonly (readonly [RegExp, string])[] = [
	[/\(\?[imsU-]+[:)]/, 'flags such as (?i) are not known here: name both cases, [aA]'],
	[/\[:\^?[a-z]+:\]/, 'classes such as [[:alpha:]] are not known here: write [A-Za-z], or \\p{L} for letters of all languages'],
	[escaped('A'), '\\A is not known here: write ^'],
	[escaped('[zZ]'), '\\z is not known here: write $'],
	[/\(\?P</, '(?P<name>...) is not known here: write (?<name>...), or (...) without a name'],
	[escaped('Q'), '\\Q...\\E is not known here: write a backslash before each of the characters ^$\\.*+?()[]{}|/'],
	[escaped('[pP](?!\\{)'), '\\pL is not known here: write \\p{L}'],
	[escaped('a'), '\\a is not known here: write \\x07'],
];

/** A backslash that none escapes, and what stands behind it. */
function escaped(behind: string): RegExp {
	return new RegExp(`(?<!\\\\)(?:\\\\\\\\)*\\\\${behind}`);
}

/** A backslash before a character that means nothing else. Classes are passed over: they take more of them. */
const needless = /^(?:\[(?:\\.|[^\]\\])*\]|\\[A-Za-z0-9^$\\.*+?()[\]{}|/]|[^[\\])*\\([^A-Za-z0-9^$\\.*+?()[\]{}|/])/s;

/** What to write instead of a pattern that is none here; undefined when nobody knows. */
export function whatToWrite(source: string): string | undefined {
	for (const [form, advice] of foreign) if (form.test(source)) return advice;
	const character = needless.exec(source)?.[1];
	return character === undefined ? undefined : `${character} needs no backslash: write it as it is`;
}
