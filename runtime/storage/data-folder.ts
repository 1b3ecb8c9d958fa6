/** Makes the folder that everything is kept in, with what is missing above it. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Its owner's alone: it holds keys and secrets. */
const mode = 0o700;
const writableForOthers = 0o022;

/**
 * Rejects with the system's own error. Level by level: Node's recursive form hides what a read-only file system says, and
 * never comes back from one that makes no folders.
 */
export async function makeDataFolder(path: string): Promise<void> {
	try {
		await mkdir(path, { mode });
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT' && dirname(path) !== path) {
			await makeDataFolder(dirname(path));
			await mkdir(path, { mode });
			return;
		}
		const found = await stat(path).catch(() => undefined);
		if (found === undefined) throw error;
		if (!found.isDirectory()) throw new Error('it is not a folder', { cause: error });
	}
}

/** Whether it is this user's, and nobody else may write to it. Windows has no such modes: there the folder's own rules hold. */
export async function isOursAlone(path: string): Promise<boolean> {
	const uid = process.getuid?.();
	if (uid === undefined) return true;
	const found = await stat(path);
	return found.uid === uid && (found.mode & writableForOthers) === 0;
}
