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
	if (statSync(path, { throwIfNoEntry: false }) === undefined)
		throw new StorageRefusedError(`the database ${path} is a symbolic link to what is not there: ${howToGoOn}`);
	return realpathSync(path);
}

/** Throws StorageRefusedError for what is no file of its own. */
export function refuseOddFile(path: string, found: Stats): void {
	if (!found.isFile()) throw new StorageRefusedError(`the database ${path} is not a file: name another place with --datastore sqlite:PATH`);
	// Each name has a log and a lock of its own, so that two servers could write to one file.
	if (found.nlink > 1)
		throw new StorageRefusedError(
			`the database ${path} has ${found.nlink} names (hard links), and each would have a log of its own: delete the others, or replace them by copies made with \`backup\``,
		);
}
