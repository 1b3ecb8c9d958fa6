/** Operations of the worker on an open database. They are synchronous, so requests are served in the order of their arrival. */
import type { DatabaseSync } from 'node:sqlite';
import { CompactedError } from '../../store.ts';
import { type BackgroundCheckpoints, Checkpointer } from '../checkpoint/checkpoint.ts';
import { DamagedLogError, type LogDamage } from '../checks/damage.ts';
import { LogCheck } from '../checks/log.ts';
import { LogFile } from '../checks/log-file.ts';
import type { Mark } from '../checks/mark.ts';
import { Presence } from '../checks/presence.ts';
import { codes, sqliteCode } from '../database/codes.ts';
import type { Database } from '../database/database.ts';
import { SoleWriter } from '../database/sole-writer.ts';
import { Versions } from '../database/versions.ts';
import { Fullness } from '../disk/fullness.ts';
import { LogRoom, NoRoomForLog } from '../disk/log-room.ts';
import { type Reserve, spaceAround } from '../disk/reserve.ts';
import type { CallName, ChangesQuery, CommitBatch, OpenOptions, Request, StoreState } from '../protocol.ts';
import { Committer } from './commit.ts';
import { Compactor, rowsPerStep } from './compact.ts';
import { messageOf } from './failure.ts';
import { LogIndex } from './log-index.ts';
import { openLocked } from './open-locked.ts';
import { Reader, resourcesIn } from './read.ts';
import { Snapshot } from './snapshot.ts';

export interface Answer {
	readonly value: unknown;
	readonly transfer: readonly ArrayBuffer[];
}

export interface SessionContext {
	readonly checkpoints: () => BackgroundCheckpoints;
	readonly failed: (error: unknown) => void;
	readonly report: (sentence: string) => void;
}

export class Session {
	readonly opened: StoreState;
	readonly #database: Database;
	readonly #lock: DatabaseSync;
	readonly #committer: Committer;
	readonly #compactor: Compactor;
	readonly #checkpointer: Checkpointer;
	readonly #reserve: Reserve;
	readonly #logRoom: LogRoom;
	readonly #fullness: Fullness;
	readonly #versions: Versions;
	readonly #mark: Mark;
	readonly #soleWriter: SoleWriter;
	readonly #presence: Presence;
	readonly #logFile: LogFile;
	readonly #logIndex: LogIndex;
	readonly #logCheck: LogCheck;
	readonly #report: (sentence: string) => void;
	/** True when the log's tree is damaged, so that deleting from it could destroy intact data. */
	#logIsBroken = false;
	/** True when the disk has no space to copy the log into the database. */
	#logIsStuck = false;
	#reader: Reader | undefined;
	#snapshot: Snapshot | undefined;

	/** `failed`: receives failures that no request caused. `report`: receives sentences for the administrator. */
	constructor(options: OpenOptions, { checkpoints, failed, report }: SessionContext) {
		const { database, mark, reserve, lock } = openLocked(options);
		this.#database = database;
		this.#mark = mark;
		this.#reserve = reserve;
		this.#lock = lock;
		try {
			const { db, path, found } = database;
			const { head, oldest, history, reports } = found;
			this.opened = { revision: head.revision, oldest, history, reports };
			this.#soleWriter = new SoleWriter(db, path);
			this.#versions = new Versions(db);
			this.#logIndex = new LogIndex(oldest);
			this.#committer = new Committer(db, this.#soleWriter, this.#versions, this.#logIndex, head);
			this.#logCheck = new LogCheck(path, this.#versions, this.#logIndex, oldest, head.revision);
			this.#presence = new Presence(path, Date.now);
			this.#logFile = new LogFile(db, path);
			this.#compactor = new Compactor(db, this.#logIndex, oldest);
			this.#logRoom = new LogRoom(db, path, () => spaceAround(path));
			this.#checkpointer = new Checkpointer(db, checkpoints, failed, this.#logRoom.pagesAtMost);
			this.#fullness = new Fullness(path, report, () => performance.now());
			this.#report = report;
		} catch (error) {
			this.leave();
			throw error;
		}
	}

	handle({ name, request }: Request<Exclude<CallName, 'close'>>): Answer {
		switch (name) {
			case 'commit':
				return this.#commit(request as CommitBatch);
			case 'snapshotOpen':
				this.#snapshot?.close();
				this.#snapshot = new Snapshot(this.#database.path, this.#versions, this.#committer.head, this.#report);
				return plain(this.#committer.head.revision);
			case 'snapshotNext':
				return this.#snapshotNext(request as ArrayBuffer | null);
			case 'changes':
				return this.#changes(request as ChangesQuery);
			case 'resources':
				return plain(resourcesIn(this.#database.db));
			case 'revisionAt':
				return plain(this.#reading().revisionAt(request as number, this.#compactor.oldest, this.#committer.head.revision) ?? this.#compactor.oldest);
			case 'verifyLog':
				return plain({ done: this.#ofLog(() => this.#logCheck.step(), true), oldest: this.#compactor.oldest });
			case 'compact':
				return this.#compact(request as number);
			case 'wipe':
				return plain(this.#compactor.wipe() && this.#checkpointer.giveBack());
			case 'releaseReserve':
				return plain(this.#reserve.giveUpPiece());
			case 'loseLog':
				return plain(this.#loseLog(request as LogDamage));
		}
	}

	#commit(batch: CommitBatch): Answer {
		const value = this.#written(batch);
		if (this.#committer.forgotten > 0) this.#compactor.lose(this.#committer.forgotten);
		// A write to a deleted or replaced file must not be acknowledged.
		this.#presence.verify();
		this.#mark.write(this.#committer.head.revision, this.#committer.head);
		this.#checkpoint(batch.rows);
		return { value, transfer: [value.buffer] };
	}

	#written(batch: CommitBatch): ReturnType<Committer['run']> {
		const bytes = batch.buffer.byteLength;
		try {
			if (!batch.freesSpace) this.#keepRoomFor(bytes);
			const value = this.#reserve.run(
				batch.freesSpace,
				() => this.#committer.run(batch),
				() => this.#tidy(),
			);
			if (!batch.freesSpace) this.#fullness.written(bytes);
			return value;
		} catch (error) {
			if (sqliteCode(error) === codes.full) this.#fullness.refused(bytes, messageOf(error));
			throw error;
		}
	}

	/** Refuses a write after which the log could no longer be copied. */
	#keepRoomFor(bytes: number): void {
		if (this.#logRoom.takes(bytes)) return;
		if (this.#logRoom.fits()) this.#checkpointer.giveBack();
		if (!this.#logRoom.takes(bytes)) throw new NoRoomForLog();
	}

	/** Checkpoints if needed. A full disk is no error: committed data is durable in the log and stays there. */
	#checkpoint(rows: number): void {
		if (this.#reserve.spent) this.#tidy();
		else this.#checkpointer.committed(rows);
	}

	#tidy(): void {
		try {
			if (!this.#logIsStuck && this.#logRoom.fits()) this.#checkpointer.giveBack();
		} catch (error) {
			if (sqliteCode(error) !== codes.full) throw error;
			// Retrying after each write would copy many pages in vain.
			this.#logIsStuck = true;
		}
	}

	#snapshotNext(spare: ArrayBuffer | null): Answer {
		if (!this.#snapshot) throw new Error('no snapshot is open');
		const value = this.#snapshot.next(spare);
		if (value.revisions.length === 0) {
			this.#snapshot.close();
			this.#snapshot = undefined;
			// Space is reserved only after all rows were read, because a damaged database is refused and must stay unchanged.
			this.reserve();
		}
		return { value, transfer: [value.bytes.buffer] };
	}

	#changes(query: ChangesQuery): Answer {
		this.#refuseForgotten(query.after);
		return this.#ofHistory(() => {
			const upTo = Math.min(query.upTo, this.#committer.head.revision);
			const value = this.#reading().changes({ ...query, upTo });
			return { value, transfer: [value.bytes.buffer] };
		});
	}

	#compact(before: number): Answer {
		if (this.#logIsBroken) return plain({ oldest: this.#compactor.oldest, done: true });
		const upTo = Math.min(before, this.#committer.head.revision);
		const done = this.#reserve.run(
			true,
			() => this.#compactor.step(upTo, this.#reserve.spent),
			() => this.#tidy(),
		);
		this.#logIsStuck = false;
		this.#checkpoint(rowsPerStep);
		return plain({ oldest: this.#compactor.oldest, done });
	}

	/** Reports whether the file has never been written to. */
	get isEmpty(): boolean {
		return this.#committer.head.timeMs === 0;
	}

	/** Reserves space for a full disk. */
	reserve(): void {
		if (!this.#reserve.spent) this.#reserve.take();
	}

	/** Reads history. A damaged history counts as compacted: the client restarts from the current state. */
	#ofHistory(read: () => Answer): Answer {
		return this.#ofLog(read, undefined) ?? this.#forgotten();
	}

	/** Uses the log. Returns `lost` when it turns out to be damaged. */
	#ofLog<T, L>(use: () => T, lost: L): T | L {
		try {
			return use();
		} catch (error) {
			const damage = sqliteCode(error) === codes.corrupt ? new DamagedLogError('it cannot be read', true) : error;
			if (!(damage instanceof DamagedLogError)) throw error;
			this.#loseLog(damage);
			return lost;
		}
	}

	/** Drops a damaged log. Returns the revision from which the history is complete again. */
	#loseLog({ message, structural }: LogDamage): number {
		this.#logIsBroken ||= structural;
		this.#compactor.lose(this.#committer.head.revision);
		this.#report(
			`the history in ${this.#database.path} is damaged and not served (${message}); all objects are intact: back up and restore to repair the database`,
		);
		return this.#compactor.oldest;
	}

	#forgotten(): never {
		throw new CompactedError(this.#compactor.oldest);
	}

	/**
	 * Verifies the files. Called periodically, because files may be deleted, or another program may write, while this server writes
	 * nothing.
	 */
	verifyPresence(): void {
		this.#presence.verify();
		this.#logFile.verify();
		this.#soleWriter.verify(this.#committer.head.revision);
	}

	#refuseForgotten(revision: number): void {
		if (revision < this.#compactor.oldest) throw new CompactedError(this.#compactor.oldest);
	}

	#reading(): Reader {
		this.#reader ??= new Reader(this.#database.path, this.#versions, this.#logIndex);
		return this.#reader;
	}

	async close(): Promise<void> {
		await this.#checkpointer.close();
		// On a full disk, copying the log would use the remaining space and not complete. The log's index would then find no space at the
		// next start.
		if (this.#reserve.spent || this.#logRoom.isTight()) this.leave();
		else this.#end(() => this.#database.close());
	}

	/** Closes without copying the log, so that a damaged database stays unchanged. */
	leave(): void {
		this.#end(() => this.#database.closeWithLog());
	}

	#end(closeDatabase: () => void): void {
		this.#snapshot?.close();
		this.#reader?.close();
		this.#mark.close();
		closeDatabase();
		this.#lock.close();
	}
}

function plain(value: unknown): Answer {
	return { value, transfer: [] };
}
