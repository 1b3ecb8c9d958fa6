/** Writes a batch as one transaction with one sync. Each mutation has an outcome of its own. Runs in the worker. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sumModulus, sumWith, sumWithout, type Total } from '../../checksum.ts';
import type { Key, Revision } from '../../store.ts';
import { DamagedRowError } from '../checks/damage.ts';
import { RowChecksums } from '../checks/row-checksums.ts';
import { writeMeta } from '../database/meta.ts';
import type { SoleWriter } from '../database/sole-writer.ts';
import type { Versions } from '../database/versions.ts';
import { type CommitBatch, type CommitResult, type Mutations, mutationsOf, textsEach } from '../protocol.ts';
import type { LogIndex } from './log-index.ts';
import { type Current, Transaction } from './transaction.ts';

/** End of the log, from which the next commit continues. */
export interface Head extends Total {
	readonly revision: Revision;
	readonly timeMs: number;
}

/** Unpacked batch. */
interface Writes extends Mutations {
	readonly timeMs: number;
	readonly ignoresDamage: readonly number[] | undefined;
}

export class Committer {
	readonly #db: DatabaseSync;
	readonly #versions: Versions;
	readonly #index: LogIndex;
	readonly #checksums = new RowChecksums();
	readonly #begin: StatementSync;
	readonly #commit: StatementSync;
	readonly #read: StatementSync;
	readonly #insert: StatementSync;
	readonly #update: StatementSync;
	readonly #delete: StatementSync;
	readonly #log: StatementSync;
	readonly #soleWriter: SoleWriter;
	#head: Head;
	#forgotten: Revision = 0;

	constructor(db: DatabaseSync, soleWriter: SoleWriter, versions: Versions, index: LogIndex, head: Head) {
		this.#db = db;
		this.#soleWriter = soleWriter;
		this.#versions = versions;
		this.#index = index;
		this.#head = head;
		this.#begin = db.prepare('BEGIN IMMEDIATE');
		this.#commit = db.prepare('COMMIT');
		this.#read = db.prepare('SELECT revision, side, bytes, version, checksum, rowid FROM objects WHERE resource = ? AND namespace = ? AND name = ?');
		this.#read.setReturnArrays(true);
		this.#insert = db.prepare(
			'INSERT INTO objects (resource, namespace, name, revision, version, checksum, side, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (resource, namespace, name) DO NOTHING',
		);
		// Addresses the row by its rowid, which is already known.
		this.#update = db.prepare('UPDATE objects SET revision = ?, version = ?, checksum = ?, side = ?, bytes = ? WHERE rowid = ?');
		this.#delete = db.prepare('DELETE FROM objects WHERE rowid = ?');
		this.#log = db.prepare(
			'INSERT INTO revisions (revision, time_ms, resource, namespace, name, deleted, previous, version, replaced, objects, sum, checksum, side, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
		);
	}

	/** Newest durable head. */
	get head(): Head {
		return this.#head;
	}

	/** Revision up to which the newest batch invalidated the history. 0 when it did not. */
	get forgotten(): Revision {
		return this.#forgotten;
	}

	/** Commits a batch. When it throws, none of the batch exists, unless the commit itself failed: then the result is unknown. */
	run(batch: CommitBatch): CommitResult {
		// Times never decrease, so that the log can be searched by time. After a clock jump ahead, they stay the same until the clock
		// catches up.
		const timeMs = Math.max(this.#head.timeMs, Date.now());
		const transaction = new Transaction(this.#head);
		const writes: Writes = { ...mutationsOf(batch), timeMs, ignoresDamage: batch.ignoresDamage };
		this.#begin.run();
		try {
			this.#soleWriter.verify(this.#head.revision);
			for (let i = 0; i < batch.rows; ) {
				const end = endOfAtomic(batch.atomic, i);
				if (end === undefined) this.#apply(writes, i++, transaction);
				else {
					this.#applyAll(writes, i, end, transaction);
					i = end;
				}
			}
			this.#commit.run();
		} catch (error) {
			if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
			this.#versions.rolledBack();
			throw error;
		}
		this.#versions.committed();
		this.#addToIndex(writes, transaction);
		this.#head = { revision: transaction.revision, objects: transaction.objects, sum: transaction.sum, timeMs };
		this.#forgotten = transaction.forgotten;
		return transaction.result(timeMs);
	}

	#addToIndex({ texts }: Mutations, { revisions, current }: Transaction): void {
		for (let i = 0; i < revisions.length; i++) {
			const revision = revisions[i] ?? 0;
			if (revision > 0) this.#index.add(revision, texts[textsEach * i] ?? '', texts[textsEach * i + 1] ?? '', current[i] ?? 0);
		}
	}

	/** Applies a range atomically. After a conflict, each mutation is refused with the revision that it would have found. */
	#applyAll(writes: Writes, start: number, end: number, transaction: Transaction): void {
		const before = transaction.mark();
		this.#db.exec('SAVEPOINT atomic');
		let accepted = true;
		for (let i = start; i < end && accepted; i++) accepted = this.#apply(writes, i, transaction);
		if (!accepted) {
			this.#db.exec('ROLLBACK TO atomic');
			// The rollback also undid versions added in the range.
			this.#versions.rolledBack();
			transaction.returnTo(before);
			for (let i = start; i < end; i++) {
				const [resource = '', namespace = '', name = ''] = writes.texts.slice(textsEach * i, textsEach * i + 3);
				const current = this.#read.get(resource, namespace, name) as unknown as Current | undefined;
				transaction.refuse(current?.[0] ?? 0);
			}
		}
		this.#db.exec('RELEASE atomic');
	}

	/** Applies one mutation; returns false when it was refused. */
	#apply({ texts, expected: all, bytes: contents, timeMs, ignoresDamage }: Writes, i: number, transaction: Transaction): boolean {
		const resource = texts[textsEach * i] ?? '';
		const namespace = texts[textsEach * i + 1] ?? '';
		const name = texts[textsEach * i + 2] ?? '';
		const side = texts[textsEach * i + 3] ?? '';
		const version = texts[textsEach * i + 4] ?? '';
		const expected = all[i] ?? 0;
		const bytes = contents[i];
		const next = transaction.revision + 1;
		const checksum = bytes === undefined ? 0 : this.#checksums.of(resource, namespace, name, next, version, side, bytes);
		const versionId = bytes === undefined ? 0 : this.#versions.id(version);
		if (expected === 0 && bytes !== undefined) {
			// The most common write, a create, needs one statement, because the unique index itself detects an existing object.
			const made = this.#insert.run(resource, namespace, name, next, versionId, checksum, side, bytes).changes;
			if (made === 1) {
				const objects = transaction.objects + 1;
				const sum = sumWith(transaction.sum, checksum);
				const entry = this.#checksums.ofEntry({ revision: next, timeMs, resource, namespace, name, deleted: 0, previous: 0, replaced: 0, objects, sum });
				this.#log.run(next, timeMs, resource, namespace, name, 0, 0, 0, 0, objects, sum, entry, null, null);
				transaction.accept(next, objects, sum, undefined, '');
				return true;
			}
		}
		const current = this.#read.get(resource, namespace, name) as unknown as Current | undefined;
		if (current === undefined || current[0] !== expected) {
			transaction.refuse(current?.[0] ?? 0);
			return false;
		}
		const [previous, previousSide, previousBytes, previousVersion, replaced, rowid] = current;
		const deleted = bytes === undefined ? 1 : 0;
		// Followers get the last state of a deleted object from here.
		if (deleted === 1 && !this.#isWhole(resource, namespace, name, current)) {
			if (ignoresDamage?.includes(i) !== true)
				throw new DamagedRowError(`${resource} ${namespace}/${name} differs from the state written at revision ${previous}`);
			this.#deleteDamaged({ resource, namespace, name, revision: next, timeMs }, rowid, transaction);
			return true;
		}
		const objects = transaction.objects - deleted;
		const sum = sumWith(sumWithout(transaction.sum, replaced), checksum);
		if (bytes === undefined) this.#delete.run(rowid);
		else this.#update.run(next, versionId, checksum, side, bytes, rowid);
		const entry = this.#checksums.ofEntry({ revision: next, timeMs, resource, namespace, name, deleted, previous, replaced, objects, sum });
		this.#log.run(next, timeMs, resource, namespace, name, deleted, previous, previousVersion, replaced, objects, sum, entry, previousSide, previousBytes);
		transaction.accept(next, objects, sum, current, this.#versions.text(previousVersion));
		return true;
	}

	#isWhole(resource: string, namespace: string, name: string, [revision, side, bytes, version, checksum]: Current): boolean {
		return this.#checksums.of(resource, namespace, name, revision, this.#versions.text(version), side, bytes) === checksum;
	}

	/**
	 * Deletes a damaged object. Its last state is unknown, so the history restarts after the deletion. Its checksum is unreliable, so the
	 * sum is computed again.
	 */
	#deleteDamaged(change: Key & { readonly revision: Revision; readonly timeMs: number }, rowid: number, transaction: Transaction): void {
		const { resource, namespace, name, revision, timeMs } = change;
		this.#delete.run(rowid);
		const objects = transaction.objects - 1;
		const sum = Number(this.#db.prepare(`SELECT coalesce(sum(checksum), 0) % ${sumModulus} AS sum FROM objects`).get()?.sum);
		const entry = this.#checksums.ofEntry({ revision, timeMs, resource, namespace, name, deleted: 1, previous: 0, replaced: 0, objects, sum });
		this.#log.run(revision, timeMs, resource, namespace, name, 1, 0, 0, 0, objects, sum, entry, null, null);
		writeMeta(this.#db, 'oldest', String(revision));
		transaction.accept(revision, objects, sum, undefined, '');
		transaction.forgotten = revision;
	}
}

function endOfAtomic(atomic: Uint32Array | undefined, start: number): number | undefined {
	if (atomic === undefined) return undefined;
	for (let pair = 0; pair < atomic.length; pair += 2) if (atomic[pair] === start) return atomic[pair + 1];
	return undefined;
}
