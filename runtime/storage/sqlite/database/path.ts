/** The one name of a database, by which its lock, its log and its mark are called. */
import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StorageRefusedError } from '../../errors.ts';
import { howToGoOn } from '../advice.ts';

/** Without symbolic links. The file need not be there; its folder must. Throws StorageRefusedError. */
export function databasePath(path: string): string {
	const folder = dirname(path);
	try {
		const real = join(realpathSync(folder), basename(path));
		return lstatSync(real, { throwIfNoEntry: false })?.isSymbolicLink() === true ? linked(real) : real;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT')
			throw new StorageRefusedError(`there is no folder ${folder} to keep ${basename(path)} in`, { cause: error });
		throw error;
	}
}

function linked(path: string): string {
	if (leadsNowhere(path)) throw new StorageRefusedError(`the database ${path} is a symbolic link to what is not there: ${howToGoOn}`);
	if (!isFile(path)) throw notAFile(path);
	return realpathSync(path);
}

function leadsNowhere(path: string): boolean {
	try {
		return statSync(path, { throwIfNoEntry: false }) === undefined;
	} catch (error) {
		// A link to itself leads nowhere either.
		if ((error as NodeJS.ErrnoException).code === 'ELOOP') return true;
		throw error;
	}
}

function notAFile(path: string): StorageRefusedError {
	return new StorageRefusedError(`the database ${path} is not a file: name another place with --datastore sqlite:PATH`);
}

/** What SQLite and this server call by the name of a database. */
const parts = ['-wal', '-shm', '-journal', '.mark', '.lock'];

/** Throws StorageRefusedError. Some are waited for without end when they are opened, such as a pipe, and a lock holds nobody off on a device. */
export function refuseOddParts(path: string): void {
	for (const part of parts.map((each) => `${path}${each}`)) {
		if (lstatSync(part, { throwIfNoEntry: false }) !== undefined && !isFile(part))
			throw new StorageRefusedError(`${part} is not a file, as one that belongs to the database ${path} must be: take away what is in its place`);
	}
}

function isFile(path: string): boolean {
	try {
		return statSync(path).isFile();
	} catch {
		// A link to nothing, or to itself.
		return false;
	}
}

/** Throws StorageRefusedError for what is no file of its own. */
export function refuseOddFile(path: string, found: Stats): void {
	if (!found.isFile()) throw notAFile(path);
	// Each name has a log and a lock of its own, so that two servers could write to one file.
	if (found.nlink > 1)
		throw new StorageRefusedError(
			`the database ${path} has ${found.nlink} names (hard links), and each would have a log of its own: delete the others, or replace them by copies made with \`backup\``,
		);
}
