/** Finds spec roots on disk and reads their sources. */
import { existsSync, realpathSync } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockName } from '../compat/lock/lock.ts';
import { compareText } from '../read/diagnostics/diagnostic.ts';
import { decodeText } from '../read/source/encoding.ts';
import { expectedPlaces } from '../read/source/layout.ts';
import type { SpecSource } from '../read/source/spec-file.ts';

/** Root folder of the project that contains this generator. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** True in an installed package, which has compiled code; false in a checkout. */
export const isInstalled = !existsSync(join(projectRoot, 'generator/command/main.ts'));

/** Default output folder of `orch generate`; in a checkout `generated/` of the project. */
export const ownGenerated = isInstalled ? 'generated' : join(projectRoot, 'generated');

export const builtInSpecs = join(projectRoot, 'specs');

/** Path without symbolic links, for comparisons of roots. */
const realBuiltInSpecs = realpathSync(builtInSpecs);

export function isBuiltInRoot(root: string): boolean {
	return root === realBuiltInSpecs || root === builtInSpecs;
}

/** Error of a spec root that cannot be read. */
class SpecRootError extends Error {
	override readonly name = 'SpecRootError';
}

/** Default root of `orch new kind`. */
export const usualRoot = 'specs';

/** Reports whether the default root exists. It must have a group, because other folders may have this name too. */
async function hasUsualRoot(): Promise<boolean> {
	const entries = await readdir(usualRoot, { withFileTypes: true }).catch(() => []);
	return entries.some((entry) => entry.isDirectory() && existsSync(join(usualRoot, entry.name, 'group.yaml')));
}

/**
 * Returns the built-in root and the given ones, without duplicates; by default also `specs` in the working folder. Throws SpecRootError for
 * an unreadable root.
 */
export async function specRoots(given: readonly string[]): Promise<string[]> {
	const roots: string[] = [];
	const own = given.length === 0 && (await hasUsualRoot()) ? [usualRoot] : given;
	for (const folder of [builtInSpecs, ...own]) {
		const real = await realpath(resolve(folder)).catch((error: NodeJS.ErrnoException) => {
			throw new SpecRootError(`cannot read the spec root ${folder}: ${error.code === 'ENOENT' ? 'the folder does not exist' : error.message}`);
		});
		if (!roots.includes(real)) roots.push(real);
	}
	return roots;
}

/** Returns the user's own roots or, without any, as in the project's checkout, the built-in one. */
export function ownRoots(roots: readonly string[]): readonly string[] {
	const own = roots.filter((root) => !isBuiltInRoot(root));
	return own.length > 0 ? own : roots;
}

/** Throws when there are only built-in specs; used by commands whose result would then mean nothing. */
export function refuseMissingSpecs(roots: readonly string[]): void {
	const isWithinProject = !isInstalled && !relative(projectRoot, process.cwd()).startsWith('..');
	if (isWithinProject || roots.some((root) => !isBuiltInRoot(root))) return;
	const there = existsSync(usualRoot) ? `the folder ${usualRoot} has no GROUP/group.yaml` : `there is no folder ${usualRoot} here`;
	throw new SpecRootError(`no specs found: ${there}; give another folder with --specs DIR, or start with orch new kind`);
}

/** Reads all YAML files of the roots. Files below the working folder are named relative to it. */
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

/** Throws for a root without specs and hooks, probably the wrong folder. */
export async function refuseEmptyRoots(roots: readonly string[]): Promise<void> {
	for (const root of roots) {
		const names = await readdir(root, { recursive: true });
		if (!names.some((name) => /(^|[\\/])[^.\\/][^\\/]*\.(ya?ml|[cm]?[jt]s)$/.test(name)))
			throw new SpecRootError(`the spec root ${displayName(root) || '.'} is empty: a spec root contains ${expectedPlaces} (orch new kind writes the first)`);
	}
}

async function readSource(root: string, path: string): Promise<SpecSource> {
	// `stat` follows links. Only regular files are read, because reading a pipe could block.
	const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
		throw new SpecRootError(`cannot read ${displayName(path)}: ${error.code === 'ENOENT' ? 'the target of the link does not exist' : error.message}`);
	});
	if (!found.isFile())
		throw new SpecRootError(
			`${displayName(path)} is ${found.isDirectory() ? 'a folder' : 'no file, but something'} with the name of a spec: rename it, or replace it with a file`,
		);
	return { path: relative(root, path).split(sep).join('/'), root, file: displayName(path), ...decodeText(await readFile(path)) };
}

/**
 * Returns the path of a root's lock, inside the root. The lock of the built-in specs is next to their folder, where readers of the project
 * see it.
 */
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

/** Reports whether a folder is hidden: folders that begin with a dot belong to tools. */
function isHidden(root: string, folder: string): boolean {
	return relative(root, folder)
		.split(sep)
		.some((part) => part.startsWith('.') && part !== '.' && part !== '..');
}

/** Reports whether a file is a spec. Hidden files belong to editors and operating systems. */
export function isSpecName(name: string): boolean {
	return /^[^.].*\.ya?ml$/.test(name);
}

export function displayName(path: string): string {
	const short = relative(process.cwd(), path);
	return short.startsWith('..') ? path : short;
}
