/** Measures the indexes of the watch cache: no operation takes time in proportion to what is stored. */
import { expect, it } from 'vitest';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { ObjectEncoding } from '../../runtime/watch/objects/encoding.ts';
import type { StoredObject } from '../../runtime/watch/objects/object.ts';
import { OrderedObjects } from '../../runtime/watch/objects/ordered.ts';
import { SharedSideData } from '../../runtime/watch/objects/side-data.ts';
import { Slabs } from '../../runtime/watch/objects/slab.ts';
import { slowness } from '../setup/slowness.ts';

it('orders 100,000 objects that come in any order', () => {
	const slabs = new Slabs();
	const ordered = new OrderedObjects<StoredObject>();
	const side = new SharedSideData().of('');
	const whole = new ObjectEncoding('', wholeForm);
	const json = Buffer.from('{"metadata":{"name":"x"},"p":""}');
	const start = performance.now();
	for (let i = 0; i < 100_000; i++) ordered.set(slabs.place({ namespace: 'n', name: String((i * 7919) % 100_000), revision: i }, side, whole, json));
	expect(ordered.size).toBe(100_000);
	// Takes a tenth of this on an idle machine; a list that moves its whole tail takes minutes.
	expect(performance.now() - start).toBeLessThan(5000 * slowness());
});
