/** What the line breaks between two lines of a folded text stand for: one is a space, of several the first is none. */
export function folded(breaks: number): string {
	return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
}
