import { describe, expect, it } from 'vitest';
import { turnMs } from '../../runtime/api/shared-turns.ts';
import { Slices } from '../../runtime/verbs/slices.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function busy(ms: number): void {
	const end = performance.now() + ms;
	while (performance.now() < end);
}

describe('slices', () => {
	it('have room until a turn has lasted as long as a slice, and again in the next', async () => {
		const slices = new Slices();
		expect(slices.hasRoom()).toBe(true);
		busy(turnMs + 1);
		expect(slices.hasRoom()).toBe(false);
		await turn();
		expect(slices.hasRoom()).toBe(true);
	});

	it('that take long are done one in a turn, in the order in which they were asked for', async () => {
		const slices = new Slices();
		const done: number[] = [];
		const perTurn: number[] = [];
		const all = Promise.all(
			[0, 1, 2, 3].map((n) =>
				slices.later(() => {
					busy(turnMs + 1);
					done.push(n);
				}),
			),
		);
		for (let before = 0; done.length < 4; before = done.length) {
			before = done.length;
			await turn();
			perTurn.push(done.length - before);
		}
		await all;
		expect(done).toEqual([0, 1, 2, 3]);
		expect(Math.max(...perTurn)).toBe(1);
	});

	it('that take little share a turn', async () => {
		const slices = new Slices();
		let done = 0;
		for (let i = 0; i < 100; i++) void slices.later(() => done++);
		expect(done).toBe(0);
		// How many fit depends on what else the machine does.
		await turn();
		expect(done).toBeGreaterThan(1);
	});

	it('let nobody pass those who wait', () => {
		const slices = new Slices();
		void slices.later(() => undefined);
		expect(slices.hasRoom()).toBe(false);
	});

	it('settle as their work does', async () => {
		const slices = new Slices();
		const failing = slices.later(() => {
			throw new Error('refused');
		});
		const following = slices.later(() => 'done');
		await expect(failing).rejects.toThrow('refused');
		expect(await following).toBe('done');
	});
});
