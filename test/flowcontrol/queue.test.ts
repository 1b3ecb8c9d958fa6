/** Order in which waiting requests leave a queue. */
import { describe, expect, it } from 'vitest';
import { Queue } from '../../runtime/flowcontrol/queue.ts';

function queueOf(count: number): Queue<number> {
	const queue = new Queue<number>();
	for (let i = 0; i < count; i++) queue.add(i);
	return queue;
}

function taken(queue: Queue<number>, count: number): number[] {
	return Array.from({ length: count }, () => {
		const { first } = queue;
		const one = queue.shift();
		expect(one).toBe(first);
		return one ?? -1;
	});
}

describe('a queue', () => {
	it('gives a few in the order in which they came', () => {
		expect(taken(queueOf(8), 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
	});

	it('gives of many the newest, and the oldest every fourth time', () => {
		expect(taken(queueOf(100), 9)).toEqual([99, 98, 97, 0, 96, 95, 94, 1, 93]);
	});

	it('returns each element once, whatever is added meanwhile', () => {
		const queue = queueOf(60);
		const seen = new Set<number>();
		for (let next = 60; next < 600; next++) {
			seen.add(taken(queue, 1)[0] as number);
			queue.add(next);
		}
		for (const one of taken(queue, queue.length)) seen.add(one);
		expect([seen.size, queue.length, queue.first, queue.shift()]).toEqual([600, 0, undefined, undefined]);
	});

	it('delays an element by at most four times the number of earlier ones', () => {
		const queue = queueOf(100);
		queue.add(-5);
		for (let i = 0; i < 99; i++) queue.add(1_000 + i);
		let waited = 0;
		for (; queue.first !== -5; waited++) {
			queue.shift();
			queue.add(2_000 + waited);
		}
		expect(waited).toBeLessThanOrEqual(4 * 101);
	});

	it('is in order again for those that are left when some are taken out', () => {
		const queue = queueOf(30);
		expect(queue.take((one) => one >= 5)).toHaveLength(25);
		expect(taken(queue, 5)).toEqual([0, 1, 2, 3, 4]);
	});
});
