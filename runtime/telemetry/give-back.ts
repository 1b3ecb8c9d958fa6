/**
 * What a start leaves in the heap of its thread is given back to the system where nothing is asked of it at once: a tenth of an idle server.
 * V8 does so only after it has collected for other reasons, which an idle server gives it none of.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const quietMs = 1000;
/** Share of the time in which a quiet thread does something. */
const quietShare = 0.05;
/** In a larger heap there is little to gain, and to go through it takes longer than anybody should wait. */
const largestHeap = 48 * 1024 * 1024;

/**
 * Once, a second after it is called, where that second was quiet: 35 ms of the thread. Later it would cost more than it gives, since
 * V8 forgets with what it collects how code that has run is best compiled. Keeps no process alive.
 */
export function giveBackWhenQuiet(): void {
	const before = performance.eventLoopUtilization();
	setTimeout(() => {
		const { utilization } = performance.eventLoopUtilization(before);
		if (utilization <= quietShare && getHeapStatistics().used_heap_size <= largestHeap) giveBack();
	}, quietMs).unref();
}

/** Half-empty pages as well. Flags are as usual again behind it: compiled code that is kept between starts is valid for those under which it is written. */
function giveBack(): void {
	setFlagsFromString('--expose-gc');
	const collect: (options: object) => void = runInNewContext('gc');
	setFlagsFromString('--no-expose-gc');
	setFlagsFromString('--compact-on-every-full-gc');
	collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
	setFlagsFromString('--no-compact-on-every-full-gc');
}
