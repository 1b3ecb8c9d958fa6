/** Long work on many objects, in slices of time: between two of them whoever else waits has a turn. */

import type { Slices } from '../../api/slices.ts';
import { Slice } from '../slice.ts';

/** For whom it is done, and who else waits. */
export interface Sliced {
	/** Asked for its signal only when it has to wait. */
	readonly caller: { readonly signal: AbortSignal };
	readonly slices: Slices;
}

/** `each` of the objects, in their order. Undefined: all is done, since it took less than a slice and nothing was waited for. Rejects when the caller has gone. */
export function inSlices<I>(objects: Iterable<I>, sliced: Sliced, each: (object: I) => Promise<void> | undefined): Promise<void> | undefined {
	const iterator = objects[Symbol.iterator]();
	const pending = sliced.slices.hasRoom() ? untilOver(iterator, each) : 'later';
	return pending === 'done' ? undefined : rest(iterator, each, sliced, pending);
}

/** Nothing: what was waited for has come. */
type Pending = 'done' | 'later' | Promise<void> | void;

/** Until the objects are at their end, the slice is, or something is waited for. */
function untilOver<I>(iterator: Iterator<I>, each: (object: I) => Promise<void> | undefined): Pending {
	const slice = new Slice();
	for (;;) {
		const next = iterator.next();
		if (next.done === true) return 'done';
		const pending = each(next.value);
		if (pending !== undefined) return pending;
		if (slice.isOverAfterObject()) return 'later';
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
		pending = await slices.later(() => untilOver(iterator, each));
	}
}
