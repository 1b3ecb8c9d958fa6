/** Work that runs before flags are parsed and speeds up the rest of the start. It loads little code. */
import { type Dirent, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { dataDirOf, datastoreOf } from './server/flags/data-dir.ts';
import { isOursAlone, makeDataFolder } from './storage/data-folder.ts';
import { beginThread } from './storage/index.ts';

/**
 * Enables the compile cache of an earlier start, so that it serves all further imports. Creates no files and prints nothing, because the
 * command line may not request a server.
 */
export async function useCompiled(args: readonly string[]): Promise<void> {
	if (hasCompileCache()) return;
	const above = resolve(dataDirOf(args));
	const folder = join(above, 'compiled');
	try {
		if ((await isOursAlone(above)) && (await isOursAlone(folder)) && oddAmong(entriesOf(folder)) === undefined) enableCompileCache(folder);
	} catch {
		// The folder does not exist yet.
	}
}

/** Reports whether the environment of the process names a compile cache (NODE_COMPILE_CACHE), such as the one beside the build. */
function hasCompileCache(): boolean {
	return process.env.NODE_COMPILE_CACHE !== undefined;
}

/**
 * Maximum number of cache files. Each build leaves about twenty, and nothing shows which of them are still used. If the cache is deleted,
 * the next start takes slightly longer, once.
 */
const mostCompiled = 500;

/**
 * Returns all entries, including those of nested folders. Node's own recursive option joins enough paths for
 * V8 to start optimizing that code.
 */
function entriesOf(folder: string): Dirent[] {
	const entries = readdirSync(folder, { withFileTypes: true });
	return entries.flatMap((entry) => (entry.isDirectory() ? [entry, ...entriesOf(pathOf(entry))] : [entry]));
}

/** Returns the name of an entry that is neither a file nor a folder. Reading a pipe would block Node forever. */
function oddAmong(entries: readonly Dirent[]): string | undefined {
	const odd = entries.find((each) => !each.isFile() && !each.isDirectory());
	return odd && pathOf(odd);
}

function pathOf({ parentPath, name }: Dirent): string {
	return join(parentPath, name);
}

/**
 * Starts the store thread early, because its start takes as long as loading all other code. The thread ends with the process when the
 * command line requests no server.
 */
export function beginStoreThread(args: readonly string[]): Worker | undefined {
	return beginThread(datastoreOf(args));
}

/**
 * Enables the compile cache for the next start, which then takes half the time. Only its owner may be able to write to the folder, because
 * the code in it is executed. The function creates the folder itself, because Node would hang on a file system that cannot create folders.
 */
export async function keepCompiled(dataDir: string, say: (sentence: string) => void): Promise<void> {
	if (hasCompileCache()) return;
	const above = resolve(dataDir);
	const folder = join(above, 'compiled');
	try {
		await makeDataFolder(folder);
		// The parent is checked first. In a parent that only its owner can write to, no other user can replace the child.
		for (const place of [above, folder]) {
			if (await isOursAlone(place)) continue;
			say(`compile cache disabled, the start takes longer: ${place} is writable by others (chmod go-w) or owned by another user (chown)`);
			return;
		}
		const entries = entriesOf(folder);
		const odd = oddAmong(entries);
		if (odd !== undefined) {
			say(`compile cache disabled, the start takes longer: ${odd} is not a file; delete ${folder}`);
			return;
		}
		// Folders stay, because this start writes its compiled code into them.
		if (entries.length > mostCompiled) for (const each of entries) if (each.isFile()) rmSync(pathOf(each), { force: true });
	} catch {
		// Opening the store reports problems of the folder. Here they only slow down the start.
		return;
	}
	enableCompileCache(folder);
}
