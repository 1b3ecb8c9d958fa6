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

/** Answers with what `start` answers; the compilers are back when it has, failed or ended the process. */
export async function withoutOptimizers<T>(start: () => Promise<T>): Promise<T> {
	set('--no-');
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
	set('--');
}

function set(prefix: '--' | '--no-'): void {
	for (const name of optimizers) setFlagsFromString(`${prefix}${name}`);
}
