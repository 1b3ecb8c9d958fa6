/** Tests that evaluations of policies wait for answers, and that they take turns. */
import { expect, it } from 'vitest';
import { EvaluationQueue, run, Turns, type Work } from '../../runtime/admission/policies/work.ts';

it('work is done at once as long as nothing has to be waited for', () => {
	function* work(): Work<string> {
		yield* new Turns(new EvaluationQueue()).pause();
		return 'done';
	}
	expect(run(work())).toBe('done');
});

it('work waits for what it yields', async () => {
	function* work(): Work<string> {
		yield Promise.resolve();
		return 'done';
	}
	const done = run(work());
	expect(done).toBeInstanceOf(Promise);
	expect(await done).toBe('done');
});

it('expensive evaluations of several requests use an iteration of the event loop each', async () => {
	const queue = new EvaluationQueue();
	let iterations = 0;
	let isOver = false;
	const count = (): void => {
		iterations++;
		if (!isOver) setImmediate(count);
	};
	function* expensive(): Work<void> {
		const turns = new Turns(queue);
		for (let i = 0; i < 4; i++) {
			for (const until = performance.now() + 11; performance.now() < until; );
			yield* turns.pause();
		}
	}
	setImmediate(count);
	await Promise.all(Array.from({ length: 3 }, () => run(expensive())));
	isOver = true;
	// The first evaluation of each request runs before the first iteration.
	expect(iterations).toBeGreaterThanOrEqual(3 * 4 - 3);
});
