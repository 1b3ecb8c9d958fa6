/** Measures the indexes of the watch cache: no operation takes time in proportion to what is stored. */
import { expect, it } from 'vitest';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { ObjectEncoding } from '../../runtime/watch/objects/encoding.ts';
import { SharedLabelsAndFields } from '../../runtime/watch/objects/labels-and-fields.ts';
import type { StoredObject } from '../../runtime/watch/objects/object.ts';
import { OrderedObjects } from '../../runtime/watch/objects/ordered.ts';
import { Slabs } from '../../runtime/watch/objects/slab.ts';
import { Lineages } from '../../runtime/watch/past/lineages.ts';
import { slowness } from '../setup/slowness.ts';

it('finds a past change in the same time however often the object was written', () => {
	const lineages = new Lineages();
	const changes = 300_000;
	for (let revision = 1; revision <= changes; revision++) lineages.add(revision, revision - 1, false);
	const began = performance.now();
	for (let i = 0; i < 2000; i++) {
		const revision = 1 + ((i * 7919) % (changes - 1));
		expect(lineages.firstAfter(revision, changes)).toBe(revision + 1);
	}
	// A linear search would take three hundred million steps.
	expect(performance.now() - began).toBeLessThan(500 * slowness());
});

it('orders 100,000 objects that come in any order', () => {
	const slabs = new Slabs();
	const ordered = new OrderedObjects<StoredObject>();
	const side = new SharedLabelsAndFields().of('');
	const whole = new ObjectEncoding('', wholeForm);
	const json = Buffer.from('{"metadata":{"name":"x"},"p":""}');
	const start = performance.now();
	for (let i = 0; i < 100_000; i++) ordered.set(slabs.place({ namespace: 'n', name: String((i * 7919) % 100_000), revision: i }, side, whole, json));
	expect(ordered.size).toBe(100_000);
	// Takes a tenth of this on an idle machine; a list that moves its whole tail takes minutes.
	expect(performance.now() - start).toBeLessThan(5000 * slowness());
});
