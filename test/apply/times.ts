/** How many times as long ten times as much takes: some ten where work is linear (caches count, too), a hundred where it is quadratic. */
const few = 2_000;

/** The least of several, so that neither what else runs on the machine counts nor a collection of garbage. CPU time is counted too coarsely. */
export function timesOf<T>(of: (count: number) => T, work: (input: T) => void): number {
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
	// What is quadratic is so each time; what is linear is not held up by others each time.
	return Math.min(...[1, 2, 3, 4].map(() => least(10 * few) / Math.max(least(few), 1)));
}
