/**
 * V8's optimizing compilers are held back while the server starts: what a start runs often is short and runs once, and the first function
 * that they compile maps 7 MB of the compilers themselves and 2 MB of what they work with, a tenth of an idle server. What requests run
 * often is compiled as ever.
 *
 * Compiled code that is kept between starts is valid for the flags under which it was made: they are as usual while modules are
 * loaded before, and when the process ends.
 */
import { setFlagsFromString } from 'node:v8';

const optimizers = ['opt', 'maglev', 'sparkplug'];

/**
 * Calls of a function between two looks at whether it is to be compiled better (V8's `--invocation-count-for-turbofan`, 3,000 by itself).
 * One that was called often while there is no compiler but the last to wait for is next looked at so many calls later, whatever has come
 * back meanwhile: with V8's own number, all that a start calls as well (whatever writes an object) was interpreted for 3,000 writes more.
 */
const callsBetweenLooks = { held: 20, free: 3_000 };

/** Answers with what `start` answers; the compilers are back when it has, failed or ended the process. */
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

/** They are back before the start is over: it has more to do than most. */
export function letOptimizersGo(): void {
	set('--', callsBetweenLooks.free);
}

function set(prefix: '--' | '--no-', calls: number): void {
	for (const name of optimizers) setFlagsFromString(`${prefix}${name}`);
	setFlagsFromString(`--invocation-count-for-turbofan=${calls}`);
}
