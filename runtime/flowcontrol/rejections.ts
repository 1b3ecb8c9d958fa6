import type { Rejection } from './flow-metrics.ts';
import type { Ticket } from './ticket.ts';

/**
 * Delay of rejections. Of each level, `mostAtOnce` requests per second are rejected immediately. Further rejections are held for `heldMs`,
 * at most `mostHeld` at a time.
 */
const mostAtOnce = 100;
const heldMs = 1_000;
const mostHeld = 10_000;

/** Errors of rejected requests, which are sent at once or, when there are many, after a delay. */
export class Rejections {
	readonly #refusal: (retryAfterSeconds: number) => Error;
	/** Number of held rejections. */
	#held = 0;

	constructor(refusal: (retryAfterSeconds: number) => Error) {
		this.#refusal = refusal;
	}

	/**
	 * Rejects a request. When many are rejected within a second, their clients ignore Retry-After, and answering them at once would take
	 * all of the server's time. Their responses are therefore delayed.
	 */
	send(ticket: Ticket, rejection: Rejection, reject: (refusal: Error) => void): void {
		const refusal = this.error(ticket, rejection);
		const isHeld = ticket.level.retryAfter.inSecond > mostAtOnce && this.#held < mostHeld;
		if (!isHeld) {
			reject(refusal);
			return;
		}
		this.#held++;
		const release = (): void => {
			this.#held--;
			reject(refusal);
		};
		setTimeout(release, heldMs).unref();
	}

	/** Counts a rejection and returns its error. */
	error({ level, schema }: Ticket, rejection: Rejection): Error {
		const { rejected } = schema.metrics;
		rejected.set(rejection, (rejected.get(rejection) ?? 0) + 1);
		if (rejection === 'time-out') level.rejected.timedOut++;
		else if (rejection === 'cancelled') level.rejected.cancelled++;
		else level.rejected.full++;
		level.retryAfter.sentAway(performance.now());
		return this.#refusal(level.retryAfter.seconds);
	}
}
