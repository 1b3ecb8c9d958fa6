/** At most one large body begins per event loop iteration. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LargeBodies } from '../../runtime/http/large-bodies.ts';

it('begins each in a turn of its own, in order', async () => {
	const large = new LargeBodies();
	const begun: number[] = [];
	for (const index of [0, 1, 2]) large.add(() => void begun.push(index));
	expect(begun).toEqual([]);
	const seen: number[] = [];
	while (begun.length < 3) {
		await nextTurn();
		seen.push(begun.length);
	}
	expect(begun).toEqual([0, 1, 2]);
	expect(Math.max(...seen.map((count, index) => count - (seen[index - 1] ?? 0)))).toBe(1);
});

it('begins later requests, too', async () => {
	const large = new LargeBodies();
	await new Promise<void>((resolve) => large.add(resolve));
	await nextTurn();
	await new Promise<void>((resolve) => large.add(resolve));
});
