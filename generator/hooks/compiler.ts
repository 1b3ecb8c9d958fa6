/**
 * Checks hook files again and again while they are edited. Most of the compiler's work is reading unchanged files, so the project is reused
 * while all files are correct and none is added or removed. Otherwise a new project resolves all imports.
 */
import { FileSystemRefreshResult, type Project, ts } from 'ts-morph';
import type { Diagnostic } from '../read/diagnostics/diagnostic.ts';
import { type CheckOptions, checkHookFiles, type HookRoot, hookProject, hooksFolderOf, sourceOf } from './check.ts';
import { supportFolder } from './hook-file.ts';

/** Virtual folder of the compiler's standard library. */
const libraryFolder = '/node_modules/typescript/lib/';

export class HookCompiler {
	readonly #options: CheckOptions;
	#project: Project | undefined;
	/** Names of all files that the compiler read or could have found; undefined before the first check. */
	#names: string | undefined;

	constructor(options: CheckOptions) {
		this.#options = options;
	}

	check(roots: readonly HookRoot[]): Diagnostic[] {
		const names = namesOf(roots);
		const kept = this.#project;
		const isAsBefore = this.#names === undefined || names === this.#names;
		const project = kept !== undefined && isAsBefore && isRefreshed(kept, roots) ? kept : hookProject(this.#options);
		const found = checkHookFiles(roots, this.#options, project);
		this.#project = found.length === 0 ? project : undefined;
		this.#names = names;
		return found;
	}

	/** Reads the files that every check needs. `root` has an invented, empty hook file. */
	warmUp(root: HookRoot): void {
		const project = hookProject(this.#options);
		checkHookFiles([root], this.#options, project);
		for (const { file } of root.hooked.kinds) sourceOf(project, root, file).forget();
		this.#project = project;
		this.#names = undefined;
	}
}

function namesOf(roots: readonly HookRoot[]): string {
	const texts = roots.map((root) => {
		const folder = hooksFolderOf(root);
		const own = [...root.hooked.kinds, ...root.hooked.groups].map(({ file }) => file.path);
		const beside = ts.sys.readDirectory(folder, ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'], ['node_modules', supportFolder]);
		return [root.root, ...own, ...root.support.map(({ path }) => path), ...beside].join('\n');
	});
	return texts.join('\n\n');
}

/** Reports whether every file that the compiler read still exists. */
function isRefreshed(project: Project, roots: readonly HookRoot[]): boolean {
	const folders = roots.map((root) => `${hooksFolderOf(root)}/${supportFolder}/`);
	const read = project.getProgram().compilerObject.getSourceFiles();
	return read
		.map(({ fileName }) => fileName)
		.filter((name) => !name.startsWith(libraryFolder) && !folders.some((folder) => name.startsWith(folder)))
		.every((name) => project.getSourceFile(name)?.refreshFromFileSystemSync() !== FileSystemRefreshResult.Deleted);
}
