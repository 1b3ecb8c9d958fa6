/**
 * Checks hook files again and again, for who edits them. Most of what the compiler does is read what has not changed: it is kept for as
 * long as all is right, and no file comes or goes. What was not found may be there now, and is looked for anew by another compiler.
 */
import { FileSystemRefreshResult, type Project, ts } from 'ts-morph';
import type { Diagnostic } from '../read/diagnostics/diagnostic.ts';
import { type CheckOptions, checkHookFiles, type HookRoot, hookProject, hooksFolderOf, sourceOf } from './check.ts';
import { supportFolder } from './hook-file.ts';

/** Where the compiler has what every program knows: on no disk. */
const libraryFolder = '/node_modules/typescript/lib/';

export class HookCompiler {
	readonly #options: CheckOptions;
	#project: Project | undefined;
	/** Of all files that it was given, or could have found. Undefined: it has been given none. */
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

	/** Reads what every hook file needs, before there is one: `root` has one that is made up, and says nothing. */
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

/** Whether every file that it has read by itself is still there. */
function isRefreshed(project: Project, roots: readonly HookRoot[]): boolean {
	const folders = roots.map((root) => `${hooksFolderOf(root)}/${supportFolder}/`);
	const read = project.getProgram().compilerObject.getSourceFiles();
	return read
		.map(({ fileName }) => fileName)
		.filter((name) => !name.startsWith(libraryFolder) && !folders.some((folder) => name.startsWith(folder)))
		.every((name) => project.getSourceFile(name)?.refreshFromFileSystemSync() !== FileSystemRefreshResult.Deleted);
}
