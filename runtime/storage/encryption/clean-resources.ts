/**
 * Names of the resources without any cleartext in a data directory, in a file next to the database, one a line. Other resources may have
 * cleartext in their rows, in the history or in free pages. A resource is added after its cleartext is wiped, and removed before it is
 * written in clear.
 */
import { join } from 'node:path';
import { atOnce, readIfThere, type Writing, writePrivateFiles } from '../private-files.ts';

const fileName = 'encrypted-resources';

const header = '# Resources without plain text in the database. Encrypted resources that are missing here are wiped at the next start.\n';

export interface CleanResources {
	has(resource: string): boolean;
	/** Replaces the set. The new one is durable when the promise resolves. Rejects with a sentence that names the file. */
	become(resources: Iterable<string>): Promise<void>;
	readonly all: readonly string[];
}

export async function openCleanResources(dataDir: string, writing: Writing): Promise<CleanResources> {
	const path = join(dataDir, fileName);
	const text = await readIfThere(path);
	return new NamedInFile(
		(text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#')),
		// A removal must be durable before cleartext is written. An addition can wait until the disk has space.
		(names, isLess) => (isLess ? writing : atOnce)(() => writePrivateFiles({ path, text: `${header}${names.map((name) => `${name}\n`).join('')}` })),
	);
}

/** Writes the names. `isLess`: true when some were removed. */
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
