/**
 * Compiles the threads of the runtime and the processes of the tests to JavaScript. Node strips TypeScript types with a WebAssembly program
 * that each thread loads. V8 may crash when such a thread ends on a busy machine (`Check failed: end > addr`).
 */
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');

/** Output folder inside `node_modules`, so that packages resolve. */
const folder = join(root, `node_modules/.test-threads-${process.pid}`);

const fileUrl = (name: string): string => JSON.stringify(pathToFileURL(join(folder, `${name}.mjs`)).href);

/** URLs that the bundler would insert (`generator/command/bundle.ts`) and programs that tests start (`thread-files.ts`). */
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
		// The same banner as in the bundler: some packages call `require`.
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
