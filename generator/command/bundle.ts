/**
 * Bundles a self-contained server: generated code (from memory, never from the work tree's `generated/`) + the runtime.
 * The vocabulary is chosen here, by which `generated/vocabulary.ts` goes in. Knows the runtime by its three entry files only.
 */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { rootHooksFile } from '../emit/typescript/root-hooks.ts';
import { hooksFolder, supportFolder } from '../hooks/hook-file.ts';
import { hookModule, hookModuleText } from '../hooks/support.ts';
import type { EmittedFile } from '../model.ts';

export interface BundleOptions {
	/** The project's root, where `runtime/` and `node_modules/` are. */
	readonly root: string;
	readonly out: string;
	readonly files: readonly EmittedFile[];
	readonly hooks: BundledHooks;
}

/** Hook files of spec roots. */
export interface BundledHooks {
	/** By the name under which the objects of their kind are stored. */
	readonly kinds: readonly BundledHook[];
	/** Of the groups that other servers have, by the group's name. */
	readonly groups: readonly BundledHook[];
}

export interface BundledHook {
	readonly name: string;
	/** Of the hook file, absolute. */
	readonly path: string;
	/** The spec root that it lies in, absolute. */
	readonly root: string;
}

export interface Bundle {
	readonly files: number;
	readonly bytes: number;
}

/** What esbuild leaves to run: `server.mjs` (the entry), the files of its threads, and chunks that are loaded when they are needed. */
export async function bundle({ root, out, files, hooks }: BundleOptions): Promise<Bundle> {
	const generated = new Map(files.map((file) => [file.path, file.content]));
	generated.set(rootHooksFile, rootHooksModule(hooks));
	await rm(join(out, 'chunks'), { recursive: true, force: true });
	await mkdir(out, { recursive: true });
	const result = await build({
		absWorkingDir: root,
		entryPoints: {
			server: join(root, 'runtime/main.ts'),
			'large-thread': join(root, 'runtime/large-thread.ts'),
			'sqlite-worker': join(root, 'runtime/storage/sqlite/worker/worker.ts'),
		},
		outdir: out,
		outExtension: { '.js': '.mjs' },
		chunkNames: 'chunks/[name]-[hash]',
		bundle: true,
		splitting: true,
		format: 'esm',
		platform: 'node',
		target: 'node24',
		minifySyntax: true,
		legalComments: 'linked',
		metafile: true,
		write: false,
		logLevel: 'silent',
		// The store is loaded from a chunk; its worker lies beside the entry, as the thread of large requests does.
		define: { SQLITE_WORKER_FILE: '"../sqlite-worker.mjs"', LARGE_THREAD_FILE: '"./large-thread.mjs"' },
		// CommonJS packages ask for `require`, which an ES module does not have.
		banner: { js: "import { createRequire as orchCreateRequire } from 'node:module'; const require = orchCreateRequire(import.meta.url);" },
		plugins: [
			supportFromProject(root, [...new Set([...hooks.kinds, ...hooks.groups].map((each) => each.root))]),
			fromMemory(join(root, 'generated'), generated),
		],
	});
	let bytes = 0;
	for (const file of result.outputFiles) {
		await mkdir(dirname(file.path), { recursive: true });
		await writeFile(file.path, file.contents);
		bytes += file.contents.byteLength;
	}
	const server = join(out, 'server.mjs');
	await writeFile(server, `${await firstLine(root)}\n${await readFile(server, 'utf8')}`);
	await chmod(server, 0o755);
	return { files: result.outputFiles.length, bytes };
}

/** For who runs `server.mjs` as a program: what `npm start` tells the allocator too. */
async function firstLine(root: string): Promise<string> {
	const allocator = JSON.parse(await readFile(join(root, 'bin/allocator.json'), 'utf8')) as Record<string, string>;
	const settings = Object.entries(allocator).map(([name, value]) => `${name}=${value}`);
	return `#!/usr/bin/env -S ${settings.join(' ')} node`;
}

/** Takes the place of the emitted module, which has no hooks. */
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

/** Marks the second look at an import, so that it does not come back here. */
const resolvedAlready = 'resolved already';

/** What hook files import from the folder beside them are copies: the originals take their place, so that each thing is there once. */
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

/** Serves imports of the generated folder from the files just generated. */
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
