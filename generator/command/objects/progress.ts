/** How far a long reading is, on a terminal alone: a line that is written over. */

/** Often enough to be seen moving. */
const everyMs = 200;

/** The clock is looked at after so many steps: it costs as much as a small one. */
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
