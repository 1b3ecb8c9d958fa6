/** How many times as long ten times as much takes: some ten where work is linear (caches count, too), a hundred where it is quadratic. */
const few = 2_000;

/**
 * The least of several, so that neither what else runs on the machine counts nor a collection of garbage; CPU time is counted too coarsely.
 * The first that is below `enough` will do: what is quadratic is above it each time, what is linear is not held up by others each time.
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
	// Compiled by the engine, and not measured.
	least(few);
	let times = Number.POSITIVE_INFINITY;
	for (let i = 0; i < 4 && times >= enough; i++) times = Math.min(times, least(10 * few) / Math.max(least(few), 1));
	return times;
}
