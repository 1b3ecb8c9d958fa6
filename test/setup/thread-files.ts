/**
 * Code that runs in a thread or process, compiled to JavaScript by `threads.ts`. The environment holds its location under the names that a
 * bundler inserts into code (`generator/command/bundle.ts`). This file sets them for code that runs unbundled.
 */
import { fileURLToPath } from 'node:url';

for (const name of ['SQLITE_WORKER_FILE', 'LARGE_THREAD_FILE']) Object.assign(globalThis, { [name]: fileOf(name).href });

/** The bundler inserts the source of a string literal. */
function fileOf(name: string): URL {
	const source = process.env[name];
	if (source === undefined) throw new Error(`the environment does not say where ${name} is`);
	return new URL(JSON.parse(source));
}

export const largeThread = fileOf('LARGE_THREAD_FILE');
export const misbehavingThread = fileOf('MISBEHAVING_THREAD_FILE');
/** Path of the program `test/faults/writer.ts`. */
export const writer = fileURLToPath(fileOf('WRITER_FILE'));
