/** Canonical path of a database, from which the names of its lock, log and mark are derived. */
import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StorageRefusedError } from '../../errors.ts';
import { recoveryHint } from '../recovery-hint.ts';

/** Returns the path without symbolic links. The file need not exist, but its folder must. Throws StorageRefusedError. */
export function databasePath(path: string): string {
	const folder = dirname(path);
	try {
		const real = join(realpathSync(folder), basename(path));
		return lstatSync(real, { throwIfNoEntry: false })?.isSymbolicLink() === true ? linked(real) : real;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new StorageRefusedError(`no directory ${folder} for ${basename(path)}`, { cause: error });
		throw error;
	}
}

function linked(path: string): string {
	if (leadsNowhere(path)) throw new StorageRefusedError(`the database ${path} is a symbolic link to a missing file: ${recoveryHint}`);
	if (!isFile(path)) throw notAFile(path);
	return realpathSync(path);
}

function leadsNowhere(path: string): boolean {
	try {
		return statSync(path, { throwIfNoEntry: false }) === undefined;
	} catch (error) {
		// A link to itself is dangling as well.
		if ((error as NodeJS.ErrnoException).code === 'ELOOP') return true;
		throw error;
	}
}

function notAFile(path: string): StorageRefusedError {
	return new StorageRefusedError(`the database ${path} is not a file: choose another location with --datastore sqlite:PATH`);
}

/** Suffixes of the files that SQLite and this server keep next to a database. */
const parts = ['-wal', '-shm', '-journal', '.mark', '.lock'];

/**
 * Refuses parts that are no regular files. Throws StorageRefusedError. Opening a pipe could block forever, and a lock on a device excludes
 * no other process.
 */
export function refuseOddParts(path: string): void {
	for (const part of parts.map((each) => `${path}${each}`)) {
		if (lstatSync(part, { throwIfNoEntry: false }) !== undefined && !isFile(part))
			throw new StorageRefusedError(`${part} is not a file, but the database ${path} needs a file there: remove the file or directory at that path`);
	}
}

function isFile(path: string): boolean {
	try {
		return statSync(path).isFile();
	} catch {
		// A dangling link, or a link to itself.
		return false;
	}
}

/** Throws StorageRefusedError for a file that is not regular or has several names. */
export function refuseOddFile(path: string, found: Stats): void {
	if (!found.isFile()) throw notAFile(path);
	// Each name would have its own log and lock, so two servers could write to one file.
	if (found.nlink > 1)
		throw new StorageRefusedError(
			`the database ${path} has ${found.nlink} names (hard links), and each would have its own log: delete the others, or replace them with copies made with \`backup\``,
		);
}
