/** One text for several messages, as Kubernetes joins errors: repeated ones once, in brackets if several differ. */

export function aggregated(messages: readonly string[]): string {
	const distinct = [...new Set(messages)];
	return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}
