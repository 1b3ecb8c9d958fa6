/** Work that a user would otherwise wait for later, in steps while the session is idle. */

/** Milliseconds without a request before a step starts, so that no client waits for it. */
const quietMs = 500;
/** Milliseconds after which steps run even if requests never pause. */
const mostMs = 5_000;

export class WarmUp {
	readonly #steps: (() => Promise<void>)[];
	readonly #beganMs = performance.now();
	#busyMs = performance.now();

	constructor(steps: readonly (() => Promise<void>)[]) {
		this.#steps = [...steps];
	}

	/** Records other activity, which delays the next step. */
	busy(): void {
		this.#busyMs = performance.now();
	}

	/** Milliseconds until the next step is due; undefined when all are done. */
	get dueMs(): number | undefined {
		if (this.#steps.length === 0) return undefined;
		return Math.max(0, Math.min(this.#busyMs + quietMs, this.#beganMs + mostMs) - performance.now());
	}

	/** Runs the next step. A failed step is not retried. */
	async step(): Promise<void> {
		await this.#steps.shift()?.();
	}
}
