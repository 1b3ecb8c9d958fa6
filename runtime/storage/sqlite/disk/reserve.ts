/**
 * Space that is kept for the day when the disk is full: a file beside the database that is given up then. Deleting writes
 * before it frees (the log, the history), so without it nothing could be deleted any more. What was given up serves only
 * writes that make room, until there is enough to keep again.
 *
 * The file says how things stand across restarts: absent, not kept yet; empty, given up.
 */
import { closeSync, lstatSync, openSync, renameSync, rmSync, statfsSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { codes, sqliteCode } from '../database/codes.ts';

/** Some hundred deletes one by one, or thousands together, when nothing comes back in between. */
const mostBytes = 16 * 1024 * 1024;
/** On a small disk, this part of it. */
const partOfDisk = 1 / 16;
/** Less is no help. */
const leastBytes = 256 * 1024;
/** The index of a log of 64 MiB, a kubeconfig, a few keys. */
const pieceToStartBytes = 192 * 1024;

/** Small, since it lies in the memory of an idle server until it is collected. */
const pieceBytes = 64 * 1024;

export interface DiskSpace {
	/** Of the whole disk. */
	readonly total: number;
	readonly free: number;
}

export class Reserve {
	readonly #path: string;
	readonly #space: () => DiskSpace;
	readonly #bytes: number;
	#state: 'none' | 'held' | 'spent';
	#heldBytes: number;

	/** `space`: of the disk that holds the database. */
	constructor(databasePath: string, space: () => DiskSpace = () => spaceAround(databasePath)) {
		this.#path = `${databasePath}.reserve`;
		this.#space = space;
		this.#bytes = Math.min(mostBytes, Math.floor(space().total * partOfDisk));
		// Left by a process that was killed while it filled it.
		this.#removeNew();
		const found = lstatSync(this.#path, { throwIfNoEntry: false });
		const size = found?.isFile() === true ? found.size : undefined;
		this.#heldBytes = size ?? 0;
		this.#state = size === undefined ? 'none' : size === 0 ? 'spent' : 'held';
	}

	/** Given up, so that only what makes room may write. */
	get spent(): boolean {
		return this.#state === 'spent';
	}

	/** Gives up a piece, for what the server itself needs to start. False: there is nothing to give up. */
	giveUpPiece(): boolean {
		return this.#giveUp(pieceToStartBytes);
	}

	/** Takes it, or takes back what was given up, when as much again is free beside it. False: there is none. */
	take(): boolean {
		const held = this.#state === 'held';
		if (held && this.#heldBytes >= this.#bytes) return true;
		if (this.#bytes < leastBytes || this.#space().free < 2 * this.#bytes) return held;
		try {
			fill(`${this.#path}.new`, this.#bytes);
			// The name comes last: what is found at a start is whole.
			renameSync(`${this.#path}.new`, this.#path);
			this.#state = 'held';
			this.#heldBytes = this.#bytes;
			return true;
		} catch {
			// Somebody was faster, a quota says less than the disk, or something else has its name: the database works without it, and it is tried again.
			this.#removeNew();
			return held;
		}
	}

	/**
	 * Runs a write that leaves no trace when it throws. On a full disk one that makes room is run again with the reserve given up.
	 * `tidy` gives back what the log takes: so that the reserve is not used up by it, and after a write that found no room, since
	 * what that wrote into the log before it failed lies there still.
	 * Throws an error with SQLite's code for a full disk where what is left is kept for others.
	 */
	run<T>(makesRoom: boolean, write: () => T, tidy: () => void): T {
		if (this.#state === 'spent' && !this.take() && !makesRoom) throw new KeptForDeletes(2 * this.#bytes);
		try {
			return write();
		} catch (error) {
			if (!makesRoom || sqliteCode(error) !== codes.full) throw error;
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
		// A folder is somebody else's. Without a place for what is kept, the database works without it.
		if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) rmSync(path, { force: true });
	}
}

class KeptForDeletes extends Error {
	readonly errcode = codes.full;
	constructor(bytes: number) {
		super(`what is left of the disk is kept for deletes; ${Math.ceil(bytes / 1024 / 1024)} MiB must be free`);
	}
}

/** What does not compress, so that it takes as much of the disk as it says. */
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
