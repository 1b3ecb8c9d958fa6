/** The thread that owns the connection to a database: begun before anybody knows which, since a thread takes long to begin. */
import { Worker } from 'node:worker_threads';

/** Set by the bundler to the name of the worker's own file beside the bundle. */
declare const SQLITE_WORKER_FILE: string | undefined;

/** Waits for OpenOptions, its first message; until then it keeps no process alive. */
export function beginThread(file: URL = workerFile()): Worker {
	const thread = new Worker(file, { name: 'sqlite' });
	thread.unref();
	return thread;
}

/** Of all threads of the store: which of them one is, its data say. */
export function workerFile(): URL {
	return new URL(typeof SQLITE_WORKER_FILE === 'string' ? SQLITE_WORKER_FILE : './worker/worker.ts', import.meta.url);
}
