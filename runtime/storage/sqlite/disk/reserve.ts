/**
 * Reserved disk space: a file next to the database that is released when the disk is full. A delete writes (to the log and the history)
 * before it frees space, so without a reserve no object could be deleted. The released space serves only writes that lead to a delete,
 * until there is enough free space to reserve it again. An absent file means that no space was reserved yet; an empty one means that the
 * reserve is released.
 */
import { closeSync, lstatSync, openSync, renameSync, rmSync, statfsSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { codes, sqliteCode } from '../database/codes.ts';

/** Size of the reserve. It suffices for some hundred separate deletes, or thousands in batches, if no other space is freed. */
const mostBytes = 16 * 1024 * 1024;
/** Fraction of a small disk. */
const partOfDisk = 1 / 16;
/** A smaller reserve does not help. */
const leastBytes = 256 * 1024;
/** Size of the piece that is released for a start: the index of a 64 MiB log, a kubeconfig, and a few keys. */
const pieceToStartBytes = 192 * 1024;

/** Size of a write. It is small, because the buffer stays in the memory of an idle server until a garbage collection. */
const pieceBytes = 64 * 1024;

export interface DiskSpace {
	/** Size of the whole disk. */
	readonly total: number;
	readonly free: number;
}

export class Reserve {
	readonly #path: string;
	readonly #space: () => DiskSpace;
	readonly #bytes: number;
	#state: 'none' | 'held' | 'spent';
	#heldBytes: number;

	/** `space`: returns the space of the disk with the database. */
	constructor(databasePath: string, space: () => DiskSpace = () => spaceAround(databasePath)) {
		this.#path = `${databasePath}.reserve`;
		this.#space = space;
		this.#bytes = Math.min(mostBytes, Math.floor(space().total * partOfDisk));
		// The process was killed while it filled the reserve.
		this.#removeNew();
		const found = lstatSync(this.#path, { throwIfNoEntry: false });
		const size = found?.isFile() === true ? found.size : undefined;
		this.#heldBytes = size ?? 0;
		this.#state = size === undefined ? 'none' : size === 0 ? 'spent' : 'held';
	}

	/** True when the reserve is released. Then only writes that lead to a delete are allowed. */
	get spent(): boolean {
		return this.#state === 'spent';
	}

	/** Releases a piece for files that the server needs to start. Returns false when no reserve is left. */
	giveUpPiece(): boolean {
		return this.#giveUp(pieceToStartBytes);
	}

	/** Reserves the space. A released reserve is restored when as much again is free. Returns false when there is no reserve. */
	take(): boolean {
		const held = this.#state === 'held';
		if (held && this.#heldBytes >= this.#bytes) return true;
		if (this.#bytes < leastBytes || this.#space().free < 2 * this.#bytes) return held;
		try {
			fill(`${this.#path}.new`, this.#bytes);
			// The rename comes last, so that a reserve that exists at a start is complete.
			renameSync(`${this.#path}.new`, this.#path);
			this.#state = 'held';
			this.#heldBytes = this.#bytes;
			return true;
		} catch {
			// Another program took the space, a quota is stricter than the disk, or a folder has the file's name. The database works
			// without a reserve, and the next call tries again.
			this.#removeNew();
			return held;
		}
	}

	/**
	 * Runs a write that leaves no trace when it throws. On a full disk, a write that makes room is retried after the reserve is released.
	 * `tidy` truncates the log. It runs before the retry, so that the log does not use up the released space. It runs again after a failed
	 * retry, because pages of the failed write remain in the log. Throws an error with SQLite's code for a full disk when the remaining
	 * space is kept for deletes.
	 */
	run<T>(freesSpace: boolean, write: () => T, tidy: () => void): T {
		if (this.#state === 'spent' && !this.take() && !freesSpace) throw new KeptForDeletes(2 * this.#bytes);
		try {
			return write();
		} catch (error) {
			if (!freesSpace || sqliteCode(error) !== codes.full) throw error;
			const given = this.#giveUp(this.#heldBytes);
			tidy();
			if (!given) throw error;
		}
		try {
			return write();
		} catch (error) {
			if (sqliteCode(error) === codes.full) tidy();
			throw error;
		}
	}

	#giveUp(bytes: number): boolean {
		if (this.#state !== 'held') return false;
		this.#heldBytes = Math.max(0, this.#heldBytes - bytes);
		truncateSync(this.#path, this.#heldBytes);
		if (this.#heldBytes === 0) this.#state = 'spent';
		return true;
	}

	#removeNew(): void {
		const path = `${this.#path}.new`;
		// A folder of this name is not the server's. Without a reserve, the database still works.
		if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) rmSync(path, { force: true });
	}
}

class KeptForDeletes extends Error {
	readonly errcode = codes.full;
	constructor(bytes: number) {
		super(`the remaining disk space is reserved for deletes; ${Math.ceil(bytes / 1024 / 1024)} MiB must be free`);
	}
}

/** Writes bytes that cannot be compressed, so that the file takes its full size on any disk. */
function fill(path: string, bytes: number): void {
	const file = openSync(path, 'w', 0o600);
	try {
		const piece = crypto.getRandomValues(new Uint8Array(Math.min(pieceBytes, bytes)));
		for (let left = bytes; left > 0; left -= writeSync(file, piece, 0, Math.min(left, piece.length)));
	} catch (error) {
		rmSync(path);
		throw error;
	} finally {
		closeSync(file);
	}
}

export function spaceAround(databasePath: string): DiskSpace {
	const { bsize, blocks, bavail } = statfsSync(dirname(databasePath));
	return { total: blocks * bsize, free: bavail * bsize };
}
