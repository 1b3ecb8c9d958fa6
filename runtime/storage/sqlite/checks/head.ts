/** End of a database's log, compared with the last acknowledged write. */
import type { DatabaseSync } from 'node:sqlite';
import { logChecksum } from '../../checksum.ts';
import { StorageRefusedError } from '../../errors.ts';
import { firstRevision } from '../../first-revision.ts';
import type { Revision } from '../../store.ts';
import { readMeta, writeMeta } from '../database/meta.ts';
import { recoveryHint } from '../recovery-hint.ts';
import type { Head } from '../worker/commit.ts';
import { DamagedError } from './damage.ts';
import { readMark } from './mark.ts';

export interface CheckedHead {
	readonly head: Head;
	readonly oldest: Revision;
	readonly history: string;
	readonly reports: readonly string[];
	/** True when the mark belongs to this history, so that nothing must be written before the next commit. */
	readonly isMarked: boolean;
}

/** Bound on the acknowledged writes in the longest write-ahead log. */
const mostLost = 10_000_000;

interface HeadOptions {
	readonly path: string;
	readonly history: string;
	readonly acceptLoss: boolean;
}

/**
 * Finds the head of the log. Throws DamagedError, and StorageRefusedError when acknowledged writes are missing and the administrator does
 * not accept the loss.
 */
export function findHead(db: DatabaseSync, { path, history, acceptLoss }: HeadOptions): CheckedHead {
	const oldest = Number(readMeta(db, 'oldest') ?? Number.NaN);
	const head = lastOf(db, oldest);
	const mark = readMark(path);
	const found = { head, oldest, history, reports: [], isMarked: false };
	if (mark === undefined || mark === 'damaged') {
		// A new database.
		if (head.timeMs === 0 && mark === undefined) return found;
		const why = `${path}.mark is ${mark ?? 'missing'}, so it is unknown whether the database contains all acknowledged writes`;
		return startNewHistory(db, { head, above: Math.max(head.revision + mostLost, firstRevision(Date.now())), why });
	}
	const loss = lossOf(head, history, mark);
	if (loss === undefined) return { ...found, isMarked: true };
	if (!acceptLoss) throw new StorageRefusedError(`the database ${path} ${loss}: ${recoveryHint}`);
	return startNewHistory(db, { head, above: Math.max(head.revision, mark.revision), why: `the database ${path} ${loss}` });
}

/** Starts a new history with the remaining data, above every revision that a client may have seen. */
function startNewHistory(db: DatabaseSync, { head, above, why }: { readonly head: Head; readonly above: Revision; readonly why: string }): CheckedHead {
	const revision = above + 1;
	const history = beginAnew(db, { ...head, revision });
	return {
		head: { ...head, revision },
		oldest: revision,
		history,
		reports: [`${why}: continuing with the remaining objects in a new history`],
		isMarked: false,
	};
}

function lossOf(head: Head, history: string, mark: Exclude<ReturnType<typeof readMark>, 'damaged' | undefined>): string | undefined {
	if (mark.history !== history) return 'is not the last one that this server wrote';
	if (mark.revision > head.revision)
		return `ends at revision ${head.revision}, though ${mark.revision - head.revision} writes up to ${mark.revision} were acknowledged after it`;
	if (mark.revision === head.revision && (mark.objects !== head.objects || mark.sum !== head.sum))
		return `differs from the state acknowledged at revision ${mark.revision}`;
	return undefined;
}

/** Reads the last row of the log. Throws DamagedError. */
export function lastOf(db: DatabaseSync, oldest: Revision): Head {
	const row = db
		.prepare(
			'SELECT revision, time_ms AS timeMs, resource, namespace, name, deleted, previous, replaced, objects, sum, checksum FROM revisions ORDER BY revision DESC LIMIT 1',
		)
		.get() as unknown as (Parameters<typeof logChecksum>[0] & { readonly checksum: number }) | undefined;
	if (row === undefined) {
		if (db.prepare('SELECT 1 FROM objects LIMIT 1').get() !== undefined || !(oldest > 0)) throw new DamagedError('it contains objects but no log');
		return { revision: oldest, objects: 0, sum: 0, timeMs: 0 };
	}
	if (logChecksum(row) !== row.checksum || !(oldest <= row.revision)) throw new DamagedError('the end of its log differs from the written one');
	const { revision, objects, sum, timeMs } = row;
	return { revision, objects, sum, timeMs };
}

/** Deletes the log and continues above all issued revisions. Returns the ID of the new history. */
function beginAnew(db: DatabaseSync, { revision, objects, sum, timeMs }: Head): string {
	const history = crypto.randomUUID();
	const entry = { revision, timeMs, resource: '', namespace: '', name: '', deleted: 1, previous: 0, replaced: 0, objects, sum };
	db.exec('BEGIN IMMEDIATE; DELETE FROM revisions');
	db.prepare(
		"INSERT INTO revisions (revision, time_ms, resource, namespace, name, deleted, previous, version, replaced, objects, sum, checksum) VALUES (?, ?, '', '', '', 1, 0, 0, 0, ?, ?, ?)",
	).run(revision, timeMs, objects, sum, logChecksum(entry));
	writeMeta(db, 'history', history);
	writeMeta(db, 'oldest', String(revision));
	db.exec('COMMIT');
	return history;
}
