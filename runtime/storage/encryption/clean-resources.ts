/**
 * Of which resources nothing lies in clear in a data dir: a file beside the database names them, one a line. What it does not name may
 * lie there, in the history or in pages that are free; it is named when it has been wiped, and no longer before it is written in clear.
 */
import { join } from 'node:path';
import { atOnce, readIfThere, type Writing, writePrivateFiles } from '../private-files.ts';

const fileName = 'encrypted-resources';

const header = '# Resources of which nothing is in clear in the database. What is encrypted and not named here is wiped at the next start.\n';

export interface CleanResources {
	has(resource: string): boolean;
	/** From now on these and no others; durable when it resolves. Rejects with a sentence that names the file. */
	become(resources: Iterable<string>): Promise<void>;
	readonly all: readonly string[];
}

export async function openCleanResources(dataDir: string, writing: Writing): Promise<CleanResources> {
	const path = join(dataDir, fileName);
	const text = await readIfThere(path);
	return new NamedInFile(
		(text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#')),
		// What is not clean any more must be said before it is so; that more is clean can wait until there is room.
		(names, isLess) => (isLess ? writing : atOnce)(() => writePrivateFiles({ path, text: `${header}${names.map((name) => `${name}\n`).join('')}` })),
	);
}

/** `isLess`: some are taken away. */
type Write = (names: readonly string[], isLess: boolean) => Promise<void>;

class NamedInFile implements CleanResources {
	#names: ReadonlySet<string>;
	readonly #write: Write;

	constructor(names: readonly string[], write: Write) {
		this.#names = new Set(names);
		this.#write = write;
	}

	get all(): readonly string[] {
		return [...this.#names];
	}

	has(resource: string): boolean {
		return this.#names.has(resource);
	}

	async become(resources: Iterable<string>): Promise<void> {
		const names = [...new Set(resources)].sort();
		if (names.length === this.#names.size && names.every((name) => this.#names.has(name))) return;
		await this.#write(names, !this.all.every((name) => names.includes(name)));
		this.#names = new Set(names);
	}
}
