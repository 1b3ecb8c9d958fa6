/** Folds the line breaks between two lines: one becomes a space, and of several the first is dropped. */
export function folded(breaks: number): string {
	return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
}
