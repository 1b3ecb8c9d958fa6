/**
 * Suspension of V8's optimizing compilers during the start. Functions that are hot during a start are short and run once. Compiling the
 * first one maps 7 MB of compilers and 2 MB of their data, a tenth of an idle server. Functions that are hot during requests are compiled
 * as usual.
 *
 * Compiled code kept between starts is valid only for the flags under which it was produced. The flags therefore have their usual values
 * while modules are loaded before the start, and when the process ends.
 */
import { setFlagsFromString } from 'node:v8';

const optimizers = ['opt', 'maglev', 'sparkplug'];

/**
 * Number of calls of a function between two checks whether to optimize it (V8's `--invocation-count-for-turbofan`, 3,000 by default). A
 * function may become hot while only the last compiler could follow. It is next checked after this number of calls, even when the compilers
 * are enabled meanwhile. With V8's default, functions that a start also calls, such as those that write an object, were interpreted for
 * 3,000 more writes.
 */
const callsBetweenLooks = { held: 20, free: 3_000 };

/** Returns the result of `start`. The compilers are enabled again when it has resolved, failed or ended the process. */
export async function withoutOptimizers<T>(start: () => Promise<T>): Promise<T> {
	set('--no-', callsBetweenLooks.held);
	process.once('exit', letOptimizersGo);
	try {
		return await start();
	} finally {
		process.off('exit', letOptimizersGo);
		letOptimizersGo();
	}
}

/** Enables the compilers before the end of a start that has more work than usual. */
export function letOptimizersGo(): void {
	set('--', callsBetweenLooks.free);
}

function set(prefix: '--' | '--no-', calls: number): void {
	for (const name of optimizers) setFlagsFromString(`${prefix}${name}`);
	setFlagsFromString(`--invocation-count-for-turbofan=${calls}`);
}
