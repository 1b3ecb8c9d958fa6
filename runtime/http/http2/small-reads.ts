/**
 * Connections that bring a few bytes at a time. What has been read from the system of one is told of in a loop of Node's that nobody can
 * leave, each TLS record by itself: 64 KiB of records of one byte are almost three thousand, some 15 ms. Where many do so at once, all
 * connections are held, and then read a few in a turn of the event loop.
 */

export interface HeldReading {
	/** No more is read from it until `goOn`. False: nothing is read from it now. */
	hold(): boolean;
	goOn(): void;
}

/** Some milliseconds. */
const mostInTurn = 1_000;
/** Connections that are read again in one turn, each of which may be one more of these. */
const atOnce = 4;

export class SmallReads {
	readonly #open = new Set<HeldReading>();
	readonly #held = new Set<HeldReading>();
	#inTurn = 0;

	add(reading: HeldReading): void {
		this.#open.add(reading);
	}

	delete(reading: HeldReading): void {
		this.#open.delete(reading);
		this.#held.delete(reading);
	}

	/** One of them has brought a few bytes. */
	count(): void {
		this.#inTurn++;
		if (this.#inTurn === 1 && this.#held.size === 0) setImmediate(() => this.#nextTurn());
		if (this.#inTurn !== mostInTurn) return;
		for (const reading of this.#open) if (!this.#held.has(reading) && reading.hold()) this.#held.add(reading);
	}

	#nextTurn(): void {
		this.#inTurn = 0;
		for (const reading of this.#held.values().take(atOnce)) {
			this.#held.delete(reading);
			reading.goOn();
		}
		if (this.#held.size > 0) setImmediate(() => this.#nextTurn());
	}
}
