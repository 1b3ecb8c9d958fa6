/** Measures the time factor for ten times the input: about ten for linear work (caches matter too), a hundred for quadratic work. */
const few = 2_000;

/**
 * Returns the lowest factor of several attempts, to exclude other load and garbage collection; CPU time is too coarse. The first factor
 * below `enough` suffices: quadratic work exceeds it every time, and other load does not slow every attempt of linear work.
 */
export function timesOf<T>(of: (count: number) => T, work: (input: T) => void, enough: number): number {
	const least = (count: number): number => {
		const input = of(count);
		return Math.min(
			...[1, 2, 3].map(() => {
				const before = performance.now();
				work(input);
				return performance.now() - before;
			}),
		);
	};
	// Warms up the engine's compiler, unmeasured.
	least(few);
	let times = Number.POSITIVE_INFINITY;
	for (let i = 0; i < 4 && times >= enough; i++) times = Math.min(times, least(10 * few) / Math.max(least(few), 1));
	return times;
}
