/** Tests the bounded cache: it forgets the entries that were unused for longest, some at a time. */
import { expect, it } from 'vitest';
import { BoundedMap } from '../../runtime/model/bounded-map.ts';

const known = (map: BoundedMap<number, { n: number }>, upTo: number) => Array.from({ length: upTo }, (_, n) => n).filter((n) => map.get(n)?.n === n);

it('keeps at least half of its bound, the newest ones, and never more than the bound', () => {
	for (let count = 1; count <= 60; count++) {
		const map = new BoundedMap<number, { n: number }>(20);
		for (let n = 0; n < count; n++) map.set(n, { n });
		const kept = known(map, count);
		expect(kept.length).toBeGreaterThanOrEqual(Math.min(count, 10));
		expect(kept.length).toBeLessThanOrEqual(20);
		expect(kept.at(-1)).toBe(count - 1);
	}
});

it('keeps an entry that is in use', () => {
	const map = new BoundedMap<number, { n: number }>(20);
	map.set(-1, { n: -1 });
	for (let n = 0; n < 100; n++) {
		map.set(n, { n });
		expect(map.get(-1)).toEqual({ n: -1 });
	}
	expect(map.get(0)).toBeUndefined();
});

it('replaces and clears', () => {
	const map = new BoundedMap<string, object>(2);
	const [first, second] = [{ first: 1 }, { second: 2 }];
	map.set('a', first);
	map.set('a', second);
	expect(map.get('a')).toBe(second);
	map.clear();
	expect(map.get('a')).toBeUndefined();
});
