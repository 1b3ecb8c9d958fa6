/** Past states of the objects that a list shows. The cache holds most of them; the others are read from the store in large batches. */
import { ApiError } from '../../api/errors.ts';
import { everything, type Predicate } from '../../select/index.ts';
import type { CachedObject, PastObjects } from '../../watch/contract.ts';
import { ReplacedObject } from '../../watch/past/replaced-object.ts';
import { inSlices, type Sliced } from './in-slices.ts';

/** Rows per read of the store; rows that do not match are discarded after each read. */
const rowsPerRead = 1000;

/** Maximum bytes of a list that come from the store. They stay in memory until written, while the rest is made as the client reads. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Returns at most `limit` matching objects in the order of `listed`, which comes from `past`. Throws CompactedError; ApiError
 * RequestEntityTooLarge.
 */
export async function objectsOf(
	past: PastObjects,
	listed: Iterable<CachedObject | ReplacedObject | undefined>,
	matches: Predicate,
	limit: number,
	sliced: Sliced,
): Promise<CachedObject[]> {
	const list = new PastList(past, matches, limit, sliced);
	await inSlices(
		listed,
		sliced,
		(object) => list.add(object),
		() => list.isEnough,
	);
	await list.read();
	return list.found;
}

class PastList {
	readonly found: CachedObject[] = [];
	readonly #past: PastObjects;
	readonly #matches: Predicate;
	readonly #limit: number;
	readonly #sliced: Sliced;
	/** Objects that follow those found, in order; some must still be read. */
	#next: (CachedObject | ReplacedObject)[] = [];
	#replaced: ReplacedObject[] = [];
	#readBytes = 0;

	constructor(past: PastObjects, matches: Predicate, limit: number, sliced: Sliced) {
		this.#past = past;
		this.#matches = matches;
		this.#limit = limit;
		this.#sliced = sliced;
	}

	get isEnough(): boolean {
		return this.found.length + this.#next.length >= this.#limit;
	}

	/** Adds an object. Returns a promise when the pending objects must be read before the next is added. */
	add(object: CachedObject | ReplacedObject | undefined): Promise<void> | undefined {
		if (object === undefined) return undefined;
		if (object instanceof ReplacedObject) this.#replaced.push(object);
		this.#next.push(object);
		const isFull = this.#replaced.length >= rowsPerRead || (this.#matches !== everything && this.#replaced.length > 0 && this.isEnough);
		return isFull ? this.read() : undefined;
	}

	/** Reads the replaced objects and moves those that match to their places in the result. */
	async read(): Promise<void> {
		const [next, replaced] = [this.#next, this.#replaced];
		this.#next = [];
		this.#replaced = [];
		const read: (CachedObject | undefined)[] = [];
		while (read.length < replaced.length) {
			const more = await this.#past.read(read.length === 0 ? replaced : replaced.slice(read.length), this.#matches, { signal: this.#sliced.caller.signal });
			for (const object of more) this.#readBytes += object?.place?.length ?? object?.bytes.length ?? 0;
			if (this.#readBytes > mostBytes) throw tooLarge();
			read.push(...more);
		}
		let at = 0;
		for (const object of next) {
			const was = object instanceof ReplacedObject ? read[at++] : object;
			if (was !== undefined) this.found.push(was);
		}
	}
}

function tooLarge(): ApiError {
	const message = `a list of the past may carry ${mostBytes / 1024 / 1024} MiB of what has changed since, and this one is longer: ask for it in pages (limit), or for the list of now`;
	return new ApiError('RequestEntityTooLarge', message);
}
