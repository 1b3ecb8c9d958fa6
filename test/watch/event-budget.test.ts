/** Tests the size accounting of events in memory: the budget is empty when the logs are. */
import { describe, expect, it } from 'vitest';
import { Event } from '../../runtime/watch/events/event.ts';
import { EventBudget, type StoredEvent } from '../../runtime/watch/events/log.ts';
import type { HeldObject } from '../../runtime/watch/objects/object.ts';

/** Returns an event of an object whose form changes later, like objects that are converted when first read. */
function eventOf(revision: number, length: { bytes: number }): StoredEvent {
	const object = {
		get length() {
			return length.bytes;
		},
	} as HeldObject;
	return new Event({ of: (_, __, make) => make() }, 'ADDED', object, undefined, revision);
}

describe('the budget of events', () => {
	it.each([
		['shorter', 10],
		['longer', 10_000],
	])('counts for nothing what is gone, though objects have become %s meanwhile', (_, later) => {
		const dropped: number[] = [];
		const budget = new EventBudget(100_000, ({ revision }) => dropped.push(revision));
		const log = budget.addLog(0);
		let revision = 0;
		for (let round = 0; round < 50; round++) {
			const length = { bytes: 1_000 };
			for (let i = 0; i < 20; i++) budget.push(log, eventOf(++revision, length));
			length.bytes = later;
			budget.enforce();
			expect(budget.bytes).toBeLessThanOrEqual(100_000);
			expect(budget.bytes).toBe(log.bytes);
		}
		expect(log.after(0, 1000).length).toBeGreaterThan(60);
		budget.clear(log, revision);
		expect([log.bytes, budget.bytes, dropped]).toEqual([0, 0, Array.from({ length: revision }, (_, i) => i + 1)]);
	});
});
