/** Makes the folder that everything is kept in, with what is missing above it. */
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Its owner's alone: it holds keys and secrets. */
const mode = 0o700;
const writableForOthers = 0o022;

/**
 * Resolves to the folders that it made, the outermost first. Rejects with the system's own error. Level by level: Node's recursive
 * form hides what a read-only file system says, and never comes back from one that makes no folders.
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
		if (!found.isDirectory()) throw new Error('it is not a folder', { cause: error });
		return [];
	}
}

/** Takes away again the folders that were made for nothing, with locks that nobody holds any more. One that holds anything else stays. */
export async function removeDataFolders(made: readonly string[]): Promise<void> {
	for (const folder of made.toReversed()) {
		const names = await readdir(folder);
		if (!names.every((name) => name.endsWith('.lock'))) return;
		for (const name of names) await rm(join(folder, name));
		await rmdir(folder);
	}
}

/** Whether it is this user's, and nobody else may write to it. Windows has no such modes: there the folder's own rules hold. */
export async function isOursAlone(path: string): Promise<boolean> {
	const uid = process.getuid?.();
	if (uid === undefined) return true;
	const found = await stat(path);
	return found.uid === uid && (found.mode & writableForOthers) === 0;
}
