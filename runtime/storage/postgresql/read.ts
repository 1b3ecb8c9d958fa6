/** Queries that read the tables. */
import type { ClientBase } from 'pg';
import { type Change, type ChangesFilter, CompactedError, type KeyRange, type Revision, type Row } from '../store.ts';
import { changeOf, type LogRow, rowOf, type StateRow } from './rows.ts';

export interface Head {
	readonly revision: Revision;
	readonly oldest: Revision;
}

/** Bytes of replaced states or rows in one page. A page has at least one row. */
const pageBytes = 8 * 1024 * 1024;

/** Rows that a snapshot reads at once. */
const snapshotRows = 200;

export async function readHead(client: ClientBase): Promise<Head> {
	const { rows } = await client.query<Head>('SELECT revision, oldest FROM sequencer');
	return rows[0] as Head;
}

/** Reads the log between two revisions (exclusive, inclusive). Rejects with CompactedError. */
export async function readChanges(client: ClientBase, after: Revision, upTo: Revision, limit: number, filter?: ChangesFilter): Promise<readonly Change[]> {
	const { rows } = await client.query<LogRow>(
		`WITH page AS (
			SELECT * FROM (
				SELECT *, coalesce(sum(octet_length(bytes)) OVER (ORDER BY revision ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
				FROM (
					SELECT * FROM revisions
					WHERE revision > $1 AND revision <= $2 AND ($4::text IS NULL OR resource = $4) AND ($5::text IS NULL OR namespace = $5)
					ORDER BY revision LIMIT $3
				) AS found
			) AS summed WHERE before < ${pageBytes}
		)
		SELECT r.revision, r.time_ms, r.resource, r.namespace, r.name, r.deleted, r.previous,
			r.version AS previous_version, r.checksum AS previous_checksum, r.side AS previous_side, r.bytes AS previous_bytes,
			coalesce(o.version, n.version) AS version, coalesce(o.checksum, n.checksum) AS checksum,
			coalesce(o.side, n.side) AS side, coalesce(o.bytes, n.bytes) AS bytes
		FROM page AS r LEFT JOIN objects AS o ON o.revision = r.revision LEFT JOIN revisions AS n ON n.previous = r.revision
		ORDER BY r.revision`,
		[after, upTo, limit, filter?.resource ?? null, filter?.namespace ?? null],
	);
	// A compaction that ran meanwhile has raised `oldest` before it deleted rows.
	await refuseCompacted(client, after);
	return rows.map(changeOf);
}

/** States of one resource at a revision: current rows that are older, and what later changes replaced first. */
const statesAt = `
	SELECT namespace, name, revision, NULL::bigint AS log FROM objects
	WHERE resource = $1 AND revision <= $2 AND ($3::text IS NULL OR namespace = $3)
	UNION ALL
	SELECT namespace, name, previous AS revision, revision AS log FROM (
		SELECT DISTINCT ON (namespace, name) namespace, name, previous, revision FROM revisions
		WHERE resource = $1 AND revision > $2 AND ($3::text IS NULL OR namespace = $3)
		ORDER BY namespace, name, revision
	) AS replaced WHERE previous > 0`;

export async function readAt(client: ClientBase, revision: Revision, { resource, namespace, after }: KeyRange, limit: number): Promise<readonly Row[]> {
	const { rows } = await client.query<StateRow>(
		`WITH page AS (
			SELECT * FROM (${statesAt}) AS states
			WHERE $4::text IS NULL OR (namespace, name) > ($4 COLLATE "C", $5 COLLATE "C")
			ORDER BY namespace, name LIMIT $6
		), states AS (
			SELECT page.namespace, page.name, page.revision, coalesce(r.version, o.version) AS version, coalesce(r.checksum, o.checksum) AS checksum,
				coalesce(r.side, o.side) AS side, coalesce(r.bytes, o.bytes) AS bytes
			FROM page
			LEFT JOIN revisions AS r ON r.revision = page.log
			LEFT JOIN objects AS o ON page.log IS NULL AND o.revision = page.revision
		)
		SELECT $1 AS resource, namespace, name, revision, version, checksum, side, bytes FROM (
			SELECT *, coalesce(sum(octet_length(bytes)) OVER (ORDER BY namespace, name ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
			FROM states
		) AS summed WHERE before < ${pageBytes} ORDER BY namespace, name`,
		[resource, revision, namespace ?? null, after?.namespace ?? null, after?.name ?? null, limit],
	);
	await refuseCompacted(client, revision);
	return rows.map(rowOf);
}

export async function countAt(client: ClientBase, revision: Revision, { resource, namespace }: Omit<KeyRange, 'after'>): Promise<number> {
	const { rows } = await client.query<{ readonly count: number }>(`SELECT count(*) AS count FROM (${statesAt}) AS states`, [
		resource,
		revision,
		namespace ?? null,
	]);
	await refuseCompacted(client, revision);
	return rows[0]?.count ?? 0;
}

async function refuseCompacted(client: ClientBase, revision: Revision): Promise<void> {
	const { oldest } = await readHead(client);
	if (revision < oldest) throw new CompactedError(oldest);
}

/** Number of objects and sum of their checksums, by which vanished rows show. */
export interface Totals {
	readonly objects: number;
	readonly sum: number;
}

export interface SnapshotHead extends Totals {
	readonly revision: Revision;
}

/** Passes all current rows on in key order, as of one revision. Resolves to that revision and the totals recorded for it. */
export async function readSnapshot(
	client: ClientBase,
	onRows: (rows: readonly StateRow[]) => void,
	onHead: (head: SnapshotHead) => void = () => undefined,
): Promise<SnapshotHead> {
	await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
	const { rows: heads } = await client.query<SnapshotHead>('SELECT revision, objects, sum FROM sequencer');
	const head = heads[0] as SnapshotHead;
	onHead(head);
	await client.query('DECLARE snapshot NO SCROLL CURSOR FOR SELECT * FROM objects ORDER BY resource, namespace, name');
	for (;;) {
		const { rows } = await client.query<StateRow>(`FETCH ${snapshotRows} FROM snapshot`);
		if (rows.length === 0) break;
		onRows(rows);
	}
	await client.query('COMMIT');
	return head;
}

/** Returns the resources with objects. It looks up one row of each resource. */
export async function readResources(client: ClientBase): Promise<readonly string[]> {
	const { rows } = await client.query<{ readonly resource: string }>(
		`WITH RECURSIVE found AS (
			(SELECT resource FROM objects ORDER BY resource LIMIT 1)
			UNION ALL
			SELECT (SELECT resource FROM objects WHERE resource > found.resource ORDER BY resource LIMIT 1) FROM found WHERE found.resource IS NOT NULL
		) SELECT resource FROM found WHERE resource IS NOT NULL`,
	);
	return rows.map(({ resource }) => resource);
}

export async function revisionAt(client: ClientBase, timeMs: number): Promise<Revision> {
	const { rows } = await client.query<{ readonly revision: Revision }>(
		`SELECT coalesce((SELECT revision FROM revisions WHERE time_ms <= $1 AND revision > oldest ORDER BY revision DESC LIMIT 1), oldest) AS revision FROM sequencer`,
		[timeMs],
	);
	return rows[0]?.revision ?? 0;
}
