/**
 * What requests of a schema usually cost the thread. A pause that is nobody's, such as the collector's, falls into somebody's time, and would
 * put off a flow until all others have had as much: so of what is far beyond the usual only a part is counted.
 */

/** Times what is usual. */
const mostTimes = 4;
/** What has been is forgotten by this part with each request. */
const forgetting = 1 / 64;

export class Cost {
	/** Undefined: nothing is known. */
	#usualMs: number | undefined;

	/** In ms, as is `ms`, which was measured. */
	counted(ms: number): number {
		const usual = this.#usualMs ?? ms;
		const counted = Math.min(ms, mostTimes * usual);
		this.#usualMs = usual + (counted - usual) * forgetting;
		return counted;
	}
}
