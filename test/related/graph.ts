/** Unit tests related to a source file: those that import it, directly or through others, the nearest first. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const importPattern = /(?:^|\n)\s*(?:import|export)\s+(?!type\s)(?:[^'"`;]*?\s+from\s+)?['"](\.{1,2}\/[^'"]+)['"]|import\(\s*['"](\.{1,2}\/[^'"]+)['"]\s*\)/g;

/** Entry points of threads by the constant that names them (`test/setup/threads.ts`). */
const threads: Readonly<Record<string, string>> = {
	SQLITE_WORKER_FILE: 'runtime/storage/sqlite/worker/worker.ts',
	LARGE_THREAD_FILE: 'runtime/large-thread.ts',
};

const isUnitTest = (file: string): boolean =>
	file.startsWith('test/') && file.endsWith('.test.ts') && !/\.(?:slow|mocked)\.test\.ts$|^test\/(?:clients|scenarios|structure)\//.test(file);

const mutated = ['runtime', 'generator'];

/** Returns the source files that are mutated, relative to the root. */
export function sourcesBelow(root: string): string[] {
	return mutated.flatMap((folder) => filesBelow(root, folder));
}

function filesBelow(root: string, folder: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
		.map((entry) => relative(root, join(entry.parentPath, entry.name)))
		.sort();
}

/** Importers by imported file. */
export class ImportGraph {
	readonly #importers = new Map<string, Set<string>>();

	constructor(root: string) {
		for (const folder of [...mutated, 'generated', 'sdk', 'test']) for (const file of filesBelow(root, folder)) this.#read(root, file);
	}

	#read(root: string, file: string): void {
		const text = readFileSync(join(root, file), 'utf8');
		for (const match of text.matchAll(importPattern)) this.#add(file, relative(root, resolve(root, dirname(file), match[1] ?? match[2] ?? '')));
		for (const [constant, entry] of Object.entries(threads)) if (text.includes(constant)) this.#add(file, entry);
	}

	#add(file: string, imported: string): void {
		this.#importers.set(imported, (this.#importers.get(imported) ?? new Set()).add(file));
	}

	/** Returns the related unit tests. Folders shared with the file count as nearness, because tests are laid out as the source is. */
	testsOf(file: string): string[] {
		const distances = new Map([[file, 0]]);
		for (const [reached, distance] of distances)
			for (const importer of this.#importers.get(reached) ?? []) if (!distances.has(importer)) distances.set(importer, distance + 1);
		const words = new Set(file.replace('.ts', '').split('/'));
		const score = (test: string): number =>
			(distances.get(test) ?? 0) -
			2 *
				test
					.replace('.test.ts', '')
					.split('/')
					.filter((word) => words.has(word)).length;
		return [...distances.keys()].filter(isUnitTest).sort((a, b) => score(a) - score(b) || (a < b ? -1 : 1));
	}
}
