/**
 * Preloaded into a server: measures the longest time that its main thread computes without a pause, in CPU time, which other load of the
 * machine does not change. On SIGUSR2 it writes the longest time since the last signal, and the memory after a collection, to STALL_FILE.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Interval of the timer, and the error of a measured time. */
const everyMs = 2;

if (isMainThread) {
	let begun = process.threadCpuUsage();
	let longest = 0;
	const look = () => {
		const { user, system } = process.threadCpuUsage(begun);
		begun = process.threadCpuUsage();
		longest = Math.max(longest, (user + system) / 1000);
	};
	setInterval(look, everyMs).unref();
	let count = 0;
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc');
	process.on('SIGUSR2', () => {
		look();
		const longestMs = longest;
		collect();
		const { heapUsed, external } = process.memoryUsage();
		const file = process.env.STALL_FILE;
		writeFileSync(`${file}.new`, JSON.stringify({ count: ++count, longestMs, liveBytes: heapUsed + external }));
		renameSync(`${file}.new`, file);
		begun = process.threadCpuUsage();
		longest = 0;
	});
}
