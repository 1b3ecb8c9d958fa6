/** What is done ahead of the flags, since it makes everything after it faster: little is loaded for it. */
import { type Dirent, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { dataDirOf, datastoreOf } from './server/flags/data-dir.ts';
import { isOursAlone, makeDataFolder } from './storage/data-folder.ts';
import { beginThread } from './storage/index.ts';

/**
 * Compiled code of an earlier start is used from the first import on. Nothing is made and nothing said here: whether the line asks
 * for a server at all is not known yet.
 */
export async function useCompiled(args: readonly string[]): Promise<void> {
	const above = resolve(dataDirOf(args));
	const folder = join(above, 'compiled');
	try {
		if ((await isOursAlone(above)) && (await isOursAlone(folder)) && oddAmong(entriesOf(folder)) === undefined) enableCompileCache(folder);
	} catch {
		// There is none yet.
	}
}

/** Each build leaves some twenty files, and nobody says which are still of use: a start without any takes a little longer once. */
const mostCompiled = 500;

/** What is in it, folders within included. Node's own way down joins paths so often that V8 begins to optimise that. */
function entriesOf(folder: string): Dirent[] {
	const entries = readdirSync(folder, { withFileTypes: true });
	return entries.flatMap((entry) => (entry.isDirectory() ? [entry, ...entriesOf(pathOf(entry))] : [entry]));
}

/** What is neither a file nor a folder of files: Node would wait for a pipe without end. */
function oddAmong(entries: readonly Dirent[]): string | undefined {
	const odd = entries.find((each) => !each.isFile() && !each.isDirectory());
	return odd && pathOf(odd);
}

function pathOf({ parentPath, name }: Dirent): string {
	return join(parentPath, name);
}

/** A thread takes as long to begin as all else takes to load. It ends with the process where the line asks for no server. */
export function beginStoreThread(args: readonly string[]): Worker | undefined {
	return beginThread(datastoreOf(args));
}

/**
 * Compiled code is kept for the next start, which then takes half the time. Only in a folder that nobody else can write to,
 * since what lies in it is run. It is made here: Node would never come back from a file system that makes no folders.
 */
export async function keepCompiled(dataDir: string, say: (sentence: string) => void): Promise<void> {
	const above = resolve(dataDir);
	const folder = join(above, 'compiled');
	try {
		await makeDataFolder(folder);
		// The one above first: in a folder of ours alone, nobody else puts another in the place of the one below.
		for (const place of [above, folder]) {
			if (await isOursAlone(place)) continue;
			say(`the server starts without compiled code, which takes longer: others may write to ${place} (chmod go-w), or it is another user's (chown)`);
			return;
		}
		const entries = entriesOf(folder);
		const odd = oddAmong(entries);
		if (odd !== undefined) {
			say(`the server starts without compiled code, which takes longer: ${odd} is not a file; delete ${folder}`);
			return;
		}
		// Not the folders: what this start compiles comes into them.
		if (entries.length > mostCompiled) for (const each of entries) if (each.isFile()) rmSync(pathOf(each), { force: true });
	} catch {
		// The server says what is wrong with its folder; here it only means a slower start.
		return;
	}
	enableCompileCache(folder);
}
