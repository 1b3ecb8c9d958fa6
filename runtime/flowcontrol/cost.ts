/**
 * Usual cost of a flow schema's requests in thread time. A pause that no request causes, such as garbage collection, falls into the time of
 * some request. It would delay that request's flow until all others have had as much, so time far beyond the usual is capped.
 */

/** Cap of one request's counted time, as a multiple of the usual time. */
const mostTimes = 4;
/** Weight of each new request in the moving average. */
const forgetting = 1 / 64;

export class Cost {
	/** Moving average; undefined before the first request. */
	#usualMs: number | undefined;

	/** Returns the time to count, in ms, for a request that took `ms`. */
	counted(ms: number): number {
		const usual = this.#usualMs ?? ms;
		const counted = Math.min(ms, mostTimes * usual);
		this.#usualMs = usual + (counted - usual) * forgetting;
		return counted;
	}
}
