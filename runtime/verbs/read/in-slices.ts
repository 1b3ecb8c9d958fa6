/** Long work on many objects, in slices of time: between two of them whoever else waits has a turn. */

import type { Slices } from '../../api/slices.ts';
import { Slice } from '../slice.ts';

/** For whom it is done, and who else waits. */
export interface Sliced {
	/** Asked for its signal only when it has to wait. */
	readonly caller: { readonly signal: AbortSignal };
	readonly slices: Slices;
}

/** A promise: it is waited for before the next. */
type Each<I> = (object: I) => Promise<void> | undefined;

interface Work<I> {
	readonly iterator: Iterator<I>;
	readonly each: Each<I>;
	readonly isEnough: () => boolean;
}

const never = () => false;

/** `each` of the objects, in their order, until it is enough. Undefined: all is done, since it took less than a slice and nothing was waited for. Rejects when the caller has gone. */
export function inSlices<I>(objects: Iterable<I>, sliced: Sliced, each: Each<I>, isEnough = never): Promise<void> | undefined {
	const work = { iterator: objects[Symbol.iterator](), each, isEnough };
	const pending = sliced.slices.hasRoom() ? untilOver(work) : 'later';
	return pending === 'done' ? undefined : rest(work, sliced, pending);
}

/** Nothing: what was waited for has come. */
type Pending = 'done' | 'later' | Promise<void> | void;

/** Until the objects are at their end, it is enough, the slice is over, or something is waited for. */
function untilOver<I>({ iterator, each, isEnough }: Work<I>): Pending {
	const slice = new Slice();
	while (!isEnough()) {
		const next = iterator.next();
		if (next.done === true) return 'done';
		const pending = each(next.value);
		if (pending !== undefined) return pending;
		if (slice.isOverAfterObject()) return 'later';
	}
	return 'done';
}

async function rest<I>(work: Work<I>, { caller: { signal }, slices }: Sliced, first: Pending): Promise<void> {
	let pending = first;
	while (pending !== 'done') {
		if (pending instanceof Promise) await pending;
		signal.throwIfAborted();
		pending = await slices.later(() => untilOver(work));
	}
}
