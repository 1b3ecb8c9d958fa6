/**
 * First revision of a new history: the milliseconds since 2025, not 1. A recreated data directory then never reuses revisions that clients
 * of the old one hold, and those clients learn that their history is gone. The exception is an old history that wrote a thousand times a
 * second all its life. Below 2^53 for any rate of writing.
 */
export function firstRevision(nowMs: number): number {
	return Math.max(1, nowMs - Date.UTC(2025, 0, 1));
}
