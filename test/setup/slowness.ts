/**
 * Slowness factor: the time this machine currently needs for single-threaded work, relative to a fast machine. Time limits of tests are
 * multiplied by it.
 */
const rounds = 100_000;
const steps = 500_000;

/** Durations of the rounds and of the steps on a fast machine. */
const fastRoundsMs = 100;
const fastStepsMs = 50;

const sample = { a: [1, 2, 3, { b: 'x'.repeat(50) }] };

/**
 * Returns the slowness factor, at least 1 so that a faster machine gets no shorter limits. It is the slower of computing and memory, each
 * the best of three because other processes may use the machine.
 */
export function slowness(): number {
	return Math.max(1, best(roundsMs) / fastRoundsMs, best(stepsMs) / fastStepsMs);
}

function best(onceMs: () => number): number {
	return Math.min(...[1, 2, 3].map(onceMs));
}

function roundsMs(): number {
	const began = performance.now();
	let length = 0;
	for (let i = 0; i < rounds; i++) length += JSON.stringify(JSON.parse(JSON.stringify(sample))).length;
	if (length === 0) throw new Error('nothing was done');
	return performance.now() - began;
}

/** Walks once through 32 MiB, more than caches hold, so that each step waits for memory. */
function stepsMs(): number {
	walk ??= oneWay(1 << 23);
	const began = performance.now();
	let at = 0;
	for (let i = 0; i < steps; i++) at = walk[at] as number;
	if (at === 0) throw new Error('the way is shorter than its steps');
	return performance.now() - began;
}

let walk: Int32Array | undefined;

/** Returns a random permutation with one cycle (Sattolo), so that the CPU cannot predict the next step. */
function oneWay(length: number): Int32Array {
	const next = Int32Array.from({ length }, (_, i) => i);
	for (let i = length - 1; i > 0; i--) {
		const j = Math.floor(Math.random() * i);
		[next[i], next[j]] = [next[j] as number, next[i] as number];
	}
	return next;
}
