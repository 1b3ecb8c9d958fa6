/**
 * The physical tables, the same for every build, and how older files become current ones.
 * Hand-written; entry n takes a file from version n to n + 1 (SQLite's `user_version`). Published entries never change.
 *
 * `revisions` is an undo log: a row holds what a change replaced. What the change made is found in `objects`, or in the row that
 * replaced it (`previous` = its revision). So a create writes its bytes once, the state at a past revision needs only newer rows,
 * and forgetting history is deleting the oldest rows.
 */
export const migrations: readonly string[] = [
	`CREATE TABLE meta (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
	 CREATE TABLE objects (
		resource TEXT NOT NULL,
		namespace TEXT NOT NULL,
		name TEXT NOT NULL,
		revision INTEGER NOT NULL,
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
		side TEXT,
		bytes BLOB
	 ) STRICT;
	 CREATE INDEX revisions_resource ON revisions (resource, revision);
	 CREATE INDEX revisions_previous ON revisions (previous) WHERE previous > 0;`,
];
