/**
 * The physical tables, the same for every build. A file says in SQLite's `user_version` which format it has.
 *
 * `revisions` is an undo log: a row holds what a change replaced. What the change made is found in `objects`, or in the row that
 * replaced it (`previous` = its revision). So a create writes its bytes once, the state at a past revision needs only newer rows,
 * and forgetting history is deleting the oldest rows. The newest row is never deleted: it says how many objects there are, and the
 * sum of their checksums. It has no index but its revisions: what is looked up in it is kept in memory (worker/log-index.ts).
 */

export const format = 4;

/** What a file of a format before is refused with. */
export const since: Readonly<Record<number, string>> = {
	1: 'it holds no checksums',
	2: 'its log has indexes of its own',
	3: 'what was deleted is still in it',
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
