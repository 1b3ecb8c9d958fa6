/** Renders issues next to the line of the expression, as other CEL tools do. */

export interface Issue {
	readonly message: string;
	/** Offset in the text, in UTF-16 code units. */
	readonly at: number;
}

/** Maximum number of issues to show. An expression with more is broken throughout. */
const mostShown = 100;
/** Maximum length of a line to show, in bytes. */
const longestLine = 16_384;

/** Renders issues in the order of their positions. */
export function renderIssues(issues: readonly Issue[], text: string): string {
	const sorted = issues.toSorted((a, b) => a.at - b.at);
	const shown = sorted.slice(0, mostShown).map((issue) => render(issue, text));
	const left = sorted.length - shown.length;
	return [...shown, ...(left > 0 ? [`${left} more errors were truncated`] : [])].join('\n');
}

function render({ message, at }: Issue, text: string): string {
	const before = text.slice(0, at).split('\n');
	const column = [...(before.at(-1) ?? '')].length;
	const head = `ERROR: <input>:${before.length}:${column + 1}: ${message}`;
	const line = (text.split('\n')[before.length - 1] ?? '').replaceAll('\t', ' ');
	if (Buffer.byteLength(line) > longestLine) return head;
	const characters = [...line];
	const dots = characters.slice(0, column).map((character) => (isWide(character) ? '．' : '.'));
	const mark = isWide(characters[column] ?? '') ? '＾' : '^';
	return `${head}\n | ${line}\n | ${dots.join('')}${mark}`;
}

function isWide(character: string): boolean {
	return (character.codePointAt(0) ?? 0) > 0x7f;
}
