/** To find what a selector leaves may take long: others have their turn meanwhile. */
import { describe, expect, it } from 'vitest';
import { select } from '../../runtime/verbs/read/list.ts';
import type { CachedObject } from '../../runtime/watch/contract.ts';

const objects = Array.from({ length: 1_000 }, (_, i) => ({ name: String(i) }) as CachedObject);
const caller = () => ({ signal: new AbortController().signal });

/** As long as what has to be converted first. */
function takesLong(): void {
	const end = performance.now() + 0.2;
	while (performance.now() < end);
}

/** The longest time between two turns of the event loop while something is done. */
async function longestTurn(work: () => Promise<unknown> | unknown): Promise<number> {
	let longest = 0;
	let last = performance.now();
	let isOver = false;
	const turn = (): void => {
		const now = performance.now();
		longest = Math.max(longest, now - last);
		last = now;
		if (!isOver) setImmediate(turn);
	};
	setImmediate(turn);
	await work();
	isOver = true;
	turn();
	return longest;
}

describe('a selection', () => {
	it('that takes long lets others have their turn', async () => {
		const matches = (): boolean => {
			takesLong();
			return false;
		};
		expect(await longestTurn(async () => expect(await select(objects, { matches, limit: 0 }, caller())).toEqual([]))).toBeLessThan(100);
	});

	it('that takes little is there at once', () => {
		expect(select(objects, { matches: ({ name }) => name.endsWith('99'), limit: 0 }, caller())).toHaveLength(10);
	});

	it('ends one behind its limit', () => {
		let looked = 0;
		const matches = (): boolean => ++looked > 0;
		expect(select(objects, { matches, limit: 5 }, caller())).toHaveLength(6);
		expect(looked).toBe(6);
	});

	it('ends when its caller has gone', async () => {
		const gone = new AbortController();
		const matches = (): boolean => {
			takesLong();
			gone.abort(new Error('gone'));
			return false;
		};
		await expect(select(objects, { matches, limit: 0 }, gone)).rejects.toThrow('gone');
	});
});
