/** Joins several messages to one text as Kubernetes does: each message once, and in brackets if they differ. */

export function aggregated(messages: readonly string[]): string {
	const distinct = [...new Set(messages)];
	return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}
