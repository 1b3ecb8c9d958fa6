/** The state that a watch begins with, in pieces. Between two of them it holds the place of the next object and no bytes. */

import type { Slices } from '../../api/slices.ts';
import type { Predicate } from '../../select/index.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { Slice } from '../slice.ts';
import { pieceBytes } from './batch.ts';
import type { EventEncoder } from './encode.ts';
import type { SentEvents } from './metrics.ts';

/** What a watch begins with. */
export interface InitialObjects {
	/** As they are now, whatever happens later. */
	readonly objects: Iterable<CachedObject>;
	readonly matches: Predicate;
}

export class InitialState {
	readonly #objects: Iterator<CachedObject>;
	readonly #matches: Predicate;
	readonly #encoder: EventEncoder;
	readonly #sent: SentEvents;
	readonly #slices: Slices;
	/** The object whose turn it is. */
	#object: CachedObject | undefined;
	#isOver = false;
	/** When it is over, others have their turn. */
	readonly #slice = new Slice();
	/** Its event, for as long as nobody is waited for. */
	#event: Buffer | undefined;
	/** Bytes of its event that are in pieces before. */
	#offset = 0;

	/** Of those that match; `sent` learns the sizes of the events. */
	constructor({ objects, matches }: InitialObjects, encoder: EventEncoder, sent: SentEvents, slices: Slices) {
		this.#objects = objects[Symbol.iterator]();
		this.#matches = matches;
		this.#encoder = encoder;
		this.#sent = sent;
		this.#slices = slices;
	}

	/** Undefined when there is nothing left. */
	next(): Buffer | undefined {
		const parts: Buffer[] = [];
		let bytes = 0;
		for (let event = this.#current(); event !== undefined; event = this.#current()) {
			if (bytes > 0 && bytes + event.length > pieceBytes) break;
			if (event.length > pieceBytes) return this.#sliceOf(event);
			parts.push(event);
			bytes += event.length;
			this.#over(event);
			// What is made elsewhere, or not found yet, is waited for before the next piece.
			const next = this.#next();
			if (next === undefined || this.#slice.isOver() || this.#encoder.isElsewhere(next)) break;
		}
		return parts.length > 1 ? Buffer.concat(parts, bytes) : parts[0];
	}

	/** To be called before `next`: what is next is found, in slices, and what is large made elsewhere. Undefined: nobody need wait. */
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

	/** To be called before somebody is waited for. */
	rest(): void {
		this.#event = undefined;
	}

	/** Undefined: there is none, or none is found yet. */
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
