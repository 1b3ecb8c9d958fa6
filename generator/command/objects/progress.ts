/** Progress line of a long read on a terminal, overwritten in place. */

/** Milliseconds between updates. */
const everyMs = 200;

/** Number of steps between reads of the clock, which take as long as a small step. */
const stepsAtOnce = 64;

export class Progress {
	readonly #stream: NodeJS.WriteStream;
	#steps = 0;
	#shownAtMs = performance.now();
	#isShown = false;

	constructor(stream: NodeJS.WriteStream) {
		this.#stream = stream;
	}

	step(): void {
		this.#steps++;
		if (!this.#stream.isTTY || this.#steps % stepsAtOnce !== 0 || performance.now() - this.#shownAtMs < everyMs) return;
		this.#shownAtMs = performance.now();
		this.#isShown = true;
		this.#stream.write(`\r${this.#steps} objects looked at\u001b[K`);
	}

	end(): void {
		if (this.#isShown) this.#stream.write('\r\u001b[K');
	}
}
