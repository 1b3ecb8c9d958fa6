/** The steps of a start, with the milliseconds that each took. */
export class Steps {
	readonly all: Record<string, number> = {};
	#last = performance.now();

	done(step: string): void {
		const now = performance.now();
		this.all[step] = Math.round((now - this.#last) * 10) / 10;
		this.#last = now;
	}
}
