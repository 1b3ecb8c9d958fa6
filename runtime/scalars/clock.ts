/** Times as the platform writes them: RFC 3339 in seconds. */

/** Writes times, and remembers the text of the last second: thousands of objects are made in one, and writing a date takes as long as validating one of them. */
export class Clock {
	#second = Number.NaN;
	#text = '';

	now(): string {
		return this.text(Date.now());
	}

	/** `timeMs` since the epoch; what is below a second is cut off. */
	text(timeMs: number): string {
		const second = Math.floor(timeMs / 1000);
		if (second !== this.#second) {
			this.#second = second;
			this.#text = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
		}
		return this.#text;
	}
}
