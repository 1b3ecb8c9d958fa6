/**
 * Returns freed memory from glibc's allocator to the system. By itself the allocator returns only the end
 * of its heap. One small used block there keeps everything below it, such as closed connections and written buffers.
 *
 * `malloc_trim` returns every free page. JavaScript cannot call it, but SQLite can: it calls an extension's entry point by name, and
 * accepts
 * the loaded C library as an extension. The first argument of an entry point is an address. `malloc_trim` reads it as the number of bytes
 * to
 * keep at the end of the heap, so that end stays.
 */
import { DatabaseSync } from 'node:sqlite';

const library = 'libc.so.6';
const entryPoint = 'malloc_trim';

/** SQLite takes the result 1 (memory was returned) for a failed initialization and reports it in these words. */
const givenBack = 'error during initialization';

/** Returns false where there is no such library or function: musl, Windows, macOS. */
export function trim(): boolean {
	const database = new DatabaseSync(':memory:', { allowExtension: true });
	try {
		// The second parameter is missing in the types.
		(database.loadExtension as (path: string, entryPoint: string) => void)(library, entryPoint);
		return true;
	} catch (error) {
		return (error as Error).message.startsWith(givenBack);
	} finally {
		database.close();
	}
}

const secondMs = 1000;
/** CPU of all threads in a second, in microseconds: a request that comes then may wait for the pages, 50 ms for 250 MB. */
const idleMicroseconds = 50_000;
/** Less is not worth the search for it. */
const worthwhileBytes = 16 * 1024 * 1024;

/** Gives memory back in idle seconds, when the process has become larger since the last time. Keeps no process alive. */
export function trimWhenIdle(): void {
	let residentBytes = 0;
	let before = process.cpuUsage();
	const seconds = setInterval(() => {
		const { user, system } = process.cpuUsage(before);
		before = process.cpuUsage();
		if (user + system > idleMicroseconds) return;
		const now = process.memoryUsage.rss();
		if (now < residentBytes + worthwhileBytes) {
			residentBytes = Math.min(residentBytes, now);
			return;
		}
		if (!trim()) clearInterval(seconds);
		residentBytes = process.memoryUsage.rss();
	}, secondMs).unref();
}
