/**
 * Loaded into a server before its own code (`--import`): at SIGUSR2 it says on stderr what its main thread holds once the garbage is
 * collected. What the system has given to the process is another figure: garbage that is not collected yet, and what the
 * allocator keeps, are in it.
 */
import { writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Stands before the figure, in bytes. */
const heldMark = 'held bytes: ';

if (isMainThread) {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	process.on('SIGUSR2', () => {
		collect();
		// What ended in the first round lets go of more.
		setImmediate(() => {
			collect();
			const { heapUsed, external } = process.memoryUsage();
			writeSync(process.stderr.fd, `${heldMark}${heapUsed + external}\n`);
		});
	});
}
