import { expect, test } from 'vitest';
import { TimeSlicer } from '../../runtime/scheduling/time-slicer.ts';

function busy(ms: number): void {
	const endMs = performance.now() + ms;
	while (performance.now() < endMs);
}

test('a few of many concurrent starts run per loop iteration, even if each awaits first', async () => {
	const slices = new TimeSlicer();
	let turn = 0;
	let isOver = false;
	const next = (): void => {
		turn++;
		if (!isOver) setImmediate(next);
	};
	setImmediate(next);
	const begun: number[] = [];
	const one = async (): Promise<void> => {
		await Promise.resolve();
		await slices.soon(async () => {
			begun.push(turn);
			busy(6);
			await Promise.resolve();
		});
	};
	await Promise.all(Array.from({ length: 24 }, one));
	isOver = true;
	const inTurn = new Map<number, number>();
	for (const at of begun) inTurn.set(at, (inTurn.get(at) ?? 0) + 1);
	expect(begun).toHaveLength(24);
	expect(Math.max(...inTurn.values())).toBeLessThan(5);
});

test('failures of immediate and of delayed work are the same', async () => {
	const slices = new TimeSlicer();
	const fail = async (): Promise<void> => {
		busy(11);
		throw new Error('no');
	};
	const [now, later] = [slices.soon(fail), slices.soon(fail)];
	await expect(now).rejects.toThrow('no');
	await expect(later).rejects.toThrow('no');
});
