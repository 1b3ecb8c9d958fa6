/** Durations of the steps of a start, in milliseconds. */
export class Steps {
	readonly all: Record<string, number> = {};
	#last = performance.now();

	done(step: string): void {
		const now = performance.now();
		this.all[step] = Math.round((now - this.#last) * 10) / 10;
		this.#last = now;
	}
}
