/** How much longer this machine takes for the work of one thread, now, than a fast one does: what something may cost is said of that. */
const rounds = 100_000;

/** Of the rounds, on a fast machine. */
const fastMs = 100;

const sample = { a: [1, 2, 3, { b: 'x'.repeat(50) }] };

/** At least 1: a faster machine gets no shorter times. The best of three, since others may use the machine meanwhile. */
export function slowness(): number {
	return Math.max(1, Math.min(...[1, 2, 3].map(onceMs)) / fastMs);
}

function onceMs(): number {
	const began = performance.now();
	let length = 0;
	for (let i = 0; i < rounds; i++) length += JSON.stringify(JSON.parse(JSON.stringify(sample))).length;
	if (length === 0) throw new Error('nothing was done');
	return performance.now() - began;
}
