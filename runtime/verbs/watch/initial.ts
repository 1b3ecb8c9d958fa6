/** Initial objects of a watch, written in pieces. Between two pieces, only the position of the next object is held, and no bytes. */

import { Slice } from '../../scheduling/slice.ts';
import type { TimeSlicer } from '../../scheduling/time-slicer.ts';
import type { Predicate } from '../../select/index.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { pieceBytes } from '../context/event-batches.ts';
import type { SentEvents } from '../context/watch-event-metrics.ts';
import type { EventEncoder } from './encode.ts';

/** Objects with which a watch begins. */
export interface InitialObjects {
	/** Snapshot of the current objects. Later changes do not affect it. */
	readonly objects: Iterable<CachedObject>;
	readonly matches: Predicate;
}

export class InitialState {
	readonly #objects: Iterator<CachedObject>;
	readonly #matches: Predicate;
	readonly #encoder: EventEncoder;
	readonly #sent: SentEvents;
	readonly #slices: TimeSlicer;
	/** Next object to send. */
	#object: CachedObject | undefined;
	#isOver = false;
	/** Time slice; other callers run when it is over. */
	readonly #slice = new Slice();
	/** Encoded event of the next object. Dropped before every wait. */
	#event: Buffer | undefined;
	/** Number of bytes of that event that are already written. */
	#offset = 0;

	/** Takes the objects that match; `sent` records the sizes of the events. */
	constructor({ objects, matches }: InitialObjects, encoder: EventEncoder, sent: SentEvents, slices: TimeSlicer) {
		this.#objects = objects[Symbol.iterator]();
		this.#matches = matches;
		this.#encoder = encoder;
		this.#sent = sent;
		this.#slices = slices;
	}

	/** Returns the next piece, or undefined at the end. */
	next(): Buffer | undefined {
		const parts: Buffer[] = [];
		let bytes = 0;
		for (let event = this.#current(); event !== undefined; event = this.#current()) {
			if (bytes > 0 && bytes + event.length > pieceBytes) break;
			if (event.length > pieceBytes) return this.#sliceOf(event);
			parts.push(event);
			bytes += event.length;
			this.#over(event);
			// `ahead` waits for objects that another thread encodes or that are not found yet.
			const next = this.#next();
			if (next === undefined || this.#slice.isOver() || this.#encoder.isElsewhere(next)) break;
		}
		return parts.length > 1 ? Buffer.concat(parts, bytes) : parts[0];
	}

	/**
	 * Finds the next matching object, in time slices, and encodes a large one on another thread. Must be called before `next`. Returns
	 * undefined when no wait is needed.
	 */
	ahead(signal: AbortSignal): Promise<void> | undefined {
		const isFound = !this.#slice.isOver() && (this.#next() !== undefined || this.#isOver);
		return isFound ? this.#elsewhere(signal) : this.#found(signal);
	}

	async #found(signal: AbortSignal): Promise<void> {
		do {
			signal.throwIfAborted();
			await this.#slices.later(() => {
				this.#slice.begin();
				this.#next();
			});
		} while (this.#next() === undefined && !this.#isOver);
		await this.#elsewhere(signal);
	}

	#elsewhere(signal: AbortSignal): Promise<void> | undefined {
		const object = this.#object;
		if (object === undefined || this.#event !== undefined || !this.#encoder.isElsewhere(object)) return undefined;
		return this.#encoder.initialElsewhere(object, signal).then((event) => {
			this.#event = event;
		});
	}

	/** Drops the encoded event; must be called before a wait. */
	rest(): void {
		this.#event = undefined;
	}

	/** Returns the next matching object. Returns undefined at the end, or when the slice is over first. */
	#next(): CachedObject | undefined {
		while (this.#object === undefined && !this.#isOver) {
			const { value, done } = this.#objects.next();
			if (done) this.#isOver = true;
			else if (this.#matches(value)) this.#object = value;
			else if (this.#slice.isOverAfterObject()) break;
		}
		return this.#object;
	}

	#current(): Buffer | undefined {
		const object = this.#next();
		if (object === undefined) return undefined;
		this.#event ??= this.#encoder.initial(object);
		return this.#event;
	}

	#sliceOf(event: Buffer): Buffer {
		const part = event.subarray(this.#offset, this.#offset + pieceBytes);
		this.#offset += part.length;
		if (this.#offset === event.length) this.#over(event);
		return part;
	}

	#over(event: Buffer): void {
		this.#sent.observe(event.length);
		this.#sent.initial++;
		this.#encoder.told();
		this.#object = undefined;
		this.#event = undefined;
		this.#offset = 0;
	}
}
