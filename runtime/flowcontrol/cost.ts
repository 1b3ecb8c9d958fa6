/**
 * Typical thread time of a flow schema's requests. Pauses unrelated to a request, such as garbage collection, are measured as part of some
 * request. That request's flow would then wait until the others have used as much, so time far beyond the typical is capped.
 */

/** Cap on the charged time of a request, as a multiple of the typical time. */
const mostTimes = 4;
/** Weight of a new request in the moving average. */
const forgetting = 1 / 64;

export class Cost {
	/** Moving average; undefined before the first request. */
	#usualMs: number | undefined;

	/** Returns the time to charge, in ms, for a request that took `ms`. */
	counted(ms: number): number {
		const usual = this.#usualMs ?? ms;
		const counted = Math.min(ms, mostTimes * usual);
		this.#usualMs = usual + (counted - usual) * forgetting;
		return counted;
	}
}
