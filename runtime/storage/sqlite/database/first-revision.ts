/**
 * A new history begins at the milliseconds since 2025, not at 1: a data directory that was thrown away and made anew then never
 * reaches into the versions that clients of the old one still hold (unless that one wrote a thousand times a second all its life),
 * so those are told that their history is gone. Below 2^53 for any rate of writing.
 */
export function firstRevision(nowMs: number): number {
	return Math.max(1, nowMs - Date.UTC(2025, 0, 1));
}
