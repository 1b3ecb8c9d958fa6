/**
 * Flags of V8 that change while the process runs. Compiled code kept between starts is valid only for the flags of its process. Each flag
 * therefore has its usual value while modules are loaded, and when the process ends.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Sets a flag. V8 reports an unknown one on stderr and changes nothing. */
export function setFlag(flag: string): void {
	setFlagsFromString(flag);
}

export interface CollectOptions {
	readonly type: 'minor' | 'major';
	readonly execution: 'sync';
	/** Also discards compiled code and type feedback. */
	readonly flavor?: 'last-resort';
}

/** Returns a function that collects garbage; undefined where V8 offers none. */
export function collector(): ((options: CollectOptions) => void) | undefined {
	setFlag('--expose-gc');
	const collect: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
	setFlag('--no-expose-gc');
	return collect as ReturnType<typeof collector>;
}
