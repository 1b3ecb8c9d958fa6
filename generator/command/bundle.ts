/**
 * Bundles a self-contained server from the runtime and the generated code. That code comes from memory, not from `generated/` on disk.
 *
 * The emitted `generated/vocabulary.ts` decides the vocabulary. Only the three entry files of the runtime are known here.
 */
import { createHash } from 'node:crypto';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { rootHooksFile } from '../emit/typescript/root-hooks.ts';
import { hooksFolder, supportFolder } from '../hooks/hook-file.ts';
import { hookModule, hookModuleText, hookModuleValues } from '../hooks/support-modules.ts';
import { makeFolder } from '../make-folder.ts';
import type { EmittedFile } from '../model.ts';
import { builtinModules } from './builtin-modules.ts';

export interface BundleOptions {
	/** Root folder of the project, which holds `runtime/` and `node_modules/`. */
	readonly root: string;
	readonly out: string;
	readonly files: readonly EmittedFile[];
	readonly hooks: BundledHooks;
}

/** Hook files of the spec roots. */
export interface BundledHooks {
	/** Hooks of kinds; `name` is the kind's storage name. */
	readonly kinds: readonly BundledHook[];
	/** Hooks of proxied groups; `name` is the group. */
	readonly groups: readonly BundledHook[];
}

export interface BundledHook {
	readonly name: string;
	/** Absolute path of the hook file. */
	readonly path: string;
	/** Absolute path of the spec root that contains the hook file. */
	readonly root: string;
}

export interface Bundle {
	readonly files: number;
	readonly bytes: number;
}

/** Folder with one subfolder per build. `server.mjs` next to it imports the current build. */
const buildsFolder = 'builds';

/**
 * Number of builds that are kept, a few megabytes each. A running server loads its build chunk by chunk, so a new build must not remove it.
 */
const keptBuilds = 4;

/** Emitted files, besides code, that the server reads. */
const readByServer = ['prisma/sqlite/views.sql'];

/** Contents of files by their path within the build. */
type BuiltFiles = ReadonlyMap<string, string | Uint8Array>;

export async function bundle(options: BundleOptions): Promise<Bundle> {
	const { out } = options;
	const files = await bundled(options);
	const builds = join(out, buildsFolder);
	const name = nameOf(files);
	for (const [path, content] of files) await replaceFile(join(builds, name, path), content);
	const start = `#!/usr/bin/env node\nimport './${buildsFolder}/${name}/server.mjs';\n`;
	await replaceFile(join(out, 'server.mjs'), start, 0o755);
	await replaceFile(join(out, 'testing.mjs'), `export * from './${buildsFolder}/${name}/testing.mjs';\n`);
	await removeOldBuilds(builds, name);
	return { files: files.size, bytes: [...files.values()].reduce((sum, content) => sum + Buffer.byteLength(content), 0) };
}

/** Names a build by the hash of its files, so that no build overwrites the files of another. */
function nameOf(files: BuiltFiles): string {
	const hash = createHash('sha256');
	for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${path} ${Buffer.byteLength(content)}\n`).update(content);
	return hash.digest('hex').slice(0, 16);
}

/** Replaces the file atomically: readers see the old content or the new. */
async function replaceFile(path: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
	makeFolder(dirname(path));
	// Tests in parallel processes may build at the same time.
	const unfinished = `${path}.${process.pid}.new`;
	await writeFile(unfinished, content, { mode });
	await rename(unfinished, path);
}

async function removeOldBuilds(builds: string, current: string): Promise<void> {
	const earlier = (await readdir(builds)).filter((name) => name !== current);
	const times = new Map(await Promise.all(earlier.map(async (name) => [name, (await stat(join(builds, name))).mtimeMs] as const)));
	const newestFirst = earlier.sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
	for (const name of newestFirst.slice(keptBuilds - 1)) await rm(join(builds, name), { recursive: true, force: true });
}

/** Bundles the server: `server.mjs` (the entry), standalone files, and chunks loaded on demand. */
async function bundled({ root, out, files, hooks }: BundleOptions): Promise<BuiltFiles> {
	const generated = new Map(files.map((file) => [file.path, file.content]));
	generated.set(rootHooksFile, rootHooksModule(hooks));
	const roots = [...new Set([...hooks.kinds, ...hooks.groups].map((each) => each.root))];
	const settings = settingsOf(root, out, [supportFromProject(root, roots), fromMemory(join(root, 'generated'), generated)]);
	const built = await buildAll(out, [
		{ ...settings, splitting: true, entryPoints: { server: join(root, 'runtime/main.ts'), testing: join(root, 'runtime/testing.ts') } },
		// Standalone files are in the same folder as the SQLite worker.
		{ ...settings, entryPoints: standingAlone(root), define: { ...settings.define, ...besideEntry } },
	]);
	for (const path of readByServer) {
		const content = generated.get(path);
		if (content === undefined) throw new Error(`the generator emitted no generated/${path}, which the server reads`);
		built.set(path, content);
	}
	return built;
}

/** File names of the server that `orch dev` runs, and of the module that all hook modules import. */
export const devServerFile = 'dev.mjs';
export const devHookModuleFile = 'hook-module.mjs';

/** Bundles the server of `orch dev`, which receives its specs at run time. `files` must have at least the vocabulary and the verbs. */
export async function bundleDevServer({ root, out, files }: Pick<BundleOptions, 'root' | 'out' | 'files'>): Promise<void> {
	const generated = new Map(files.map((file) => [file.path, file.content]));
	// The store is part of the entry, not of a chunk.
	const settings = settingsOf(root, out, [hookModuleOf(root), fromMemory(join(root, 'generated'), generated)], besideEntry);
	const threads = { 'sqlite-worker': standingAlone(root)['sqlite-worker'] ?? '', 'dev-watchdog': join(root, 'runtime/dev-watchdog.ts') };
	const built = await buildAll(out, [
		{ ...settings, splitting: true, entryPoints: { dev: join(root, 'runtime/dev.ts'), 'hook-module': hookModule } },
		{ ...settings, entryPoints: threads },
	]);
	for (const [path, content] of built) await replaceFile(join(out, path), content);
}

const besideEntry = { SQLITE_WORKER_FILE: '"./sqlite-worker.mjs"' };

function settingsOf(root: string, out: string, plugins: Plugin[], define: Readonly<Record<string, string>> = {}): BuildOptions {
	return {
		absWorkingDir: root,
		outdir: out,
		outExtension: { '.js': '.mjs' },
		chunkNames: 'chunks/[name]-[hash]',
		bundle: true,
		format: 'esm',
		platform: 'node',
		target: 'node24',
		// Names are not minified, so that stack traces are readable. Syntax and whitespace are, because the source text stays in memory.
		minifySyntax: true,
		minifyWhitespace: true,
		lineLimit: 160,
		legalComments: 'linked',
		metafile: true,
		logLevel: 'silent',
		// The store is loaded from a chunk; its worker and that for large requests are next to the entry.
		define: {
			SQLITE_WORKER_FILE: '"../sqlite-worker.mjs"',
			LARGE_THREAD_FILE: '"./large-thread.mjs"',
			MAINTENANCE_FILE: '"./maintenance.mjs"',
			// Otherwise the package `ws` would search for packages in the folders above the server.
			'process.env.WS_NO_BUFFER_UTIL': '"true"',
			'process.env.WS_NO_UTF_8_VALIDATE': '"true"',
			...define,
		},
		// CommonJS packages call `require`, which ES modules lack.
		banner: { js: requireWhenAsked },
		plugins: [builtinModules, ...plugins],
	};
}

/** Defines `require` only when it is called: the text is in every file, and few files call it. */
const requireWhenAsked = `import { createRequire as orchCreateRequire } from 'node:module';
let orchRequire;
const require = (id) => (orchRequire ??= orchCreateRequire(import.meta.url))(id);`;

async function buildAll(out: string, builds: readonly BuildOptions[]): Promise<Map<string, string | Uint8Array>> {
	const parts = await Promise.all(builds.map((options) => build({ ...options, write: false })));
	const built = new Map<string, string | Uint8Array>();
	for (const { outputFiles } of parts) for (const { path, contents } of outputFiles) built.set(relative(out, path).split(sep).join('/'), contents);
	return built;
}

/**
 * Entry points of threads and of commands besides serving, each bundled to one file. Bundled with the server, common parts would become
 * chunks and slow down both.
 */
function standingAlone(root: string): Record<string, string> {
	return {
		'large-thread': join(root, 'runtime/large-thread.ts'),
		maintenance: join(root, 'runtime/maintenance.ts'),
		'sqlite-worker': join(root, 'runtime/storage/sqlite/worker/worker.ts'),
	};
}

/** Returns the module with the hooks of spec roots; it replaces the emitted one, which has none. */
function rootHooksModule({ kinds, groups }: BundledHooks): string {
	const imported = (hooks: readonly BundledHook[], local: string) =>
		hooks.map(({ path }, index) => `import { hooks as ${local}${index} } from ${JSON.stringify(path)};`);
	const record = (name: string, hooks: readonly BundledHook[], local: string) => [
		`export const ${name} = {`,
		...hooks.map((hook, index) => `\t${JSON.stringify(hook.name)}: ${local}${index},`),
		'};',
	];
	return [...imported(kinds, 'kind'), ...imported(groups, 'group'), ...record('rootHooks', kinds, 'kind'), ...record('rootGroups', groups, 'group'), ''].join(
		'\n',
	);
}

/** Marks an import that this plugin has resolved once, to prevent recursion. */
const resolvedAlready = 'resolved already';

/** Resolves imports of the hook support folder, which has copies, to the original files, so that each module is bundled once. */
function supportFromProject(project: string, roots: readonly string[]): Plugin {
	const folders = roots.map((root) => join(root, hooksFolder, supportFolder));
	return {
		name: 'hook-support-from-project',
		setup(context) {
			context.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, pluginData, ...args }) => {
				if (pluginData === resolvedAlready) return undefined;
				const target = resolve(resolveDir, path);
				const folder = folders.find((each) => target.startsWith(each + sep));
				if (folder === undefined) return undefined;
				const within = relative(folder, target);
				if (within === hookModule) return { path: join(project, hookModule), namespace: 'hook-module' };
				const { importer, namespace, kind } = args;
				return context.resolve(`./${within.split(sep).join('/')}`, { importer, namespace, kind, resolveDir: project, pluginData: resolvedAlready });
			});
			context.onLoad({ filter: /.*/, namespace: 'hook-module' }, () => ({ contents: hookModuleText, loader: 'ts', resolveDir: project }));
		},
	};
}

/** Provides the module that hook files import as a separate entry. */
function hookModuleOf(project: string): Plugin {
	return {
		name: 'hook-module',
		setup(context) {
			context.onResolve({ filter: new RegExp(`^${hookModule.replace('.', '\\.')}$`) }, () => ({ path: join(project, hookModule), namespace: 'hook-module' }));
			context.onLoad({ filter: /.*/, namespace: 'hook-module' }, () => ({ contents: hookModuleValues, loader: 'ts', resolveDir: project }));
		},
	};
}

/** Resolves imports of the generated folder to the files just generated. */
function fromMemory(folder: string, files: ReadonlyMap<string, string>): Plugin {
	return {
		name: 'generated-from-memory',
		setup(context) {
			context.onResolve({ filter: /^\.{1,2}\// }, (args) => {
				const path = resolve(args.resolveDir, args.path);
				if (!path.startsWith(folder + sep)) return undefined;
				return { path, namespace: 'generated' };
			});
			context.onLoad({ filter: /.*/, namespace: 'generated' }, (args) => {
				const name = relative(folder, args.path).split(sep).join('/');
				const contents = files.get(name);
				if (contents === undefined) return { errors: [{ text: `the generator emitted no generated/${name}, which the server imports` }] };
				return { contents, loader: name.endsWith('.json') ? 'json' : 'ts', resolveDir: dirname(args.path) };
			});
		},
	};
}
