/**
 * Slows down connections that bring a few bytes at a time. Node reports the bytes of a connection in a loop that cannot be interrupted,
 * each TLS record separately. 64 KiB of one-byte records are almost three thousand calls and take some 15 ms. If many connections do so at
 * once, all are paused, and a few are resumed in each event loop iteration.
 */

export interface PausableReader {
	/** Stops reading until `goOn`. Returns false if reading is already stopped. */
	pause(): boolean;
	resume(): void;
}

/** Maximum number of small reads in an iteration. They take some milliseconds. */
const mostPerIteration = 1_000;
/** Maximum number of connections resumed in an iteration. Each may bring small reads again. */
const resumedPerIteration = 4;

export class TinyRecordThrottle {
	readonly #open = new Set<PausableReader>();
	readonly #held = new Set<PausableReader>();
	#inTurn = 0;

	add(reading: PausableReader): void {
		this.#open.add(reading);
	}

	delete(reading: PausableReader): void {
		this.#open.delete(reading);
		this.#held.delete(reading);
	}

	/** Counts a small read of any connection. */
	count(): void {
		this.#inTurn++;
		if (this.#inTurn === 1 && this.#held.size === 0) setImmediate(() => this.#nextTurn());
		if (this.#inTurn !== mostPerIteration) return;
		for (const reading of this.#open) if (!this.#held.has(reading) && reading.pause()) this.#held.add(reading);
	}

	#nextTurn(): void {
		this.#inTurn = 0;
		for (const reading of this.#held.values().take(resumedPerIteration)) {
			this.#held.delete(reading);
			reading.resume();
		}
		if (this.#held.size > 0) setImmediate(() => this.#nextTurn());
	}
}
