/** Starts the thread that owns the database connection. It starts before the path is known, because starting a thread is slow. */
import { Worker } from 'node:worker_threads';

/** Name of the worker's file next to the bundle, set by the bundler. */
declare const SQLITE_WORKER_FILE: string | undefined;

/** Starts a thread that waits for OpenOptions as its first message. Until then it does not keep the process alive. */
export function beginThread(file: URL = workerFile()): Worker {
	const thread = new Worker(file, { name: 'sqlite' });
	thread.unref();
	return thread;
}

/** Returns the file that all threads of the store run. The data of a thread selects its role. */
export function workerFile(): URL {
	return new URL(typeof SQLITE_WORKER_FILE === 'string' ? SQLITE_WORKER_FILE : './worker/worker.ts', import.meta.url);
}
