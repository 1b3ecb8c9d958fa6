/** How many times as long ten times as much takes: some ten where work is linear (caches count, too), a hundred where it is quadratic. */
const few = 1_000;

/** CPU time of this thread, the least of several, so that neither what else runs on the machine counts nor a collection of garbage. */
export function timesOf<T>(of: (count: number) => T, work: (input: T) => void): number {
	const least = (count: number): number => {
		const input = of(count);
		return Math.min(
			...[1, 2, 3, 4, 5, 6, 7].map(() => {
				const before = process.threadCpuUsage();
				work(input);
				return process.threadCpuUsage(before).user;
			}),
		);
	};
	// Compiled by the engine, and not measured.
	least(few);
	return least(10 * few) / Math.max(least(few), 1_000);
}
