/** Spec roots on disk to sources: the command line's side of the generator. */
import { existsSync, realpathSync } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockName } from '../compat/lock/lock.ts';
import { compareText } from '../read/diagnostics/diagnostic.ts';
import { decodeText } from '../read/source/encoding.ts';
import { expectedPlaces } from '../read/source/layout.ts';
import type { SpecSource } from '../read/source/spec-file.ts';

/** The project that this generator belongs to. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Whether it is the package that is installed anywhere, and not a checkout: then it is compiled. */
export const isInstalled = !existsSync(join(projectRoot, 'generator/command/main.ts'));

/** What is generated when nothing else is said: in a checkout, what belongs into it. */
export const ownGenerated = isInstalled ? 'generated' : join(projectRoot, 'generated');

export const builtInSpecs = join(projectRoot, 'specs');

/** Roots are named by where they really are. */
const realBuiltInSpecs = realpathSync(builtInSpecs);

export function isBuiltInRoot(root: string): boolean {
	return root === realBuiltInSpecs || root === builtInSpecs;
}

/** A spec root that cannot be read. */
class SpecRootError extends Error {
	override readonly name = 'SpecRootError';
}

/** Where `orch new kind` writes when nothing else is said. */
export const usualRoot = 'specs';

/** Whether the usual root is there: a folder of that name may be anything else. */
async function hasUsualRoot(): Promise<boolean> {
	const entries = await readdir(usualRoot, { withFileTypes: true }).catch(() => []);
	return entries.some((entry) => entry.isDirectory() && existsSync(join(usualRoot, entry.name, 'group.yaml')));
}

/** The built-in root first, then the given ones, each once; `specs` of the working folder where none is given. Throws SpecRootError on what cannot be read. */
export async function specRoots(given: readonly string[]): Promise<string[]> {
	const roots: string[] = [];
	const own = given.length === 0 && (await hasUsualRoot()) ? [usualRoot] : given;
	for (const folder of [builtInSpecs, ...own]) {
		const real = await realpath(resolve(folder)).catch((error: NodeJS.ErrnoException) => {
			throw new SpecRootError(`cannot read the spec root ${folder}: ${error.code === 'ENOENT' ? 'there is no such folder' : error.message}`);
		});
		if (!roots.includes(real)) roots.push(real);
	}
	return roots;
}

/** The user's own roots. In the checkout of the project the built-in one is that, where no other is given. */
export function ownRoots(roots: readonly string[]): readonly string[] {
	const own = roots.filter((root) => !isBuiltInRoot(root));
	return own.length > 0 ? own : roots;
}

/** For commands that say something about the user's specs: about the built-in ones alone they would always say that all is well. */
export function refuseMissingSpecs(roots: readonly string[]): void {
	const isWithinProject = !isInstalled && !relative(projectRoot, process.cwd()).startsWith('..');
	if (isWithinProject || roots.some((root) => !isBuiltInRoot(root))) return;
	const there = existsSync(usualRoot) ? `the folder ${usualRoot} has no GROUP/group.yaml` : `there is no folder ${usualRoot} here`;
	throw new SpecRootError(`no specs found: ${there}; name another one with --specs DIR, or begin with orch new kind`);
}

/** Every YAML file of the roots; files are named relative to the working folder when they are below it. */
export async function readSources(roots: readonly string[]): Promise<SpecSource[]> {
	const sources = await Promise.all(
		roots.map(async (root) => {
			const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
				throw new SpecRootError(`cannot read the spec root ${root}: ${error.code === 'ENOTDIR' ? 'it is no folder' : error.message}`);
			});
			const paths = entries
				.filter(({ name }) => isSpecName(name))
				.flatMap(({ parentPath, name }) => (isHidden(root, parentPath) ? [] : [join(parentPath, name)]));
			const specs = await Promise.all(paths.sort(compareText).map((path) => readSource(root, path)));
			const lock = isBuiltInRoot(root) ? await readBuiltInLock(root) : [];
			return [...specs, ...lock];
		}),
	);
	return sources.flat();
}

/** A root that was given and has neither a spec nor a hook is most likely another folder than was meant. */
export async function refuseEmptyRoots(roots: readonly string[]): Promise<void> {
	for (const root of roots) {
		const names = await readdir(root, { recursive: true });
		if (!names.some((name) => /(^|[\\/])[^.\\/][^\\/]*\.(ya?ml|[cm]?[jt]s)$/.test(name)))
			throw new SpecRootError(`the spec root ${displayName(root) || '.'} has nothing in it: it holds ${expectedPlaces} (orch new kind writes the first)`);
	}
}

async function readSource(root: string, path: string): Promise<SpecSource> {
	// What a link leads to counts; whoever reads a pipe waits without end.
	const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
		throw new SpecRootError(`cannot read ${displayName(path)}: ${error.code === 'ENOENT' ? 'it is a link to nothing' : error.message}`);
	});
	if (!found.isFile())
		throw new SpecRootError(
			`${displayName(path)} is ${found.isDirectory() ? 'a folder' : 'no file, but something'} with the name of a spec: give it another name, or put a file in its place`,
		);
	return { path: relative(root, path).split(sep).join('/'), root, file: displayName(path), ...decodeText(await readFile(path)) };
}

/** Of the built-in specs it lies beside them, where whoever looks at the project sees it; of other roots in them. */
export function lockPath(root: string): string {
	return join(isBuiltInRoot(root) ? projectRoot : root, lockName);
}

async function readBuiltInLock(root: string): Promise<SpecSource[]> {
	const path = lockPath(root);
	try {
		return [{ path: lockName, root, file: displayName(path), ...decodeText(await readFile(path)) }];
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw error;
	}
}

/** Folders that begin with a dot are tools' and not specs'. */
function isHidden(root: string, folder: string): boolean {
	return relative(root, folder)
		.split(sep)
		.some((part) => part.startsWith('.') && part !== '.' && part !== '..');
}

/** Hidden files are editors' and operating systems'. */
export function isSpecName(name: string): boolean {
	return /^[^.].*\.ya?ml$/.test(name);
}

export function displayName(path: string): string {
	const short = relative(process.cwd(), path);
	return short.startsWith('..') ? path : short;
}
