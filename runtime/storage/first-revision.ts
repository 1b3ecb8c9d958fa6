/**
 * First revision of a new history: the number of milliseconds since 2025, not 1. A recreated data directory therefore reuses no revision
 * that clients of the old one hold, and these clients learn that their history is gone. The exception is an old history with more than a
 * thousand writes a second over its whole life. Revisions stay below 2^53 at any rate of writing.
 */
export function firstRevision(nowMs: number): number {
	return Math.max(1, nowMs - Date.UTC(2025, 0, 1));
}
