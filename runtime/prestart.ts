/** Preparation that runs before flags are parsed and speeds up the rest of the start. It loads little code. */
import { type Dirent, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { dataDirOf, datastoreOf } from './server/flags/data-dir.ts';
import { isOursAlone, makeDataFolder } from './storage/data-folder.ts';
import { beginThread } from './storage/index.ts';

/**
 * Enables the compile cache of an earlier start from the first import on. Creates no files and prints no messages, because the command line
 * may not request a server.
 */
export async function useCompiled(args: readonly string[]): Promise<void> {
	const above = resolve(dataDirOf(args));
	const folder = join(above, 'compiled');
	try {
		if ((await isOursAlone(above)) && (await isOursAlone(folder)) && oddAmong(entriesOf(folder)) === undefined) enableCompileCache(folder);
	} catch {
		// The folder does not exist yet.
	}
}

/**
 * Maximum number of cache files. Each build leaves about twenty, without a sign of which are still in use. A start without them takes
 * slightly longer, once.
 */
const mostCompiled = 500;

/**
 * Returns all entries, including those of nested folders. Node's recursive option joins paths so often that V8 starts to optimize that
 * code.
 */
function entriesOf(folder: string): Dirent[] {
	const entries = readdirSync(folder, { withFileTypes: true });
	return entries.flatMap((entry) => (entry.isDirectory() ? [entry, ...entriesOf(pathOf(entry))] : [entry]));
}

/** Returns an entry that is neither a file nor a folder: reading a pipe would block Node forever. */
function oddAmong(entries: readonly Dirent[]): string | undefined {
	const odd = entries.find((each) => !each.isFile() && !each.isDirectory());
	return odd && pathOf(odd);
}

function pathOf({ parentPath, name }: Dirent): string {
	return join(parentPath, name);
}

/**
 * Starts the store thread early: its start takes as long as loading all other code. It ends with the process when the command line requests
 * no server.
 */
export function beginStoreThread(args: readonly string[]): Worker | undefined {
	return beginThread(datastoreOf(args));
}

/**
 * Keeps compiled code for the next start, which then takes half the time. The folder must be writable by its owner only, because the code
 * in it is executed. This function creates the folder: Node would hang on a file system that cannot create folders.
 */
export async function keepCompiled(dataDir: string, say: (sentence: string) => void): Promise<void> {
	const above = resolve(dataDir);
	const folder = join(above, 'compiled');
	try {
		await makeDataFolder(folder);
		// The parent is checked first: in a folder that only its owner can write to, the child cannot be replaced.
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
		// Folders are kept: the compiled code of this start is written into them.
		if (entries.length > mostCompiled) for (const each of entries) if (each.isFile()) rmSync(pathOf(each), { force: true });
	} catch {
		// Opening the store reports problems of the folder; here they only cause a slower start.
		return;
	}
	enableCompileCache(folder);
}
