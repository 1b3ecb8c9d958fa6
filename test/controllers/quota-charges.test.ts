/** Quotas as their controller sees them: charges whose objects are not stored yet are not given back. */
import { describe, expect, it } from 'vitest';
import { TrackedQuota } from '../../runtime/controllers/resource-quota/tracked-quota.ts';
import { type ResourceList, wholeNumber } from '../../runtime/scalars/resource-list.ts';

const pods = (count: number): ResourceList => new Map([['pods', wholeNumber(count)]]);
const quota = (used: number | undefined, hard = 10) => ({
	spec: { hard: { pods: String(hard) } },
	...(used !== undefined && { status: { hard: { pods: String(hard) }, used: { pods: String(used) } } }),
});
const added = (count = 1) => ({ before: undefined, after: { usage: pods(count), isIn: () => true } });

function tracked(used: number | undefined, inFlightMs = 60_000): TrackedQuota {
	const made = new TrackedQuota(100, quota(used), inFlightMs);
	made.isFirst = false;
	return made;
}

const usedAfter = (from: TrackedQuota, counted: number): string | undefined => from.statusAfter(pods(counted))?.used.pods;

describe('a quota', () => {
	it('without a status states its limits and the count', () => {
		expect(tracked(undefined).statusAfter(pods(3))).toEqual({ hard: { pods: '10' }, used: { pods: '3' } });
	});

	it('with the correct count is unchanged', () => {
		expect(tracked(3).statusAfter(pods(3))).toBeUndefined();
	});

	it('subtracts deleted objects, and adds uncharged ones', () => {
		expect(usedAfter(tracked(3), 2)).toBe('2');
		expect(usedAfter(tracked(3), 4)).toBe('4');
	});

	it('keeps a charge until its object is stored', () => {
		const made = tracked(3);
		made.observe(101, quota(5));
		expect(usedAfter(made, 3)).toBeUndefined();
		expect(usedAfter(made, 2)).toBe('4');
		made.changed(102, added());
		expect(usedAfter(made, 3)).toBe('4');
		made.changed(103, added());
		expect(usedAfter(made, 4)).toBe('4');
	});

	it('ends a charge by an object that was observed before the charge, but not by one that was stored before', () => {
		const made = tracked(3);
		made.changed(102, added());
		made.observe(101, quota(4));
		expect(usedAfter(made, 3)).toBe('3');
		const other = tracked(3);
		other.changed(101, added());
		other.observe(102, quota(4));
		expect(usedAfter(other, 3)).toBeUndefined();
	});

	it('subtracts a charge without a stored object, once all writes have ended', async () => {
		const made = tracked(3, 1);
		made.observe(101, quota(4));
		await new Promise((resolve) => setTimeout(resolve, 5));
		expect(usedAfter(made, 3)).toBe('3');
	});

	it('treats usage in a status beyond the first count as charges', () => {
		const made = new TrackedQuota(100, quota(5), 60_000);
		made.assume(pods(3), 60_000);
		expect(usedAfter(made, 3)).toBeUndefined();
		made.changed(101, added(2));
		expect(usedAfter(made, 4)).toBe('4');
	});

	it('does not count its own status as a charge', () => {
		const made = tracked(undefined);
		made.statusAfter(pods(3));
		made.observe(101, quota(3));
		expect(usedAfter(made, 2)).toBe('2');
	});

	it('ignores states that are not newer, and has to be counted when its limits change', () => {
		const made = tracked(3);
		expect(made.observe(100, quota(9))).toBe(false);
		expect(made.observe(101, { ...quota(3), spec: { hard: { pods: '5' } } })).toBe(true);
		expect(made.statusAfter(pods(3))).toEqual({ hard: { pods: '5' }, used: { pods: '3' } });
	});
});
