/** Objects as they were, as many as a list shows: most are in the cache as they were, and the others are read in the store, many at once. */
import { ApiError } from '../../api/errors.ts';
import { everything, type Predicate } from '../../select/index.ts';
import type { CachedObject, PastObjects } from '../../watch/contract.ts';
import { ReplacedObject } from '../../watch/past/replaced-object.ts';
import { inSlices, type Sliced } from './in-slices.ts';

/** What one read of the store is asked for: what does not match is not kept for longer. */
const rowsPerRead = 1000;

/** What a list may carry of what is not in the cache: it is in memory until it is written, while the rest is made as it is read. */
const mostBytes = 64 * 1024 * 1024;

/** At most `limit` objects that match, in the order of `listed`, which is what `past` lists of them. Throws CompactedError; ApiError RequestEntityTooLarge. */
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
	/** Behind what was found, in order; some of it is to be read. */
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

	/** A promise: what there is now is to be read first. */
	add(object: CachedObject | ReplacedObject | undefined): Promise<void> | undefined {
		if (object === undefined) return undefined;
		if (object instanceof ReplacedObject) this.#replaced.push(object);
		this.#next.push(object);
		const isFull = this.#replaced.length >= rowsPerRead || (this.#matches !== everything && this.#replaced.length > 0 && this.isEnough);
		return isFull ? this.read() : undefined;
	}

	/** Of what was replaced, what matches takes its place. */
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
