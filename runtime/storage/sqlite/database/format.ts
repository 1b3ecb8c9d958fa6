/**
 * Tables, which are the same in all builds. SQLite's `user_version` has the format number of a file.
 *
 * `revisions` is an undo log: a row has the state that a change replaced. The state that the change made is in `objects`, or in the row of
 * the next change of the object (`previous` = its revision). Therefore a create writes its bytes once, the state at an old revision needs
 * only newer rows, and compaction deletes the oldest rows. The newest row is never deleted, because it has the number of objects and the
 * sum of their checksums. The table has no index besides the revision. Lookups use an index in memory (worker/log-index.ts).
 */

export const format = 4;

/** Reasons for refusing files of earlier formats. */
export const since: Readonly<Record<number, string>> = {
	1: 'it has no checksums',
	2: 'its log has separate indexes',
	3: 'it still contains deleted data',
};

export const tables = `
	CREATE TABLE meta (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE versions (id INTEGER PRIMARY KEY, version TEXT NOT NULL) STRICT;
	CREATE TABLE objects (
		resource TEXT NOT NULL,
		namespace TEXT NOT NULL,
		name TEXT NOT NULL,
		revision INTEGER NOT NULL,
		version INTEGER NOT NULL,
		checksum INTEGER NOT NULL,
		side TEXT NOT NULL,
		bytes BLOB NOT NULL
	) STRICT;
	CREATE UNIQUE INDEX objects_key ON objects (resource, namespace, name);
	CREATE TABLE revisions (
		revision INTEGER PRIMARY KEY,
		time_ms INTEGER NOT NULL,
		resource TEXT NOT NULL,
		namespace TEXT NOT NULL,
		name TEXT NOT NULL,
		deleted INTEGER NOT NULL,
		previous INTEGER NOT NULL,
		version INTEGER NOT NULL,
		replaced INTEGER NOT NULL,
		objects INTEGER NOT NULL,
		sum INTEGER NOT NULL,
		checksum INTEGER NOT NULL,
		side TEXT,
		bytes BLOB
	) STRICT;
`;
