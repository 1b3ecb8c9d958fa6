/** What the worker can be asked, over one open database. Synchronous: requests are served in the order in which they came. */
import { CompactedError } from '../store.ts';
import { type BackgroundCheckpoints, Checkpointer } from './checkpoint.ts';
import { Committer } from './commit.ts';
import { Compactor, rowsPerStep } from './compact.ts';
import { codes, type Database, openDatabase, sqliteCode } from './database.ts';
import { LogRoom, NoRoomForLog } from './log-room.ts';
import { readMeta } from './meta.ts';
import type { CallName, ChangesQuery, CommitBatch, Failure, Opened, OpenOptions, Request } from './protocol.ts';
import { Reader, resourcesIn, Snapshot } from './read.ts';
import { Reserve, spaceAround } from './reserve.ts';

export interface Answer {
	readonly value: unknown;
	readonly transfer: readonly ArrayBuffer[];
}

export class Session {
	readonly opened: Opened;
	readonly #database: Database;
	readonly #committer: Committer;
	readonly #compactor: Compactor;
	readonly #checkpointer: Checkpointer;
	readonly #reserve: Reserve;
	readonly #logRoom: LogRoom;
	/** The disk has no room for what the log would move into the database. */
	#logIsStuck = false;
	#reader: Reader | undefined;
	#snapshot: Snapshot | undefined;

	/** `failed` hears of a failure that no request caused. */
	constructor(options: OpenOptions, checkpoints: () => BackgroundCheckpoints, failed: (error: unknown) => void) {
		this.#reserve = new Reserve(options.path);
		this.#reserve.makeRoomToOpen();
		this.#database = openDatabase(options);
		const { db } = this.#database;
		const oldest = Number(readMeta(db, 'oldest') ?? 0);
		const last = db.prepare('SELECT revision, time_ms FROM revisions ORDER BY revision DESC LIMIT 1').get();
		// A forgotten log leaves `oldest` behind, which is never below what was handed out: no revision is used twice.
		const revision = Math.max(oldest, Number(last?.revision ?? 0));
		this.#committer = new Committer(db, revision, Number(last?.time_ms ?? 0));
		this.#compactor = new Compactor(db, oldest);
		this.#checkpointer = new Checkpointer(db, checkpoints, failed);
		this.#logRoom = new LogRoom(db, options.path, () => spaceAround(options.path));
		this.opened = { revision, oldest, history: this.#database.history };
	}

	handle({ name, request }: Request<Exclude<CallName, 'close'>>): Answer {
		switch (name) {
			case 'commit':
				return this.#commit(request as CommitBatch);
			case 'snapshotOpen':
				this.#snapshot?.close();
				this.#snapshot = new Snapshot(this.#database.path);
				return plain(this.#committer.revision);
			case 'snapshotNext':
				return this.#snapshotNext(request as ArrayBuffer | null);
			case 'changes':
				return this.#changes(request as ChangesQuery);
			case 'at':
				return this.#at(request as Parameters<Reader['at']>[0]);
			case 'resources':
				return plain(resourcesIn(this.#database.db));
			case 'revisionAt':
				return plain(this.#reading().revisionAt(request as number, this.#compactor.oldest, this.#committer.revision) ?? this.#compactor.oldest);
			case 'compact':
				return this.#compact(request as number);
		}
	}

	#commit(batch: CommitBatch): Answer {
		if (!batch.makesRoom) this.#keepRoomFor(batch.bytes.buffer.byteLength);
		const value = this.#reserve.run(
			batch.makesRoom,
			() => this.#committer.run(batch),
			() => this.#tidy(),
		);
		this.#checkpoint(batch.expected.length);
		return { value, transfer: [value.bytes.buffer] };
	}

	/** Refuses what would leave the log no place to go to. */
	#keepRoomFor(bytes: number): void {
		if (this.#logRoom.takes(bytes)) return;
		if (this.#logRoom.fits()) this.#checkpointer.giveBack();
		if (!this.#logRoom.takes(bytes)) throw new NoRoomForLog();
	}

	/** What is committed is durable in the log; a full disk only means that it stays there for now. */
	#checkpoint(rows: number): void {
		if (this.#reserve.spent) this.#tidy();
		else this.#checkpointer.committed(rows);
	}

	#tidy(): void {
		try {
			if (!this.#logIsStuck && this.#logRoom.fits()) this.#checkpointer.giveBack();
		} catch (error) {
			if (sqliteCode(error) !== codes.full) throw error;
			// Trying it again after each write would copy much for nothing.
			this.#logIsStuck = true;
		}
	}

	#snapshotNext(spare: ArrayBuffer | null): Answer {
		if (!this.#snapshot) throw new Error('no snapshot is open');
		const value = this.#snapshot.next(spare);
		if (value.revisions.length === 0) {
			this.#snapshot.close();
			this.#snapshot = undefined;
		}
		return { value, transfer: [value.bytes.buffer] };
	}

	#changes(query: ChangesQuery): Answer {
		this.#refuseForgotten(query.after);
		const value = this.#reading().changes(query);
		return { value, transfer: [value.bytes.buffer] };
	}

	#at(query: Parameters<Reader['at']>[0]): Answer {
		this.#refuseForgotten(query.revision);
		const value = this.#reading().at(query);
		return { value, transfer: [value.bytes.buffer] };
	}

	#compact(before: number): Answer {
		const upTo = Math.min(before, this.#committer.revision);
		const done = this.#reserve.run(
			true,
			() => this.#compactor.step(upTo, this.#reserve.spent),
			() => this.#tidy(),
		);
		this.#logIsStuck = false;
		this.#checkpoint(rowsPerStep);
		return plain({ oldest: this.#compactor.oldest, done });
	}

	/** Keeps space for the day when the disk is full; called when there is time. */
	reserve(): void {
		if (!this.#reserve.spent) this.#reserve.take();
	}

	#refuseForgotten(revision: number): void {
		if (revision < this.#compactor.oldest) throw new CompactedError(this.#compactor.oldest);
	}

	#reading(): Reader {
		this.#reader ??= new Reader(this.#database.path);
		return this.#reader;
	}

	async close(): Promise<void> {
		await this.#checkpointer.close();
		this.#snapshot?.close();
		this.#reader?.close();
		this.#database.close();
	}
}

function plain(value: unknown): Answer {
	return { value, transfer: [] };
}

/** What is not a full disk or a forgotten history is a disk or a program that cannot be trusted any more. */
export function describeFailure(error: unknown): Failure {
	if (error instanceof CompactedError) return { kind: 'compacted', oldest: error.oldest };
	const message = error instanceof Error ? error.message : String(error);
	if (sqliteCode(error) === codes.full) return { kind: 'full', message };
	if (sqliteCode(error) === codes.busy) return { kind: 'busy', message };
	return { kind: 'fatal', message };
}
