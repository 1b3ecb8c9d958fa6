/**
 * What a start leaves in the heap of its thread is given back to the system where nothing is asked of it at once: a tenth of an idle server.
 * V8 does so only after it has collected for other reasons, which an idle server gives it none of.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const secondMs = 1000;
/** Of CPU in a second, in microseconds. By the time that went by, a thread that does next to nothing is busy where others keep the machine so. */
const quietMicroseconds = 50_000;
/** A thread that has done so much since its start is at work, and V8 knows from its code how to compile it. */
const workMicroseconds = 500_000;
/** In a larger heap there is little to gain, and to go through it takes longer than anybody should wait. */
const largestHeap = 48 * 1024 * 1024;

/**
 * Once, after the first quiet second, unless the thread is at work by then: 35 ms of the thread. Later it would cost more than it gives,
 * since V8 forgets with what it collects how code that has run is best compiled. Keeps no process alive.
 */
export function giveBackWhenQuiet(): void {
	const start = threadMicroseconds();
	let before = start;
	const seconds = setInterval(() => {
		const now = threadMicroseconds();
		const isAtWork = now - start > workMicroseconds;
		const isQuiet = now - before <= quietMicroseconds;
		before = now;
		if (!isAtWork && !isQuiet) return;
		clearInterval(seconds);
		if (!isAtWork && getHeapStatistics().used_heap_size <= largestHeap) giveBack();
	}, secondMs).unref();
}

function threadMicroseconds(): number {
	const { user, system } = process.threadCpuUsage();
	return user + system;
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
