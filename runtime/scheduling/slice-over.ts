/** Runs long work over many objects in time slices, so that other requests run in between. */

import { Slice } from './slice.ts';
import type { TimeSlicer } from './time-slicer.ts';

/** The caller of the work, and the scheduler it shares with others. */
export interface SliceContext {
	/** Its signal is read only when the work has to wait. */
	readonly caller: { readonly signal: AbortSignal };
	readonly slices: TimeSlicer;
}

/** Processes one object. A returned promise is awaited before the next object. */
type Each<I> = (object: I) => Promise<void> | undefined;

interface Work<I> {
	readonly iterator: Iterator<I>;
	readonly each: Each<I>;
	readonly isEnough: () => boolean;
}

const never = () => false;

/**
 * Calls `each` for the objects in order, until `isEnough` returns true. Returns undefined when all of it fitted into one slice and nothing
 * was awaited. Rejects when the caller has gone.
 */
export function sliceOver<I>(objects: Iterable<I>, sliced: SliceContext, each: Each<I>, isEnough = never): Promise<void> | undefined {
	const work = { iterator: objects[Symbol.iterator](), each, isEnough };
	const pending = sliced.slices.hasRoom() ? untilOver(work) : 'later';
	return pending === 'done' ? undefined : rest(work, sliced, pending);
}

/** Result of a slice. `void` means that an awaited promise has resolved. */
type Pending = 'done' | 'later' | Promise<void> | void;

/** Runs until the objects end, `isEnough` returns true, the slice is over, or a promise must be awaited. */
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

async function rest<I>(work: Work<I>, { caller: { signal }, slices }: SliceContext, first: Pending): Promise<void> {
	let pending = first;
	while (pending !== 'done') {
		if (pending instanceof Promise) await pending;
		signal.throwIfAborted();
		pending = await slices.later(() => untilOver(work));
	}
}
