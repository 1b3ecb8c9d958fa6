/** Work that somebody would wait for later, done step by step while nothing else happens. */

/** Nobody who has just asked something waits for it. */
const quietMs = 500;
/** Where requests never end it is done all the same. */
const mostMs = 5_000;

export class WarmUp {
	readonly #steps: (() => Promise<void>)[];
	readonly #beganMs = performance.now();
	#busyMs = performance.now();

	constructor(steps: readonly (() => Promise<void>)[]) {
		this.#steps = [...steps];
	}

	/** Something else happens. */
	busy(): void {
		this.#busyMs = performance.now();
	}

	/** Milliseconds until the next step is due. Undefined: all are done. */
	get dueMs(): number | undefined {
		if (this.#steps.length === 0) return undefined;
		return Math.max(0, Math.min(this.#busyMs + quietMs, this.#beganMs + mostMs) - performance.now());
	}

	/** Takes the next step. One that fails is not tried again. */
	async step(): Promise<void> {
		await this.#steps.shift()?.();
	}
}
