/** Times in the platform's form: RFC 3339 in seconds. */

/**
 * Formats times and caches the text of the last second. Thousands of objects are created in one second, and formatting a date takes as long
 * as validating one of them.
 */
export class Clock {
	#second = Number.NaN;
	#text = '';

	now(): string {
		return this.text(Date.now());
	}

	/** Formats `timeMs`, since the epoch, cut to whole seconds. */
	text(timeMs: number): string {
		const second = Math.floor(timeMs / 1000);
		if (second !== this.#second) {
			this.#second = second;
			this.#text = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
		}
		return this.#text;
	}
}
