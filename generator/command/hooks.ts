/**
 * Finds and checks hook files of spec roots, and writes the modules that they import. Without hook files this is one look-up of a folder.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { speak, type Vocabulary } from '../../runtime/model/vocabulary.ts';
import { hookedVersions, hookKey } from '../emit/typescript/hooks.ts';
import { type BuiltInHooks, builtInHooksFile, unansweredBuiltIn } from '../hooks/built-in-hooks.ts';
import type { CheckOptions, HookRoot } from '../hooks/check.ts';
import type { HookCompiler } from '../hooks/compiler.ts';
import { assignHooks, type HookAssignments, type HookFile, hookable, hooksFolder, type IsBuiltIn, supportFolder, unanswered } from '../hooks/hook-file.ts';
import type { EmittedFile, EmittersKept, Model } from '../model.ts';
import { compareText, type Diagnostic, sortDiagnostics } from '../read/diagnostics/diagnostic.ts';
import { textOf } from '../read/source/encoding.ts';
import type { SpecSource } from '../read/source/spec-file.ts';
import { writeGenerated } from '../write.ts';
import { displayName, isInstalled, projectRoot } from './spec-roots.ts';

export interface HooksContext {
	readonly model: Model;
	/** All spec roots, the built-in one first. */
	readonly roots: readonly string[];
	/** Emitter caches of earlier generations, for repeated calls. */
	readonly kept?: EmittersKept;
	/** Compiler cache of earlier checks, for repeated calls. */
	readonly compiled?: CompilerKept;
	/** Ends a check early; its findings are then incomplete. */
	readonly signal?: AbortSignal;
}

export interface CompilerKept {
	compiler: HookCompiler | undefined;
}

export interface CheckedHooks {
	readonly hooked: HookAssignments;
	readonly diagnostics: readonly Diagnostic[];
}

/** Checks all hook files and updates the modules that they import, so that editors see the current specs. */
export async function checkHooks(context: HooksContext, sources: readonly SpecSource[]): Promise<CheckedHooks> {
	const { model, roots } = context;
	const isBuiltIn = builtInBy(roots);
	const files = (await Promise.all(roots.map(readHookFiles))).flat();
	const { hooked, diagnostics } = assignHooks(files, model, isBuiltIn);
	const found = [
		...diagnostics,
		...unanswered(model, hooked, isBuiltIn, sources),
		...unansweredBuiltIn(model, isBuiltIn, await readBuiltInHooks(model), sources),
	];
	if (hooked.kinds.length + hooked.groups.length > 0) {
		const compiler = await compilerOf(context);
		found.push(...compiler.check(await supported(context, hooked)));
		if (found.length === 0) {
			const { loadHooks } = await import('./load-hooks.ts');
			const { signal } = context;
			const files = [...hooked.kinds, ...hooked.groups].map(({ file }) => file);
			found.push(...(await loadHooks(files, signal && { signal })));
		}
	}
	return { hooked, diagnostics: sortDiagnostics(found) };
}

/**
 * Returns steps that make the first hook check as fast as later ones: they load the checker and check an empty file. They write nothing.
 */
export function hookCheckSteps(context: HooksContext): readonly (() => Promise<void>)[] {
	const { model, roots, kept } = context;
	const own = hookable(model, builtInBy(roots));
	const [root = '', path] = [roots.at(-1), `${hooksFolder}/none.ts`];
	const [kind] = own.kinds;
	if (kind === undefined) return [];
	const file: HookFile = {
		root,
		path,
		file: path,
		text: `import type { Hooks } from './orch/hook.ts';\nexport const hooks: Hooks['${hookKey(kind)}'] = {};\n`,
	};
	let support: readonly EmittedFile[] = [];
	return [
		async () => {
			const { supportFiles } = await import('../hooks/support-modules.ts');
			support = await supportFiles(model, own, kept);
		},
		async () => {
			await compilerOf(context);
		},
		async () => {
			const compiler = await compilerOf(context);
			compiler.warmUp({ root, hooked: { kinds: [{ file, kind }], groups: [] }, support });
		},
		async () => {
			const { startBundler } = await import('./load-hooks.ts');
			await startBundler();
		},
	];
}

/** Returns the hook files of all roots, the files that they import, and the compiler options. */
export async function hookRoots(context: HooksContext): Promise<{ readonly roots: readonly HookRoot[]; readonly options: CheckOptions }> {
	return { roots: await supported(context, await hookedFiles(context)), options: compiling() };
}

/** Returns the hook files of all roots, by kind and group, without checking them. */
async function hookedFiles({ model, roots }: HooksContext): Promise<HookAssignments> {
	const files = (await Promise.all(roots.map(readHookFiles))).flat();
	return assignHooks(files, model, builtInBy(roots)).hooked;
}

/** Returns the hook files of kinds whose specs leave a conversion to hooks, and updates the modules that they import. */
export async function convertingFiles(context: HooksContext): Promise<HookAssignments['kinds']> {
	const { kinds } = await hookedFiles(context);
	const converting = kinds.filter(({ kind }) => hookedVersions(kind).length > 0);
	if (converting.length > 0) await writeHookSupport(context);
	return converting;
}

async function supported(context: HooksContext, hooked: HookAssignments): Promise<readonly HookRoot[]> {
	const support = await writeHookSupport(context);
	return [...support].map(([root, files]) => ({ root, hooked: within(root, hooked), support: files }));
}

async function compilerOf({ compiled = { compiler: undefined } }: HooksContext): Promise<HookCompiler> {
	const { HookCompiler } = await import('../hooks/compiler.ts');
	compiled.compiler ??= new HookCompiler(compiling());
	return compiled.compiler;
}

function compiling(): CheckOptions {
	return { typeRoots: nodeTypes(), displayName };
}

/** Returns the server's built-in hooks. Only running their code shows which exist. */
export async function readBuiltInHooks({ vocabularies: [vocabulary], catalog: { release } }: Model): Promise<BuiltInHooks> {
	if (vocabulary === undefined) throw new Error('a model has at least one vocabulary');
	const file = isInstalled ? builtInHooksFile.replace(/\.ts$/, '.mjs') : builtInHooksFile;
	const { kindHooks } = (await import(pathToFileURL(join(projectRoot, file)).href)) as {
		kindHooks: (words: Vocabulary, parts: object) => BuiltInHooks['byStorageName'];
	};
	// The hooks are not called, so any parts do.
	const parts = {
		release,
		gates: new Map<string, boolean>(),
		services: { clusterIps: [], nodePorts: { first: 0, size: 0 } },
		allowPrivileged: true,
		agents: { addressTypes: [], port: 0, connectMs: 0, authorityFile: '', clientFiles: undefined },
	};
	return { byStorageName: kindHooks(vocabulary, parts), vocabulary };
}

/** Returns the storage names of kinds with hooks, built-in or in hook files. */
export async function hookedKinds(model: Model, { kinds }: HookAssignments): Promise<ReadonlySet<string>> {
	const { byStorageName, vocabulary } = await readBuiltInHooks(model);
	const builtIn = model.catalog.kinds.filter(({ storageName }) => Object.hasOwn(byStorageName, speak(storageName, vocabulary)));
	return new Set([...builtIn, ...kinds.map(({ kind }) => kind)].map(({ storageName }) => storageName));
}

function within(root: string, { kinds, groups }: HookAssignments): HookAssignments {
	return { kinds: kinds.filter(({ file }) => file.root === root), groups: groups.filter(({ file }) => file.root === root) };
}

/** Writes the modules that hook files import into each root with hook files. Returns them by root. */
export async function writeHookSupport({ model, roots, kept }: HooksContext): Promise<ReadonlyMap<string, readonly EmittedFile[]>> {
	const written = new Map<string, readonly EmittedFile[]>();
	const isBuiltIn = builtInBy(roots);
	for (const root of roots) {
		if ((await readHookFiles(root)).length === 0) continue;
		const { supportFiles } = await import('../hooks/support-modules.ts');
		const files = await supportFiles(model, hookable(model, isBuiltIn), kept);
		await writeGenerated({ out: join(root, hooksFolder, supportFolder), files, force: true });
		written.set(root, files);
	}
	return written;
}

/** Reads the hook files of a root, which are named after kinds. Files in subfolders are shared code. */
async function readHookFiles(root: string): Promise<HookFile[]> {
	const folder = join(root, hooksFolder);
	const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return [];
		throw new Error(`cannot read ${displayName(folder)}: ${error.message}`);
	});
	const names = entries.filter((entry) => entry.isFile() && /^[^.].*(?<!\.d)\.ts$/.test(entry.name)).map(({ name }) => name);
	return Promise.all(
		names.sort(compareText).map(async (name) => {
			const path = join(folder, name);
			return { root, path: `${hooksFolder}/${name}`, file: displayName(path), text: textOf(displayName(path), await readFile(path)) };
		}),
	);
}

/** Returns a function that recognises files of the built-in root by display name, the only name in positions. */
export function builtInBy([builtIn = '']: readonly string[]): IsBuiltIn {
	const prefix = displayName(join(builtIn, 'x')).slice(0, -1);
	return (file) => file.startsWith(prefix.endsWith(sep) ? prefix : `${prefix}${sep}`);
}

/** Returns the folder of Node's types, if installed; hooks may use the APIs of the server's Node. */
function nodeTypes(): string[] {
	try {
		const folder = dirname(dirname(createRequire(import.meta.url).resolve('@types/node/package.json')));
		return existsSync(folder) ? [folder] : [];
	} catch {
		return [];
	}
}
