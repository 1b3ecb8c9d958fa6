/**
 * Joins events into few large buffers. Watchers of the same scope wake with the same array of events. They share the joined pieces if their
 * encodings are equal and their selectors let the same events through. A piece is made when it is first requested.
 */
import type { Histogram } from '../../telemetry/family.ts';
import type { CacheEvent } from '../../watch/contract.ts';
import { newSizes } from './watch-event-metrics.ts';

/**
 * Size of a write to a socket. For a watcher that does not read, a piece is held as plain text, framed and encrypted. Together that is less
 * than the 256 KiB that a watcher may cost. Larger writes are no faster, because TLS cuts them into records of 16 KiB.
 */
export const pieceBytes = 64 * 1024;

/** Members of an encoder (`encode.ts`) that a batch uses. */
export interface BatchEncoder {
	/** Equal for encoders that make the same bytes of the same events. Undefined while the next event is specific to this encoder. */
	readonly key: string | undefined;
	/** Encodes an event. Returns undefined when the selector excludes it. */
	event(event: CacheEvent): Buffer | undefined;
}

export interface Piece {
	/** Whole events. Longer than `pieceBytes` only if a single event is. */
	readonly bytes: Buffer;
	/** Number of the batch's events that are finished once this piece is written, including events that the selector excludes. */
	readonly events: number;
	/** Sizes of the events in the piece. Undefined for a single event. */
	readonly sizes: Histogram | undefined;
}

/** Joined pieces by array of events. They are kept as long as the array is referenced. */
export class EventBatches {
	readonly #made = new WeakMap<readonly CacheEvent[], Batches>();
	readonly #slices = new WeakMap<Buffer, Buffer[]>();

	/** Returns the piece with that index, or undefined after the last one. An encoder without a key has a single piece: its next event. */
	piece(events: readonly CacheEvent[], index: number, encoder: BatchEncoder): Piece | undefined {
		const key = events.length === 1 ? undefined : encoder.key;
		if (key === undefined) return index === 0 ? nextEvent(events, encoder) : undefined;
		let made = this.#made.get(events);
		if (made === undefined) {
			made = { byKey: new Map(), joins: new Joins() };
			this.#made.set(events, made);
		}
		let batch = made.byKey.get(key);
		if (batch === undefined) {
			batch = new Batch(events, made.joins);
			made.byKey.set(key, batch);
		}
		return batch.piece(index, encoder);
	}

	/** Reports whether pieces of these events were already requested in this encoding. */
	has(events: readonly CacheEvent[], key: string): boolean {
		return this.#made.get(events)?.byKey.has(key) ?? false;
	}

	/**
	 * Returns the next slice of an event that is larger than a piece. All watchers get the same slice, so that it is framed only once.
	 * `offset`: end of the previous slice.
	 */
	slice(bytes: Buffer, offset: number): Buffer {
		let slices = this.#slices.get(bytes);
		if (slices === undefined) {
			slices = [];
			this.#slices.set(bytes, slices);
		}
		const index = offset / pieceBytes;
		slices[index] ??= bytes.subarray(offset, offset + pieceBytes);
		return slices[index];
	}
}

function nextEvent(events: readonly CacheEvent[], encoder: BatchEncoder): Piece | undefined {
	for (let i = 0; i < events.length; i++) {
		const bytes = encoder.event(events[i] as CacheEvent);
		if (bytes !== undefined) return { bytes, events: i + 1, sizes: undefined };
	}
	return undefined;
}

/** Pieces joined from one array of events, by encoding. */
interface Batches {
	readonly byKey: Map<string, Batch>;
	readonly joins: Joins;
}

/**
 * Number of recent joins to which a new one is compared. In a small batch, few selectors differ in the events that they let through. With a
 * larger number, each watcher would search through all of them.
 */
const mostJoins = 4;

interface Join {
	readonly parts: readonly Buffer[];
	readonly bytes: Buffer;
	readonly sizes: Histogram;
}

/**
 * Recent joins of the same events, whatever the selectors. A thousand watchers with different selectors mostly get the same events. Joining
 * the bytes for each of them would cause repeated full collections in V8.
 */
class Joins {
	readonly #recent: Join[] = [];
	#oldest = 0;

	/** Returns the join of `parts`: at least one part, `size` bytes in total. */
	of(parts: readonly Buffer[], size: number): Join {
		const known = this.#recent.find((join) => isSame(join.parts, parts));
		if (known !== undefined) return known;
		const sizes = newSizes();
		for (const part of parts) sizes.observe(part.length);
		const [only] = parts;
		const made = { parts, bytes: parts.length === 1 && only !== undefined ? only : Buffer.concat(parts, size), sizes };
		this.#recent[this.#oldest] = made;
		this.#oldest = (this.#oldest + 1) % mostJoins;
		return made;
	}
}

/** Compares by identity: an event has one buffer per encoding. */
function isSame(a: readonly Buffer[], b: readonly Buffer[]): boolean {
	return a.length === b.length && a.every((part, i) => part === b[i]);
}

class Batch {
	readonly #events: readonly CacheEvent[];
	readonly #joins: Joins;
	readonly #pieces: Piece[] = [];
	/** Number of events that are in a piece already or that the selector excludes. */
	#over = 0;

	constructor(events: readonly CacheEvent[], joins: Joins) {
		this.#events = events;
		this.#joins = joins;
	}

	piece(index: number, encoder: BatchEncoder): Piece | undefined {
		while (this.#pieces.length <= index) {
			const made = this.#next(encoder);
			if (made === undefined) return undefined;
			this.#pieces.push(made);
		}
		return this.#pieces[index];
	}

	/** Joins events until the piece is full. An event larger than a piece gets a piece of its own. */
	#next(encoder: BatchEncoder): Piece | undefined {
		const parts: Buffer[] = [];
		let bytes = 0;
		for (; this.#over < this.#events.length; this.#over++) {
			const part = encoder.event(this.#events[this.#over] as CacheEvent);
			if (part === undefined) continue;
			if (bytes > 0 && bytes + part.length > pieceBytes) break;
			parts.push(part);
			bytes += part.length;
		}
		if (parts.length === 0) return undefined;
		const join = this.#joins.of(parts, bytes);
		return { bytes: join.bytes, events: this.#over, sizes: join.sizes };
	}
}
