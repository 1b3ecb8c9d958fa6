/**
 * Bundles a self-contained server: generated code (from memory, never from the work tree's `generated/`) + the runtime.
 * The vocabulary is chosen here, by which `generated/vocabulary.ts` goes in. Knows the runtime by two entry files only.
 */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { EmittedFile } from '../model.ts';

export interface BundleOptions {
	/** The project's root, where `runtime/` and `node_modules/` are. */
	readonly root: string;
	readonly out: string;
	readonly files: readonly EmittedFile[];
}

export interface Bundle {
	readonly files: number;
	readonly bytes: number;
}

/** What esbuild leaves to run: `server.mjs` (the entry), the database worker, and chunks that are loaded when they are needed. */
export async function bundle({ root, out, files }: BundleOptions): Promise<Bundle> {
	const generated = new Map(files.map((file) => [file.path, file.content]));
	await rm(join(out, 'chunks'), { recursive: true, force: true });
	await mkdir(out, { recursive: true });
	const result = await build({
		absWorkingDir: root,
		entryPoints: { server: join(root, 'runtime/main.ts'), 'sqlite-worker': join(root, 'runtime/storage/sqlite/worker.ts') },
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
		// The store is loaded from a chunk; its worker lies beside the entry.
		define: { SQLITE_WORKER_FILE: '"../sqlite-worker.mjs"' },
		// CommonJS packages ask for `require`, which an ES module does not have.
		banner: { js: "import { createRequire as orchCreateRequire } from 'node:module'; const require = orchCreateRequire(import.meta.url);" },
		plugins: [fromMemory(join(root, 'generated'), generated)],
	});
	let bytes = 0;
	for (const file of result.outputFiles) {
		await mkdir(dirname(file.path), { recursive: true });
		await writeFile(file.path, file.contents);
		bytes += file.contents.byteLength;
	}
	await chmod(join(out, 'server.mjs'), 0o755);
	return { files: result.outputFiles.length, bytes };
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
