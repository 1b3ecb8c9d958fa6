/** Label selectors of the maximum length of a query, by the form of their requirements. */

/** Joins requirements up to that length. */
export function ofLength(part: (i: string) => string): string {
	const parts: string[] = [];
	for (let i = 0, length = 0; length < 65_000; i++) length += parts.push(part(i.toString(36))) && (parts.at(-1) as string).length + 1;
	return parts.join(',');
}

export const longSelectors: readonly (readonly [form: string, text: string])[] = [
	['!k', ofLength((i) => `!a${i}`)],
	['k', ofLength((i) => `a${i}`)],
	['k=v', ofLength((i) => `a${i}=v`)],
	['k!=v', ofLength((i) => `a${i}!=v`)],
	['k>1', ofLength((i) => `a${i}>1`)],
	['one key', ofLength((i) => `app!=${i}`)],
	['in', `app in (${ofLength((i) => `a${i}`)})`],
	['notin', `app notin (${ofLength((i) => `a${i}`)})`],
];
