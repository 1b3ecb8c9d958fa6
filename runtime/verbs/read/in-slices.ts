/** Long work on many objects, in slices of time: between two of them whoever else waits has a turn. */

/** So long nobody minds waiting. */
const sliceMs = 10;
/** Objects between two looks at the clock. */
const between = 16;

/** What `each` makes of the objects, in their order; at once where it takes less than a slice and nothing is waited for. Rejects when the caller has gone. */
export function inSlices<I, O>(objects: Iterable<I>, caller: { readonly signal: AbortSignal }, each: (object: I) => O | Promise<O>): O[] | Promise<O[]> {
	const iterator = objects[Symbol.iterator]();
	const made: O[] = [];
	const pending = slice(iterator, each, made);
	return pending === 'done' ? made : rest(iterator, each, made, caller, pending);
}

/** Until the objects are at their end, the slice is, or something is waited for. */
function slice<I, O>(iterator: Iterator<I>, each: (object: I) => O | Promise<O>, made: O[]): 'done' | 'later' | Promise<O> {
	const end = performance.now() + sliceMs;
	for (let count = 1; ; count++) {
		const next = iterator.next();
		if (next.done === true) return 'done';
		const one = each(next.value);
		if (one instanceof Promise) return one;
		made.push(one);
		if (count % between === 0 && performance.now() > end) return 'later';
	}
}

async function rest<I, O>(
	iterator: Iterator<I>,
	each: (object: I) => O | Promise<O>,
	made: O[],
	{ signal }: { readonly signal: AbortSignal },
	first: 'later' | Promise<O>,
): Promise<O[]> {
	for (let pending: 'done' | 'later' | Promise<O> = first; pending !== 'done'; pending = slice(iterator, each, made)) {
		if (pending === 'later') await new Promise((resolve) => setImmediate(resolve));
		else made.push(await pending);
		signal.throwIfAborted();
	}
	return made;
}
