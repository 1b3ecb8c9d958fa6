/**
 * Work that is done at once as long as nothing has to be waited for. It yields promises: an answer of an authorizer, or the next turn of
 * the event loop when it has taken too long.
 */

export type Work<T> = Generator<Promise<unknown>, T, void>;

/** Runs the work. Returns without a promise as long as it yields none. The yielded promises do not reject. */
export function run<T>(work: Work<T>): T | Promise<T> {
	const step = work.next();
	return step.done === true ? step.value : step.value.then(() => run(work));
}

/** Time that evaluations of a request may take before other requests get a turn. */
const longestMs = 10;

/** Queue of the evaluations of all requests: one continues in each iteration of the event loop, so that their times do not add up. */
export class EvaluationQueue {
	readonly #waiting: (() => void)[] = [];

	next(): Promise<void> {
		return new Promise((resolve) => {
			this.#waiting.push(resolve);
			if (this.#waiting.length === 1) setImmediate(() => this.#begin());
		});
	}

	#begin(): void {
		this.#waiting.shift()?.();
		if (this.#waiting.length > 0) setImmediate(() => this.#begin());
	}
}

/** Time that one request uses in the current iteration of the event loop. */
export class Turns {
	readonly #queue: EvaluationQueue;
	#beganMs = performance.now();

	constructor(queue: EvaluationQueue) {
		this.#queue = queue;
	}

	/** Waits for the request's next turn when its time is used up. */
	*pause(): Work<void> {
		if (performance.now() - this.#beganMs < longestMs) return;
		yield this.#queue.next();
		this.#beganMs = performance.now();
	}
}
