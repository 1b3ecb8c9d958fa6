/** Tests the size accounting of events in memory: the budget is empty when the logs are. */
import { describe, expect, it } from 'vitest';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { Event } from '../../runtime/watch/events/event.ts';
import { EventBudget, type StoredEvent } from '../../runtime/watch/events/log.ts';
import { ObjectEncoding } from '../../runtime/watch/objects/encoding.ts';
import { LabelsAndFields } from '../../runtime/watch/objects/labels-and-fields.ts';
import type { HeldObject, StoredObject } from '../../runtime/watch/objects/object.ts';
import { Slabs } from '../../runtime/watch/objects/slab.ts';
import { MadeObjects } from '../../runtime/watch/past/made-objects.ts';

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
			expect(budget.bytes).toBe(log.bytes + log.replaced.bytes);
		}
		expect(log.countAfter(0)).toBeGreaterThan(60);
		budget.clear(log, revision);
		expect([log.bytes, budget.bytes, dropped]).toEqual([0, 0, Array.from({ length: revision }, (_, i) => i + 1)]);
	});
});

describe('the budget of what events leave behind', () => {
	it('is a part of that of events, in which all logs count, and the oldest go first', () => {
		const slabs = new Slabs();
		const [side, kept] = [new LabelsAndFields(''), new ObjectEncoding('', wholeForm)];
		const budget = new EventBudget(400_000, () => undefined);
		const logs = [budget.addLog(0), budget.addLog(0)] as const;
		budget.keepReplaced();
		const present: (StoredObject | undefined)[] = [];
		const changes = 8000;
		for (let revision = 1; revision <= changes; revision++) {
			const log = logs[revision % 10 === 0 ? 1 : 0];
			const at = revision % 50;
			const json = Buffer.from(`{"metadata":{"name":"n${at}"},"value":"${revision}","padding":"${'x'.repeat(700)}"}`);
			const object = slabs.place({ namespace: '', name: `n${at}`, revision }, side, kept, json);
			const was = present[at];
			// The index and the event hold the object; this event holds the previous object, which the index has released.
			object.holders = 2;
			present[at] = object;
			budget.push(log, new Event({ of: (_, __, make) => make() }, was ? 'MODIFIED' : 'ADDED', object, was, revision));
			budget.enforce();
			expect(budget.bytes).toBeLessThanOrEqual(400_000);
			expect(budget.bytes).toBe(logs.reduce((sum, each) => sum + each.bytes + each.replaced.bytes, 0));
		}
		const madeBy = (change: number) => logs.map(({ replaced }) => replaced.make(change, { namespace: '', name: 'n' }, new MadeObjects())?.bytes.toString());
		const start = Math.min(...logs.map((log) => log.start));
		// Replaced states reach three times as far back as events: the two have separate budgets.
		expect(changes - start).toBeLessThan(2000);
		expect(madeBy(start - 700).filter((made) => made?.includes(`"value":"${start - 750}"`))).toHaveLength(1);
		expect(madeBy(100)).toEqual([undefined, undefined]);
		budget.forget(changes);
		expect(budget.bytes).toBe(logs.reduce((sum, each) => sum + each.bytes, 0));
	});
});
