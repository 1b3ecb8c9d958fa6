/**
 * Events as few large buffers. Watchers of the same scope are woken with the same array of events: what is put together for
 * one of them, the others of equal encoding take as it is, when their selectors let the same through. A piece is made when it is first asked for: a reader
 * that takes none costs the making of one.
 */
import type { Histogram } from '../../telemetry/family.ts';
import type { CacheEvent } from '../../watch/contract.ts';
import { newSizes } from './metrics.ts';

/**
 * One write to a socket. A watcher that does not read holds it as it was handed over, framed and encrypted: together less than
 * the 256 KiB that a watcher may cost. Larger writes are no faster: TLS cuts them into records of 16 KiB.
 */
export const pieceBytes = 64 * 1024;

/** What a batch needs to know of an encoder (`encode.ts`). */
export interface BatchEncoder {
	/** Equal for encoders that make the same bytes of the same events; undefined while the next event is this encoder's alone. */
	readonly key: string | undefined;
	/** Undefined: not for this watcher. */
	event(event: CacheEvent): Buffer | undefined;
}

export interface Piece {
	/** Whole events; more than `pieceBytes` when it is one that is larger. */
	readonly bytes: Buffer;
	/** So many of the batch's events are over when it is written. */
	readonly events: number;
	/** Of the events in it; undefined: it is one. */
	readonly sizes: Histogram | undefined;
}

/** What has been put together, for as long as somebody holds the array of events. */
export class EventBatches {
	readonly #made = new WeakMap<readonly CacheEvent[], Batches>();
	readonly #slices = new WeakMap<Buffer, Buffer[]>();

	/** The piece of that number; undefined behind the last one. An encoder without a key has one piece, its next event. */
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

	/** Whether somebody has asked for pieces of these events in this form. */
	has(events: readonly CacheEvent[], key: string): boolean {
		return this.#made.get(events)?.byKey.has(key) ?? false;
	}

	/** What goes out next of an event that is larger than a piece: the same slice for all, so that it is framed once as well. `offset` is where another ended. */
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

/** What has been put together of one array of events. */
interface Batches {
	readonly byKey: Map<string, Batch>;
	readonly joins: Joins;
}

/** So many are compared with what is to be joined: selectors that differ in what they let through of a few events are few, and many must not make each watcher look through all. */
const mostJoins = 4;

interface Join {
	readonly parts: readonly Buffer[];
	readonly bytes: Buffer;
	readonly sizes: Histogram;
}

/**
 * What was joined lately of the same events, whatever the selectors that chose them: a thousand watchers, each with a selector of
 * its own, mostly see the same. Joined for each of them, the bytes would drive V8 into one full collection after the other.
 */
class Joins {
	readonly #recent: Join[] = [];
	#oldest = 0;

	/** `parts`: at least one, of `size` bytes together. */
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

/** Whether the same buffers are meant; those of one event and encoding are one. */
function isSame(a: readonly Buffer[], b: readonly Buffer[]): boolean {
	return a.length === b.length && a.every((part, i) => part === b[i]);
}

class Batch {
	readonly #events: readonly CacheEvent[];
	readonly #joins: Joins;
	readonly #pieces: Piece[] = [];
	/** Events that are in a piece, or in none. */
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

	/** Joins events until the piece is full; a larger one stands alone. */
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
