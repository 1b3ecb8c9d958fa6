/**
 * Tells of changes of spec files under some folders. One watch a folder: a recursive one watches the files themselves
 * on Linux, and loses a file for good when an editor puts a new one in its place.
 */
import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isSpecName } from '../spec-roots.ts';

export class FolderWatch {
	readonly #roots: readonly string[];
	readonly #onChange: () => void;
	readonly #watchers = new Map<string, FSWatcher>();
	#closed = false;

	/** Nothing is watched before `follow`. `onChange` is told of every event, so several times of one change. */
	constructor(roots: readonly string[], onChange: () => void) {
		this.#roots = roots;
		this.#onChange = onChange;
	}

	/** Watches the folders that there are now; called before each reading, since folders come and go. */
	async follow(): Promise<void> {
		const found = (await Promise.all(this.#roots.map(foldersOf))).flat();
		if (this.#closed) return;
		for (const [folder, watcher] of this.#watchers) if (!found.includes(folder)) this.#drop(folder, watcher);
		for (const folder of found) if (!this.#watchers.has(folder)) this.#add(folder);
	}

	close(): void {
		this.#closed = true;
		for (const [folder, watcher] of this.#watchers) this.#drop(folder, watcher);
	}

	#add(folder: string): void {
		const watcher = watch(folder, (_, name) => {
			// Folders have no extension, most often; what else has one and is no spec is an editor's own.
			if (name === null || isSpecName(basename(name)) || !name.includes('.')) this.#onChange();
		});
		// A folder that goes away ends its watch; its parent tells of it.
		watcher.on('error', () => this.#drop(folder, watcher));
		this.#watchers.set(folder, watcher);
	}

	#drop(folder: string, watcher: FSWatcher): void {
		watcher.close();
		if (this.#watchers.get(folder) === watcher) this.#watchers.delete(folder);
	}
}

/** Those below it as well, itself first. */
async function foldersOf(root: string): Promise<string[]> {
	const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
		// It went away while it was read: the next event is on its way.
		if (error.code === 'ENOENT') return [];
		throw error;
	});
	return [root, ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))];
}
