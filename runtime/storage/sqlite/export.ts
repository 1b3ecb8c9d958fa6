/**
 * Reads all objects of a database at one revision for a backup, whether a server is running or not. It takes no lock. It reads the table
 * without indexes, so that a damaged index does not matter.
 */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { rowChecksum, sumWith } from '../checksum.ts';
import { StorageRefusedError } from '../errors.ts';
import type { Revision, Row } from '../store.ts';
import { DamagedError } from './checks/damage.ts';
import { lastOf } from './checks/head.ts';
import { type DurabilityMark, readMark } from './checks/mark.ts';
import { codes, sqliteCode } from './database/codes.ts';
import { isEmpty, refuseOtherFormat } from './database/database.ts';
import { readMeta } from './database/meta.ts';
import { databasePath, refuseOddParts } from './database/path.ts';
import { Versions } from './database/versions.ts';
import { recoveryHint } from './recovery-hint.ts';
import { refusalOf } from './refusal.ts';

export interface ExportSummary {
	readonly vocabulary: string;
	readonly revision: Revision;
}

export interface ExportOptions {
	/** Skips damaged objects instead of refusing. */
	readonly salvage: boolean;
	/** Called before the first row. */
	readonly onBegin: (what: ExportSummary) => void;
	readonly onRow: (row: Row) => void;
	/** Called with a sentence for each omission. */
	readonly onLost: (sentence: string) => void;
}

/** Columns: resource, namespace, name, side, revision, bytes, version, checksum. */
type TableRow = [string, string, string, string, number, Uint8Array, number, number];

const columns = 'resource, namespace, name, side, revision, bytes, version, checksum';

/** Reads the objects. Throws StorageRefusedError with one sentence. */
export function exportObjects(named: string, options: ExportOptions): void {
	const path = databasePath(named);
	if (!statSync(path, { throwIfNoEntry: false })?.size) throw new StorageRefusedError(`no database at ${path}`);
	refuseOddParts(path);
	// The mark is read before the state, so that the state has everything that the mark acknowledges.
	const mark = readMark(path);
	let db: DatabaseSync | undefined;
	try {
		db = new DatabaseSync(path, { readOnly: true });
		refuseOtherFormat(db, path);
		if (isEmpty(db)) throw new StorageRefusedError(`the database ${path} is empty and has no tables: ${recoveryHint}`);
		db.exec('BEGIN');
		const total = new Export(db, options).run();
		const sentence = typeof mark === 'object' ? lossOf(db, path, total, mark) : undefined;
		if (sentence !== undefined) {
			if (!options.salvage) throw new StorageRefusedError(`${sentence}: ${recoveryHint}`);
			options.onLost(sentence);
		}
	} catch (error) {
		throw refusalOf(path, error);
	} finally {
		db?.close();
	}
}

/** Returns a sentence about acknowledged writes that the state lacks, or undefined. */
function lossOf(db: DatabaseSync, path: string, revision: Revision, mark: DurabilityMark): string | undefined {
	if (mark.history !== readMeta(db, 'history')) return `the database ${path} is not the last one that the server wrote`;
	return mark.revision > revision ? `the database ${path} ends at revision ${revision}, though writes up to ${mark.revision} were acknowledged` : undefined;
}

class Export {
	readonly #db: DatabaseSync;
	readonly #options: ExportOptions;
	readonly #versions: Versions;
	#objects = 0;
	#sum = 0;

	constructor(db: DatabaseSync, options: ExportOptions) {
		this.#db = db;
		this.#options = options;
		this.#versions = new Versions(db);
	}

	/** Reads all rows. Returns the revision. */
	run(): Revision {
		const head = this.#unlessDamaged(() => lastOf(this.#db, Number(readMeta(this.#db, 'oldest') ?? 0)));
		const revision = head?.revision ?? this.#newest();
		this.#options.onBegin({ vocabulary: readMeta(this.#db, 'vocabulary') ?? '', revision });
		for (const row of this.#rows()) this.#take(row);
		if (head !== undefined && (this.#objects !== head.objects || this.#sum !== head.sum))
			this.#unlessDamaged(() => {
				throw new DamagedError(`it should contain ${head.objects} objects, and ${this.#objects} can be read`);
			});
		return revision;
	}

	#take(row: TableRow): void {
		const [resource, namespace, name, side, revision, bytes, versionId, checksum] = row;
		const version = this.#versions.text(versionId);
		if (rowChecksum(resource, namespace, name, revision, version, side, bytes) === checksum) {
			this.#objects++;
			this.#sum = sumWith(this.#sum, checksum);
			this.#options.onRow({ resource, namespace, name, side, revision, version, bytes });
			return;
		}
		this.#unlessDamaged(() => {
			throw new DamagedError(`${resource} ${namespace === '' ? name : `${namespace}/${name}`} differs from the written state`);
		});
	}

	/** Yields the rows of the table. Reads from both ends, in case the middle is unreadable. */
	*#rows(): Generator<TableRow> {
		const seen = new Set<number>();
		for (const order of ['ASC', 'DESC']) {
			const statement = this.#db.prepare(`SELECT ${columns}, rowid FROM objects NOT INDEXED ORDER BY rowid ${order}`);
			statement.setReturnArrays(true);
			const rows = statement.iterate() as Iterator<unknown> as Iterator<[...TableRow, number]>;
			for (let next = this.#next(rows); next !== 'damaged'; next = this.#next(rows)) {
				if (next === 'end') return;
				const [rowid] = next.slice(8) as [number];
				if (seen.has(rowid)) return;
				if (this.#options.salvage) seen.add(rowid);
				yield next.slice(0, 8) as TableRow;
			}
		}
	}

	#next(rows: Iterator<[...TableRow, number]>): [...TableRow, number] | 'end' | 'damaged' {
		const next = this.#unlessDamaged(() => rows.next());
		if (next === undefined) return 'damaged';
		return next.done ? 'end' : next.value;
	}

	/** Returns the newest revision of any object, for a log without its last row. */
	#newest(): Revision {
		return Number(this.#unlessDamaged(() => this.#db.prepare('SELECT max(revision) AS newest FROM objects').get()?.newest) ?? 0);
	}

	#unlessDamaged<T>(read: () => T): T | undefined {
		try {
			return read();
		} catch (error) {
			if (!this.#options.salvage || !(error instanceof DamagedError || sqliteCode(error) === codes.corrupt)) throw error;
			this.#options.onLost((error as Error).message);
			return undefined;
		}
	}
}
