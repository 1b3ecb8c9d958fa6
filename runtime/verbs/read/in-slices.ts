/** Long work on many objects, in slices of time: between two of them whoever else waits has a turn. */

/** So long nobody minds waiting. */
const sliceMs = 10;
/** Objects between two looks at the clock. */
const between = 16;

/** `each` of the objects, in their order. Undefined: all is done, since it took less than a slice and nothing was waited for. Rejects when the caller has gone. */
export function inSlices<I>(
	objects: Iterable<I>,
	caller: { readonly signal: AbortSignal },
	each: (object: I) => Promise<void> | undefined,
): Promise<void> | undefined {
	const iterator = objects[Symbol.iterator]();
	const pending = slice(iterator, each);
	return pending === 'done' ? undefined : rest(iterator, each, caller, pending);
}

/** Until the objects are at their end, the slice is, or something is waited for. */
function slice<I>(iterator: Iterator<I>, each: (object: I) => Promise<void> | undefined): 'done' | 'later' | Promise<void> {
	const end = performance.now() + sliceMs;
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
	{ signal }: { readonly signal: AbortSignal },
	first: 'later' | Promise<void>,
): Promise<void> {
	for (let pending: 'done' | 'later' | Promise<void> = first; pending !== 'done'; pending = slice(iterator, each)) {
		await (pending === 'later' ? new Promise((resolve) => setImmediate(resolve)) : pending);
		signal.throwIfAborted();
	}
}
