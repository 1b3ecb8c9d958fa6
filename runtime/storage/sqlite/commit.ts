/** Writes a batch as one transaction and one sync, each mutation with its own outcome. Runs in the worker. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Revision } from '../store.ts';
import { type CommitBatch, type CommitResult, joinTexts, pack, splitTexts, unpack } from './protocol.ts';

/** Returned by statements as arrays: revision, side, bytes. */
type Current = [number, string, Uint8Array];

export class Committer {
	readonly #db: DatabaseSync;
	readonly #begin: StatementSync;
	readonly #commit: StatementSync;
	readonly #read: StatementSync;
	readonly #insert: StatementSync;
	readonly #update: StatementSync;
	readonly #delete: StatementSync;
	readonly #log: StatementSync;
	#revision: Revision;
	#timeMs: number;

	constructor(db: DatabaseSync, revision: Revision, timeMs: number) {
		this.#db = db;
		this.#revision = revision;
		this.#timeMs = timeMs;
		this.#begin = db.prepare('BEGIN IMMEDIATE');
		this.#commit = db.prepare('COMMIT');
		this.#read = db.prepare('SELECT revision, side, bytes FROM objects WHERE resource = ? AND namespace = ? AND name = ?');
		this.#read.setReturnArrays(true);
		this.#insert = db.prepare(
			'INSERT INTO objects (resource, namespace, name, revision, side, bytes) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (resource, namespace, name) DO NOTHING',
		);
		this.#update = db.prepare('UPDATE objects SET revision = ?, side = ?, bytes = ? WHERE resource = ? AND namespace = ? AND name = ?');
		this.#delete = db.prepare('DELETE FROM objects WHERE resource = ? AND namespace = ? AND name = ?');
		this.#log = db.prepare(
			'INSERT INTO revisions (revision, time_ms, resource, namespace, name, deleted, previous, side, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
		);
	}

	/** The newest revision that is durable. */
	get revision(): Revision {
		return this.#revision;
	}

	/** Nothing of the batch is there when this throws, unless the commit itself failed: then nobody can say. */
	run(batch: CommitBatch): CommitResult {
		// Never backwards, so that the log can be searched by time; a clock that jumped ahead is waited for.
		const timeMs = Math.max(this.#timeMs, Date.now());
		const transaction = new Transaction(this.#revision);
		this.#begin.run();
		try {
			const bytes = unpack(batch.bytes);
			const texts = splitTexts(batch.texts);
			const mutations: Mutations = { texts, expected: batch.expected, bytes, timeMs };
			for (let i = 0; i < batch.expected.length; ) {
				const end = endOfAtomic(batch.atomic, i);
				if (end === undefined) this.#apply(mutations, i++, transaction);
				else {
					this.#applyAll(mutations, i, end, transaction);
					i = end;
				}
			}
			this.#commit.run();
		} catch (error) {
			if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
			throw error;
		}
		this.#revision = transaction.revision;
		this.#timeMs = timeMs;
		return transaction.result(timeMs);
	}

	/** All of them, or none: then each is refused with what it would have met. */
	#applyAll(mutations: Mutations, start: number, end: number, transaction: Transaction): void {
		const before = transaction.mark();
		this.#db.exec('SAVEPOINT atomic');
		let accepted = true;
		for (let i = start; i < end && accepted; i++) accepted = this.#apply(mutations, i, transaction);
		if (!accepted) {
			this.#db.exec('ROLLBACK TO atomic');
			transaction.returnTo(before);
			for (let i = start; i < end; i++) {
				const [resource = '', namespace = '', name = ''] = mutations.texts.slice(4 * i, 4 * i + 3);
				const current = this.#read.get(resource, namespace, name) as unknown as Current | undefined;
				transaction.refuse(current?.[0] ?? 0);
			}
		}
		this.#db.exec('RELEASE atomic');
	}

	/** False: it was refused. */
	#apply({ texts, expected: all, bytes: contents, timeMs }: Mutations, i: number, transaction: Transaction): boolean {
		const expected = all[i] ?? 0;
		const bytes = contents[i];
		const resource = texts[4 * i] ?? '';
		const namespace = texts[4 * i + 1] ?? '';
		const name = texts[4 * i + 2] ?? '';
		const side = texts[4 * i + 3] ?? '';
		const next = transaction.revision + 1;
		if (expected === 0 && bytes !== undefined) {
			// The common create is one statement: the unique index itself says whether the object exists.
			const made = this.#insert.run(resource, namespace, name, next, side, bytes).changes;
			if (made === 1) {
				this.#log.run(next, timeMs, resource, namespace, name, 0, 0, null, null);
				transaction.accept(next, undefined);
				return true;
			}
		}
		const current = this.#read.get(resource, namespace, name) as unknown as Current | undefined;
		if (current === undefined || current[0] !== expected) {
			transaction.refuse(current?.[0] ?? 0);
			return false;
		}
		if (bytes === undefined) this.#delete.run(resource, namespace, name);
		else this.#update.run(next, side, bytes, resource, namespace, name);
		this.#log.run(next, timeMs, resource, namespace, name, bytes === undefined ? 1 : 0, current[0], current[1], current[2]);
		transaction.accept(next, current);
		return true;
	}
}

/** A batch, unpacked. */
interface Mutations {
	readonly texts: readonly string[];
	readonly expected: Float64Array;
	readonly bytes: readonly (Uint8Array | undefined)[];
	readonly timeMs: number;
}

function endOfAtomic(atomic: Uint32Array | undefined, start: number): number | undefined {
	if (atomic === undefined) return undefined;
	for (let pair = 0; pair < atomic.length; pair += 2) if (atomic[pair] === start) return atomic[pair + 1];
	return undefined;
}

/** What a transaction in progress has done; counts only when it commits. */
class Transaction {
	revision: Revision;
	readonly #revisions: Revision[] = [];
	readonly #current: Revision[] = [];
	readonly #sides: string[] = [];
	readonly #bytes: (Uint8Array | undefined)[] = [];

	constructor(revision: Revision) {
		this.revision = revision;
	}

	accept(revision: Revision, before: Current | undefined): void {
		this.revision = revision;
		this.#revisions.push(revision);
		this.#current.push(before?.[0] ?? 0);
		this.#sides.push(before?.[1] ?? '');
		this.#bytes.push(before?.[2]);
	}

	refuse(current: Revision): void {
		this.#revisions.push(0);
		this.#current.push(current);
		this.#sides.push('');
		this.#bytes.push(undefined);
	}

	mark(): { readonly revision: Revision; readonly count: number } {
		return { revision: this.revision, count: this.#revisions.length };
	}

	returnTo({ revision, count }: { readonly revision: Revision; readonly count: number }): void {
		this.revision = revision;
		for (const each of [this.#revisions, this.#current, this.#sides, this.#bytes]) each.length = count;
	}

	result(timeMs: number): CommitResult {
		return {
			timeMs,
			revisions: Float64Array.from(this.#revisions),
			current: Float64Array.from(this.#current),
			sides: joinTexts(this.#sides),
			bytes: pack(this.#bytes),
		};
	}
}
