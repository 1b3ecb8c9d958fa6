/**
 * Returns memory that a start leaves in the heap to the system once the server is idle: a tenth of an idle server. V8 does so only after a
 * collection, and an idle server causes none.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const secondMs = 1000;
/**
 * CPU time in a second, in microseconds, below which the thread counts as idle. Wall-clock time would count a waiting thread as busy on a
 * loaded machine.
 */
const quietMicroseconds = 50_000;
/**
 * CPU time since the start, in microseconds, above which the thread counts as busy. By then V8 has type feedback, which a compaction would
 * discard.
 */
const workMicroseconds = 500_000;
/** Largest heap to compact, in bytes. A larger one gains little and would block the thread for too long. */
const largestHeap = 48 * 1024 * 1024;

/**
 * Compacts once, after the first idle second, unless the thread is busy by then. It takes 35 ms. Later it would cost more than it gains,
 * because V8 collects its type feedback as well. The timer keeps no process alive.
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

/** Garbage that is worth a collection: 5,000 connections that are closed leave 120 MB. */
const growthBytes = 16 * 1024 * 1024;

/**
 * Collects garbage in quiet seconds, when the heap has grown since the last time. V8 does it step by step, as it would with the next requests,
 * with the same last step (50 ms for 5,000 closed connections). An idle server gives V8 no other reason to. Keeps no process alive.
 */
export function collectWhenQuiet(): void {
	let before = threadMicroseconds();
	let collectedBytes = getHeapStatistics().used_heap_size;
	let isCollecting = false;
	setInterval(() => {
		const now = threadMicroseconds();
		const isQuiet = now - before <= quietMicroseconds;
		before = now;
		const used = getHeapStatistics().used_heap_size;
		if (isCollecting || used < collectedBytes) collectedBytes = used;
		if (isCollecting) endMarking();
		isCollecting = !isCollecting && isQuiet && used > collectedBytes + growthBytes;
		if (isCollecting) beginMarking();
	}, secondMs).unref();
}

/** Sets the percentage of the heap's limit at which V8 begins to mark. V8 compares it after each collection of the young generation. */
function beginMarking(): void {
	process.once('exit', endMarking);
	setFlagsFromString('--incremental-marking-soft-trigger=1');
	collector()({ type: 'minor', execution: 'sync' });
}

/** Resets the percentage to 0, which leaves the decision to V8. */
function endMarking(): void {
	process.off('exit', endMarking);
	setFlagsFromString('--incremental-marking-soft-trigger=0');
}

/** Compacts half-empty pages too. Restores the flags, because the compile cache is valid only for the flags under which it was written. */
function giveBack(): void {
	const collect = collector();
	setFlagsFromString('--compact-on-every-full-gc');
	collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
	setFlagsFromString('--no-compact-on-every-full-gc');
}

function collector(): (options: object) => void {
	setFlagsFromString('--expose-gc');
	const collect: (options: object) => void = runInNewContext('gc');
	setFlagsFromString('--no-expose-gc');
	return collect;
}
