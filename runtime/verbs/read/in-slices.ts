/** Long work on many objects, in slices of time: between two of them whoever else waits has a turn. */
import { turnMs } from '../../api/shared-turns.ts';
import type { Slices } from '../slices.ts';

/** Objects between two looks at the clock. */
const between = 16;

/** For whom it is done, and who else waits. */
export interface Sliced {
	/** Asked for its signal only when it has to wait. */
	readonly caller: { readonly signal: AbortSignal };
	readonly slices: Slices;
}

/** `each` of the objects, in their order. Undefined: all is done, since it took less than a slice and nothing was waited for. Rejects when the caller has gone. */
export function inSlices<I>(objects: Iterable<I>, sliced: Sliced, each: (object: I) => Promise<void> | undefined): Promise<void> | undefined {
	const iterator = objects[Symbol.iterator]();
	const pending = sliced.slices.hasRoom() ? slice(iterator, each) : 'later';
	return pending === 'done' ? undefined : rest(iterator, each, sliced, pending);
}

/** Nothing: what was waited for has come. */
type Pending = 'done' | 'later' | Promise<void> | void;

/** Until the objects are at their end, the slice is, or something is waited for. */
function slice<I>(iterator: Iterator<I>, each: (object: I) => Promise<void> | undefined): Pending {
	const end = performance.now() + turnMs;
	for (let count = 1; ; count++) {
		const next = iterator.next();
		if (next.done === true) return 'done';
		const pending = each(next.value);
		if (pending !== undefined) return pending;
		if (count % between === 0 && performance.now() > end) return 'later';
	}
}

async function rest<I>(
	iterator: Iterator<I>,
	each: (object: I) => Promise<void> | undefined,
	{ caller: { signal }, slices }: Sliced,
	first: Pending,
): Promise<void> {
	let pending = first;
	while (pending !== 'done') {
		if (pending instanceof Promise) await pending;
		signal.throwIfAborted();
		pending = await slices.later(() => slice(iterator, each));
	}
}
