/**
 * Whether the files that a database has open are still those that their names lead to: what is written to others is lost at the end.
 *
 * Asked before each acknowledgement, so the question is put to their folder: a name cannot be taken from a file without a change of
 * the folder's time. The log itself is not asked for its times, since a file system that tells them exactly must then write
 * a new one with each of our writes, and the sync of it takes a quarter longer (seen on ext4 of Linux 6.13 and newer).
 */
import { type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Within one tick of a file system's clock (2 s at worst) two changes of a folder look like one. */
const tickMs = 3000;

export class Presence {
	readonly #now: () => number;
	readonly #folderPath: string;
	readonly #paths: readonly string[];
	/** Unknown until the file is first seen. */
	readonly #files: (Stats | undefined)[];
	#folder: Stats | undefined;

	/** `now`: milliseconds, by the clock of the file system. */
	constructor(databasePath: string, now: () => number) {
		this.#now = now;
		this.#folderPath = dirname(databasePath);
		this.#paths = [databasePath, `${databasePath}-wal`];
		this.#files = this.#paths.map(statOf);
	}

	/** Throws when one was deleted or replaced. */
	verify(): void {
		const folder = statOf(this.#folderPath);
		if (folder !== undefined && this.#folder !== undefined && isSame(folder, this.#folder) && folder.ctimeMs === this.#folder.ctimeMs) return;
		this.#verifyFiles();
		this.#folder = folder !== undefined && this.#now() - folder.ctimeMs > tickMs ? folder : undefined;
	}

	#verifyFiles(): void {
		for (const [i, path] of this.#paths.entries()) {
			const found = statOf(path);
			const known = this.#files[i];
			if (known === undefined) this.#files[i] = found;
			else if (found === undefined || !isSame(found, known))
				throw new Error(`${path} was ${found === undefined ? 'deleted' : 'replaced'} while the server used it`);
		}
	}
}

function isSame(a: Stats, b: Stats): boolean {
	return a.ino === b.ino && a.dev === b.dev;
}

function statOf(path: string): Stats | undefined {
	return statSync(path, { throwIfNoEntry: false });
}
