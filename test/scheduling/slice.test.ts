/** Tests that a slice reads the clock as often as slow objects require. */
import { afterEach, expect, it, vi } from 'vitest';
import { Slice } from '../../runtime/scheduling/slice.ts';

let nowMs = 0;
let looks = 0;
afterEach(() => void vi.restoreAllMocks());

/** Returns the duration of a slice of such objects, and the number of clock reads in it. */
function sliceOf(tookMs: (object: number) => number): { ms: number; looks: number; objects: number } {
	nowMs = 1_000;
	vi.spyOn(performance, 'now').mockImplementation(() => {
		looks++;
		return nowMs;
	});
	const slice = new Slice();
	looks = 0;
	let objects = 0;
	do nowMs += tookMs(objects++);
	while (!slice.isOverAfterObject());
	return { ms: nowMs - 1_000, looks, objects };
}

it('ends after the first object beyond the time', () => {
	expect(sliceOf(() => 4)).toMatchObject({ objects: 3, ms: 12 });
	expect(sliceOf(() => 40)).toMatchObject({ objects: 1, ms: 40 });
});

it('reads the clock once in sixteen cheap objects', () => {
	const { ms, looks: asked, objects } = sliceOf(() => 0.001);
	expect(ms).toBeLessThan(10.1);
	expect(asked).toBeLessThan(objects / 16 + 5);
});

it('yields after single slow objects', () => {
	expect(sliceOf((object) => (object < 100 ? 0.001 : 4)).ms).toBeLessThan(16 * 4 + 1);
	expect(sliceOf((object) => (object % 20 === 19 ? 4 : 0.001)).ms).toBeLessThan(20);
});
