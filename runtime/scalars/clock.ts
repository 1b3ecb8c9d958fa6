/** Formats the current time as in objects: RFC 3339 in seconds. */

/**
 * Formats times and caches the text of the last second. A server creates thousands of objects per second, and formatting a date takes as
 * long as validating an object.
 */
export class Clock {
	#second = Number.NaN;
	#text = '';

	now(): string {
		return this.text(Date.now());
	}

	/** Formats `timeMs`, milliseconds since the epoch, without the fraction of the second. */
	text(timeMs: number): string {
		const second = Math.floor(timeMs / 1000);
		if (second !== this.#second) {
			this.#second = second;
			this.#text = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
		}
		return this.#text;
	}
}
