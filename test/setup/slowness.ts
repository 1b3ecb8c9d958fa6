/** How much longer this machine takes for the work of one thread, now, than a fast one does: what something may cost is said of that. */
const rounds = 100_000;
const steps = 500_000;

/** Of the rounds, and of the steps, on a fast machine. */
const fastRoundsMs = 100;
const fastStepsMs = 50;

const sample = { a: [1, 2, 3, { b: 'x'.repeat(50) }] };

/** At least 1: a faster machine gets no shorter times. Of computing and of memory, whichever is slower; the best of three, since others may use the machine meanwhile. */
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

/** One way through all of 32 MiB, more than caches hold: each step waits for memory. */
function stepsMs(): number {
	walk ??= oneWay(1 << 23);
	const began = performance.now();
	let at = 0;
	for (let i = 0; i < steps; i++) at = walk[at] as number;
	if (at === 0) throw new Error('the way is shorter than its steps');
	return performance.now() - began;
}

let walk: Int32Array | undefined;

/** A random permutation of one cycle (Sattolo), so that no step can be guessed from those before. */
function oneWay(length: number): Int32Array {
	const next = Int32Array.from({ length }, (_, i) => i);
	for (let i = length - 1; i > 0; i--) {
		const j = Math.floor(Math.random() * i);
		[next[i], next[j]] = [next[j] as number, next[i] as number];
	}
	return next;
}
