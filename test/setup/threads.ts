/**
 * Threads of the runtime, and what tests start as processes, as JavaScript. Node strips the types of a TypeScript file with a program in WebAssembly, which each thread loads
 * by itself; and when a thread with such a program ends on a busy machine, V8 may end the process (`Check failed: end > addr`).
 */
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');

/** Where packages are found. */
const folder = join(root, `node_modules/.test-threads-${process.pid}`);

const fileUrl = (name: string): string => JSON.stringify(pathToFileURL(join(folder, `${name}.mjs`)).href);

/** What a bundler says in their place (`generator/command/bundle.ts`), and what tests start themselves (`thread-files.ts`). */
export const threadFiles = {
	SQLITE_WORKER_FILE: fileUrl('worker'),
	LARGE_THREAD_FILE: fileUrl('large-thread'),
	MISBEHAVING_THREAD_FILE: fileUrl('misbehaving-thread'),
	WRITER_FILE: fileUrl('writer'),
};

const entryPoints = ['runtime/storage/sqlite/worker/worker.ts', 'runtime/large-thread.ts', 'test/large/misbehaving-thread.ts', 'test/faults/writer.ts'];

export default function setup(): () => void {
	buildSync({
		entryPoints: entryPoints.map((file) => join(root, file)),
		define: threadFiles,
		// As the bundler says it: some packages are asked for by `require`.
		banner: { js: "import { createRequire as orchCreateRequire } from 'node:module'; const require = orchCreateRequire(import.meta.url);" },
		entryNames: '[name]',
		outdir: folder,
		outExtension: { '.js': '.mjs' },
		bundle: true,
		packages: 'external',
		platform: 'node',
		format: 'esm',
		target: 'node24',
		logLevel: 'warning',
	});
	return () => rmSync(folder, { recursive: true, force: true });
}
