/**
 * What runs as a thread or a process of its own, in JavaScript, as `threads.ts` has made it. The environment says where it is, under the
 * names by which a bundler puts it into code (`generator/command/bundle.ts`): here it is put beside code that runs as it is written.
 */
import { fileURLToPath } from 'node:url';

for (const name of ['SQLITE_WORKER_FILE', 'LARGE_THREAD_FILE']) Object.assign(globalThis, { [name]: fileOf(name).href });

/** A bundler wants the source of a string. */
function fileOf(name: string): URL {
	const source = process.env[name];
	if (source === undefined) throw new Error(`the environment does not say where ${name} is`);
	return new URL(JSON.parse(source));
}

export const largeThread = fileOf('LARGE_THREAD_FILE');
export const misbehavingThread = fileOf('MISBEHAVING_THREAD_FILE');
/** Path of the program `test/faults/writer.ts`. */
export const writer = fileURLToPath(fileOf('WRITER_FILE'));
