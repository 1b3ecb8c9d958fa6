/** Collects garbage of an idle server, which gives V8 no reason to: 5,000 connections that are closed leave 120 MB. */
import { getHeapStatistics } from 'node:v8';
import { collector, setFlag } from './v8-flags.ts';

const secondMs = 1000;
/**
 * CPU time in a second, in microseconds, below which the thread counts as idle. Wall-clock time would count a waiting thread as busy on a
 * loaded machine.
 */
const idleMicroseconds = 50_000;
/** Garbage that is worth a collection. */
const growthBytes = 16 * 1024 * 1024;
/** Largest heap to collect at once after the start, in bytes. It takes 35 ms; a larger one would block the thread for too long. */
const largestHeap = 48 * 1024 * 1024;

/**
 * Collects in idle seconds, when the heap has grown since the last time. V8 does it step by step, as it would with the next requests, with
 * the same last step (50 ms for 5,000 closed connections). Keeps no process alive. Does nothing where V8 offers no collector.
 */
export function collectWhenIdle(): void {
	const collect = collector();
	if (collect === undefined) return;
	let before = threadMicroseconds();
	let collectedBytes = getHeapStatistics().used_heap_size;
	let isCollecting = false;
	let isFirst = true;
	setInterval(() => {
		const now = threadMicroseconds();
		const isIdle = now - before <= idleMicroseconds;
		before = now;
		const used = getHeapStatistics().used_heap_size;
		if (isIdle && isFirst) {
			// Gives back what the start left: 8 MB of an idle server.
			isFirst = false;
			if (used <= largestHeap) collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
			return;
		}
		if (isCollecting || used < collectedBytes) collectedBytes = used;
		if (isCollecting) endMarking();
		isCollecting = !isCollecting && isIdle && used > collectedBytes + growthBytes;
		if (!isCollecting) return;
		beginMarking();
		collect({ type: 'minor', execution: 'sync' });
	}, secondMs).unref();
}

function threadMicroseconds(): number {
	const { user, system } = process.threadCpuUsage();
	return user + system;
}

/** Sets the percentage of the heap's limit at which V8 begins to mark. V8 compares it after each collection of the young generation. */
function beginMarking(): void {
	process.once('exit', endMarking);
	setFlag('--incremental-marking-soft-trigger=1');
}

/** Resets the percentage to 0, which leaves the decision to V8. */
function endMarking(): void {
	process.off('exit', endMarking);
	setFlag('--incremental-marking-soft-trigger=0');
}
