/** The state that a watch begins with, in pieces. Between two of them it holds the place of the next object and no bytes. */
import type { Histogram } from '../../telemetry/family.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { pieceBytes } from './batch.ts';
import type { EventEncoder } from './encode.ts';

export class InitialState {
	readonly #objects: Iterator<CachedObject>;
	readonly #encoder: EventEncoder;
	readonly #sent: Histogram;
	/** The object whose turn it is. */
	#object: CachedObject | undefined;
	/** Its event, for as long as nobody is waited for. */
	#event: Buffer | undefined;
	/** Bytes of its event that are in pieces before. */
	#offset = 0;

	/** `sent` learns the sizes of the events. */
	constructor(objects: Iterable<CachedObject>, encoder: EventEncoder, sent: Histogram) {
		this.#objects = objects[Symbol.iterator]();
		this.#encoder = encoder;
		this.#sent = sent;
	}

	/** Undefined when there is nothing left. */
	next(): Buffer | undefined {
		const parts: Buffer[] = [];
		let bytes = 0;
		for (let event = this.#current(); event !== undefined; event = this.#current()) {
			if (bytes > 0 && bytes + event.length > pieceBytes) break;
			if (event.length > pieceBytes) return this.#slice(event);
			parts.push(event);
			bytes += event.length;
			this.#over(event);
			// What is made elsewhere is waited for before the next piece.
			const next = this.#next();
			if (next !== undefined && this.#encoder.isElsewhere(next)) break;
		}
		return parts.length > 1 ? Buffer.concat(parts, bytes) : parts[0];
	}

	/** To be called before `next`: what is large and next is made elsewhere. Undefined: nobody need wait. */
	ahead(signal: AbortSignal): Promise<void> | undefined {
		const object = this.#next();
		if (object === undefined || this.#event !== undefined || !this.#encoder.isElsewhere(object)) return undefined;
		return this.#encoder.initialElsewhere(object, signal).then((event) => {
			this.#event = event;
		});
	}

	/** To be called before somebody is waited for. */
	rest(): void {
		this.#event = undefined;
	}

	#next(): CachedObject | undefined {
		if (this.#object === undefined) {
			const { value, done } = this.#objects.next();
			if (done) return undefined;
			this.#object = value;
		}
		return this.#object;
	}

	#current(): Buffer | undefined {
		const object = this.#next();
		if (object === undefined) return undefined;
		this.#event ??= this.#encoder.initial(object);
		return this.#event;
	}

	#slice(event: Buffer): Buffer {
		const slice = event.subarray(this.#offset, this.#offset + pieceBytes);
		this.#offset += slice.length;
		if (this.#offset === event.length) this.#over(event);
		return slice;
	}

	#over(event: Buffer): void {
		this.#sent.observe(event.length);
		this.#encoder.told();
		this.#object = undefined;
		this.#event = undefined;
		this.#offset = 0;
	}
}
