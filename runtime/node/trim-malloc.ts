/**
 * Returns freed memory from glibc's allocator to the system. The allocator by itself returns only the end of its heap. One small used block
 * there keeps everything below it, such as closed connections and written buffers.
 *
 * `malloc_trim` gives back every free page. JavaScript cannot call it, but SQLite calls an extension's entry point by its name, and the C
 * library, which is loaded already, passes for one. The first argument of an entry point is an address. `malloc_trim` takes it for
 * the number of bytes to leave at the end of the heap, so that end stays.
 */
import { DatabaseSync } from 'node:sqlite';

const library = 'libc.so.6';
const entryPoint = 'malloc_trim';

/** SQLite takes a result of 1 (memory was given back) for a failure of the extension, and says so in these words. */
const givenBack = 'error during initialization';

/** False where there is no such library or function: musl, Windows, macOS. */
export function trim(): boolean {
	const database = new DatabaseSync(':memory:', { allowExtension: true });
	try {
		// The types lack the second parameter.
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
