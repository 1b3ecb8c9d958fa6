import { expect, it } from 'vitest';
import { KeyedQueue } from '../../runtime/scheduling/keyed-queue.ts';

const busy = (ms: number): void => {
	const end = performance.now() + ms;
	while (performance.now() < end);
};

it('writers of one object who work long leave the event loop to others in between, in their order', async () => {
	const turns = new KeyedQueue();
	const order: number[] = [];
	let others = 0;
	let isOver = false;
	const other = (): void => {
		others++;
		if (!isOver) setImmediate(other);
	};
	setImmediate(other);
	await Promise.all(
		Array.from({ length: 20 }, async (_, index) => {
			await turns.take('one');
			busy(4);
			order.push(index);
			turns.give('one');
		}),
	);
	isOver = true;
	expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
	// Without yielding, the 80 ms of work would take one event loop iteration.
	expect(others).toBeGreaterThan(2);
});

it('a turn without waiters ends', async () => {
	const turns = new KeyedQueue();
	for (let round = 0; round < 3; round++) {
		expect(turns.take('one')).toBeUndefined();
		turns.give('one');
	}
});
