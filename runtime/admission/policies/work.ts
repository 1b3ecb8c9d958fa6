/**
 * Work that is synchronous as long as it need not wait. It yields promises when it must wait: for an answer of an authorizer, or for
 * another event loop iteration when it has taken too long.
 */

export type Work<T> = Generator<Promise<unknown>, T, void>;

/** Runs the work. Returns no promise as long as the work yields none. The yielded promises must not reject. */
export function run<T>(work: Work<T>): T | Promise<T> {
	const step = work.next();
	return step.done === true ? step.value : step.value.then(() => run(work));
}

/** Waits for a result, and throws its error. */
export function* settled<T>(pending: T | Promise<T>): Work<T> {
	if (!(pending instanceof Promise)) return pending;
	let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
	yield pending.then(
		(value) => {
			outcome = { value };
		},
		(error: unknown) => {
			outcome = { error };
		},
	);
	if (outcome === undefined) throw new Error('the work was resumed before its promise was settled');
	if ('error' in outcome) throw outcome.error;
	return outcome.value;
}

/** Time that the evaluations of a request may take before other requests continue. */
const longestMs = 10;

/** Queue of the evaluations of all requests. One continues in each event loop iteration, so that their times do not add up. */
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

/** Time that one request has used in the current event loop iteration. */
export class Turns {
	readonly #queue: EvaluationQueue;
	#beganMs = performance.now();

	constructor(queue: EvaluationQueue) {
		this.#queue = queue;
	}

	/** Waits for another event loop iteration when the request's time is used up. */
	*pause(): Work<void> {
		if (performance.now() - this.#beganMs < longestMs) return;
		yield this.#queue.next();
		this.#beganMs = performance.now();
	}
}
