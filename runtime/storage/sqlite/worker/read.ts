/** Reads the log and verifies each row's checksum. Runs in the worker, on a separate read-only connection. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { ShortStep } from '../../../scheduling/short-step.ts';
import { type LogEntry, logChecksum, rowChecksum } from '../../checksum.ts';
import type { Revision } from '../../store.ts';
import { DamagedLogError, DamagedRowError } from '../checks/damage.ts';
import type { Versions } from '../database/versions.ts';
import { type ChangesQuery, type PackedChanges, pack } from '../protocol.ts';
import type { LogIndex } from './log-index.ts';

/** Bytes after which a reply ends. Readers that are far behind, or that read large objects, thus need no more memory than others. */
const readBytes = 4 * 1024 * 1024;

/** Log row, and the state that it replaced if there was one. */
export interface Entry extends LogEntry {
	readonly checksum: number;
	readonly previousVersion: number;
	readonly previousSide: string | null;
	readonly previousBytes: Uint8Array | null;
}

interface State {
	readonly version: number;
	readonly checksum: number;
	readonly side: string;
	readonly bytes: Uint8Array;
	/** True when the state is in `objects`. */
	readonly isCurrent: boolean;
}

/** Returns the resources by jumping from one to the next in the key index, past all objects of each. */
export function resourcesIn(db: DatabaseSync): string[] {
	const rows = db
		.prepare(
			`WITH RECURSIVE found (resource) AS (
				SELECT min(resource) FROM objects
				UNION ALL
				SELECT (SELECT min(resource) FROM objects WHERE resource > found.resource) FROM found WHERE found.resource IS NOT NULL
			) SELECT resource FROM found WHERE resource IS NOT NULL`,
		)
		.all();
	return rows.map(({ resource }) => String(resource));
}

export class Reader {
	readonly #db: DatabaseSync;
	readonly #versions: Versions;
	readonly #index: LogIndex;
	readonly #entry: StatementSync;
	readonly #current: StatementSync;
	readonly #replaced: StatementSync;
	readonly #changeAtOrAfter: StatementSync;

	/** `index`: covers the whole log. */
	constructor(path: string, versions: Versions, index: LogIndex) {
		this.#versions = versions;
		this.#index = index;
		this.#db = new DatabaseSync(path, { readOnly: true });
		this.#db.exec('PRAGMA cache_size = -4096');
		this.#entry = this.#db.prepare(`SELECT ${entryColumns} FROM revisions WHERE revision = ?`);
		this.#current = this.#db.prepare('SELECT version, checksum, side, bytes FROM objects WHERE resource = ? AND namespace = ? AND name = ? AND revision = ?');
		this.#replaced = this.#db.prepare('SELECT version, replaced AS checksum, side, bytes FROM revisions WHERE revision = ?');
		this.#changeAtOrAfter = this.#db.prepare('SELECT revision, time_ms FROM revisions WHERE revision >= ? ORDER BY revision LIMIT 1');
		this.#changeAtOrAfter.setReturnArrays(true);
	}

	/** Reads changes. Throws DamagedRowError, DamagedLogError. */
	changes({ after, upTo, limit, resource, namespace }: ChangesQuery): PackedChanges {
		const packer = new ChangePacker(this.#versions);
		const step = new ShortStep();
		for (const revision of resource === undefined ? between(after, upTo) : this.#index.changesOf(resource, namespace, after, upTo)) {
			const entry = this.#entry.get(revision) as unknown as Entry | undefined;
			if (entry === undefined) throw new DamagedLogError(`revision ${revision} is missing`, true);
			if (namespace !== undefined && entry.namespace !== namespace) continue;
			const before = packer.bytes;
			packer.add(entry, entry.deleted === 1 ? undefined : this.#stateMadeBy(entry));
			if (packer.count >= limit || packer.bytes >= readBytes || step.isOverAfter(packer.bytes - before)) break;
		}
		return packer.result();
	}

	/** Returns the state that a change made: the current row, or the state that the next change of the key replaced. */
	#stateMadeBy(entry: Entry): State {
		const { resource, namespace, name, revision } = entry;
		const replacement = this.#index.replacementOf(revision);
		const state = replacement === undefined ? this.#current.get(resource, namespace, name, revision) : this.#replaced.get(replacement);
		if (state === undefined || state.bytes === null) throw new DamagedLogError(`the state of ${where(entry)} at revision ${revision} is missing`, true);
		return { ...(state as unknown as State), isCurrent: replacement === undefined };
	}

	/** Returns the newest revision at or before a time. Returns undefined when all kept revisions are newer. */
	revisionAt(timeMs: number, oldest: Revision, newest: Revision): Revision | undefined {
		let found: Revision | undefined;
		let low = oldest;
		let high = newest;
		while (low <= high) {
			const middle = Math.floor((low + high) / 2);
			const row = this.#changeAtOrAfter.get(middle) as unknown as [number, number] | undefined;
			if (row === undefined || row[1] > timeMs) {
				high = middle - 1;
			} else {
				found = row[0];
				low = row[0] + 1;
			}
		}
		return found;
	}

	close(): void {
		this.#db.close();
	}
}

class ChangePacker {
	bytes = 0;
	count = 0;
	readonly #versions: Versions;
	readonly #texts: string[] = [];
	readonly #revisions: Revision[] = [];
	readonly #timesMs: number[] = [];
	readonly #previous: Revision[] = [];
	readonly #parts: (Uint8Array | null | undefined)[] = [];

	constructor(versions: Versions) {
		this.#versions = versions;
	}

	/** Adds a change. `state`: state that it made; undefined for a deletion. Throws DamagedRowError, DamagedLogError. */
	add(entry: Entry, state: State | undefined): void {
		const { revision, resource, namespace, name, previous, previousSide, previousBytes } = entry;
		const version = state === undefined ? '' : this.#versions.text(state.version);
		const previousVersion = this.#versions.text(entry.previousVersion);
		verifyEntry(entry, previousVersion);
		if (state !== undefined) verifyState(entry, state, version);
		this.#texts.push(resource, namespace, name, state?.side ?? '', previousSide ?? '', version, previousVersion);
		this.#revisions.push(revision);
		this.#timesMs.push(entry.timeMs);
		this.#previous.push(previous);
		this.#parts.push(state?.bytes, previousBytes);
		this.bytes += (state?.bytes.byteLength ?? 0) + (previousBytes?.byteLength ?? 0);
		this.count++;
	}

	result(): PackedChanges {
		return { texts: this.#texts, revisions: this.#revisions, timesMs: this.#timesMs, previous: this.#previous, bytes: pack(this.#parts) };
	}
}

function verifyState(entry: Entry, { side, bytes, checksum, isCurrent }: State, version: string): void {
	const { resource, namespace, name, revision } = entry;
	if (rowChecksum(resource, namespace, name, revision, version, side, bytes) === checksum) return;
	if (isCurrent) throw new DamagedRowError(`${where(entry)} differs from the state written at revision ${revision}`);
	throw new DamagedLogError(`the state of ${where(entry)} at revision ${revision} differs from the written state`, false);
}

/** Verifies a log row and the state that it stores. Throws DamagedLogError. */
export function verifyEntry(row: Entry, previousVersion: string): void {
	const { resource, namespace, name, previous, replaced, previousSide, previousBytes } = row;
	if (logChecksum(row) !== row.checksum) throw new DamagedLogError(`the entry of revision ${row.revision} differs from the written state`, false);
	if (previous === 0) return;
	const computed = rowChecksum(resource, namespace, name, previous, previousVersion, previousSide ?? '', previousBytes ?? new Uint8Array());
	if (computed !== replaced) throw new DamagedLogError(`the state of ${where(row)} at revision ${previous} differs from the written state`, false);
}

function where({ resource, namespace, name }: { readonly resource: string; readonly namespace: string; readonly name: string }): string {
	return `${resource} ${namespace === '' ? name : `${namespace}/${name}`}`;
}

/** Columns of a log row. */
export const entryColumns = `revision, time_ms AS timeMs, resource, namespace, name, deleted, previous, replaced, objects, sum, checksum,
	version AS previousVersion, side AS previousSide, bytes AS previousBytes`;

function* between(after: Revision, upTo: Revision): Generator<Revision> {
	for (let revision = after + 1; revision <= upTo; revision++) yield revision;
}
