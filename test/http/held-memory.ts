/**
 * Preload (`--import`) for a server that reports memory: on SIGUSR2 it prints the bytes that the main thread holds after garbage collection
 * to stderr. The memory of the process is a different figure, which includes uncollected garbage and memory retained by the allocator.
 */
import { writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Prefix of the figure, in bytes. */
const heldMark = 'held bytes: ';

if (isMainThread) {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	process.on('SIGUSR2', () => {
		collect();
		// A second collection frees objects whose finalizers ran in the first.
		setImmediate(() => {
			collect();
			const { heapUsed, external } = process.memoryUsage();
			writeSync(process.stderr.fd, `${heldMark}${heapUsed + external}\n`);
		});
	});
}
