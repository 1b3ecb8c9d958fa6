/**
 * Threads of the runtime as JavaScript. Node strips the types of a TypeScript file with a program in WebAssembly, which each thread loads
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

/** What a bundler says in their place (`generator/command/bundle.ts`). */
export const threadFiles = { SQLITE_WORKER_FILE: fileUrl('worker'), LARGE_THREAD_FILE: fileUrl('large-thread') };

export default function setup(): () => void {
	buildSync({
		entryPoints: [join(root, 'runtime/storage/sqlite/worker/worker.ts'), join(root, 'runtime/large-thread.ts')],
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
