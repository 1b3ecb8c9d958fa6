/**
 * Watches the files below folders, with one watch per folder. On Linux a recursive watch observes files, and loses one for good when an
 * editor replaces it. Missing roots are awaited.
 */
import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface FolderWatchOptions {
	readonly roots: readonly string[];
	/** Reports whether a file is of interest. Names without a dot are always reported, because they are probably folders. */
	readonly isFile: (name: string, folder: string) => boolean;
	/** Reports whether a folder is excluded with all its files. */
	readonly leavesOut?: (folder: string) => boolean;
	/** Called for every event, so several times per change. */
	readonly onChange: (path: string) => void;
}

interface WatchedFolder {
	readonly watcher: FSWatcher;
	/** Identity of the watched folder. A recreated folder has another one, and the old watch does not observe it. */
	readonly identity: string;
}

export class FolderWatch {
	readonly #options: FolderWatchOptions;
	readonly #watched = new Map<string, WatchedFolder>();
	#also: ReadonlySet<string> = new Set();
	#closed = false;

	/** Observes nothing until `follow` is called. */
	constructor(options: FolderWatchOptions) {
		this.#options = options;
	}

	/**
	 * Watches the folders that now exist. Call it before each read, because folders come and go. `also`: single files outside the roots.
	 */
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

	/** Watches a folder. `isAbove`: it is an ancestor of a missing root, and events of all names are reported. */
	#add(folder: string, identity: string, isAbove: boolean): void {
		const { isFile, onChange } = this.#options;
		let watcher: FSWatcher;
		try {
			watcher = watch(folder, (_, name) => {
				const path = name === null ? folder : join(folder, name);
				if (name === null || isAbove || !name.includes('.') || isFile(name, folder) || this.#also.has(path)) onChange(path);
			});
		} catch (error) {
			// The folder was removed; its parent's watch reports that.
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

/** Returns the folder and all folders below it; empty when it is missing. */
async function foldersOf(root: string, leavesOut: (folder: string) => boolean): Promise<string[]> {
	const entries = await readdir(root, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
		// The folder was removed meanwhile; an event follows.
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

/** Returns a text that identifies the folder; undefined when it is missing. */
async function identityOf(folder: string): Promise<string | undefined> {
	try {
		const { dev, ino, birthtimeMs } = await stat(folder);
		return `${dev} ${ino} ${birthtimeMs}`;
	} catch {
		return undefined;
	}
}
