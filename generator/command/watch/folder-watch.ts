/**
 * Tells of changes of files under some folders. One watch a folder: a recursive one watches the files themselves on Linux, and loses
 * a file for good when an editor puts a new one in its place. A root that is not there is waited for.
 */
import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface FolderWatchOptions {
	readonly roots: readonly string[];
	/** Whether a name in a folder is of interest. Folders have no extension, most often: such names always are. */
	readonly isFile: (name: string, folder: string) => boolean;
	/** Folders below which nothing is of interest. */
	readonly leavesOut?: (folder: string) => boolean;
	/** Told of every event, so several times of one change. */
	readonly onChange: (path: string) => void;
}

interface Watched {
	readonly watcher: FSWatcher;
	/** Another folder of the same name is another one, which the watch says nothing of. */
	readonly identity: string;
}

export class FolderWatch {
	readonly #options: FolderWatchOptions;
	readonly #watched = new Map<string, Watched>();
	#also: ReadonlySet<string> = new Set();
	#closed = false;

	/** Nothing is watched before `follow`. */
	constructor(options: FolderWatchOptions) {
		this.#options = options;
	}

	/** Watches the folders that there are now; called before each reading, since folders come and go. `also`: single files elsewhere. */
	async follow(also: readonly string[] = []): Promise<void> {
		const { roots, leavesOut = () => false } = this.#options;
		this.#also = new Set(also);
		const found = new Map<string, boolean>(also.map((file) => [dirname(file), false]));
		for (const root of roots) {
			const folders = await foldersOf(root, leavesOut);
			for (const folder of folders) found.set(folder, false);
			if (folders.length === 0) found.set(await nearestAbove(root), true);
		}
		const identities = new Map<string, string>();
		for (const folder of found.keys()) {
			const identity = await identityOf(folder);
			if (identity !== undefined) identities.set(folder, identity);
		}
		if (this.#closed) return;
		for (const [folder, { identity }] of this.#watched) if (identities.get(folder) !== identity) this.#drop(folder);
		for (const [folder, identity] of identities) if (!this.#watched.has(folder)) this.#add(folder, identity, found.get(folder) === true);
	}

	close(): void {
		this.#closed = true;
		for (const folder of this.#watched.keys()) this.#drop(folder);
	}

	/** `isAbove`: a root is waited for in it, whatever its name. */
	#add(folder: string, identity: string, isAbove: boolean): void {
		const { isFile, onChange } = this.#options;
		let watcher: FSWatcher;
		try {
			watcher = watch(folder, (_, name) => {
				const path = name === null ? folder : join(folder, name);
				if (name === null || isAbove || !name.includes('.') || isFile(name, folder) || this.#also.has(path)) onChange(path);
			});
		} catch (error) {
			// It went away: its parent tells of it.
			if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
			throw new Error(`cannot watch ${folder}: ${error instanceof Error ? error.message : error}`, { cause: error });
		}
		watcher.on('error', () => {
			if (this.#watched.get(folder)?.watcher === watcher) this.#drop(folder);
		});
		this.#watched.set(folder, { watcher, identity });
	}

	#drop(folder: string): void {
		this.#watched.get(folder)?.watcher.close();
		this.#watched.delete(folder);
	}
}

/** Those below it as well, itself first; none when it is not there. */
async function foldersOf(root: string, leavesOut: (folder: string) => boolean): Promise<string[]> {
	const entries = await readdir(root, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
		// It went away while it was read: the next event is on its way.
		if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
		throw error;
	});
	if (entries === undefined) return [];
	const below = entries
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => join(root, name))
		.filter((folder) => !leavesOut(folder));
	return [root, ...(await Promise.all(below.map((folder) => foldersOf(folder, leavesOut)))).flat()];
}

async function nearestAbove(path: string): Promise<string> {
	for (let folder = dirname(path); ; folder = dirname(folder)) if ((await identityOf(folder)) !== undefined || folder === dirname(folder)) return folder;
}

/** Undefined: there is no such folder. */
async function identityOf(folder: string): Promise<string | undefined> {
	try {
		const { dev, ino, birthtimeMs } = await stat(folder);
		return `${dev} ${ino} ${birthtimeMs}`;
	} catch {
		return undefined;
	}
}
