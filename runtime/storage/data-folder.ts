/** Creates the data directory and its missing parents. */
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Mode of the directory: accessible only to its owner, because it contains keys and secrets. */
const mode = 0o700;
const writableForOthers = 0o022;

/**
 * Resolves to the directories that it created, outermost first. Rejects with the system's own error. It creates them one by one. Node's
 * recursive mkdir hides the error of a read-only file system, and never returns on one that cannot create directories.
 */
export async function makeDataFolder(path: string): Promise<readonly string[]> {
	try {
		await mkdir(path, { mode });
		return [path];
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT' && dirname(path) !== path) {
			const above = await makeDataFolder(dirname(path));
			await mkdir(path, { mode });
			return [...above, path];
		}
		const found = await stat(path).catch(() => undefined);
		if (found === undefined) throw error;
		if (!found.isDirectory()) throw new Error('not a directory', { cause: error });
		return [];
	}
}

/**
 * Removes directories that were created for a failed start, with the unheld lock files in them. A directory with any other content stays.
 */
export async function removeDataFolders(made: readonly string[]): Promise<void> {
	for (const folder of made.toReversed()) {
		const names = await readdir(folder);
		if (!names.every((name) => name.endsWith('.lock'))) return;
		for (const name of names) await rm(join(folder, name));
		await rmdir(folder);
	}
}

/** Reports whether this user owns the directory and no other user may write to it. Windows has no such modes; its ACLs apply instead. */
export async function isOursAlone(path: string): Promise<boolean> {
	const uid = process.getuid?.();
	if (uid === undefined) return true;
	const found = await stat(path);
	return found.uid === uid && (found.mode & writableForOthers) === 0;
}
