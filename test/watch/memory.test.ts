/** Tests the parts of the cache that hold objects against naive models. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { ObjectEncoding } from '../../runtime/watch/objects/encoding.ts';
import { Encodings } from '../../runtime/watch/objects/encodings.ts';
import type { StoredObject } from '../../runtime/watch/objects/object.ts';
import { OrderedObjects } from '../../runtime/watch/objects/ordered.ts';
import { SharedSideData } from '../../runtime/watch/objects/side-data.ts';
import { Slabs } from '../../runtime/watch/objects/slab.ts';
import { runs } from '../setup/sample.ts';

const side = new SharedSideData().of('');
const whole = new ObjectEncoding('', wholeForm);
const jsonOf = (name: string, padding: number) => Buffer.from(`{"metadata":{"name":"${name}"},"p":"${'x'.repeat(padding)}"}`);

describe('slabs', () => {
	it('keep every living object readable, give back what is dead, and never touch what someone still reads', () => {
		const slabs = new Slabs();
		const living: { object: StoredObject; text: string }[] = [];
		const views: { view: Buffer; text: string }[] = [];
		let placed = 0;
		for (let i = 0; i < 20_000; i++) {
			const size = i % 500 === 0 ? 200_000 : (i * 37) % 3000;
			const object = slabs.place({ namespace: 'n', name: `o${i}`, revision: i + 1 }, side, whole, jsonOf(`o${i}`, size));
			placed += object.length;
			living.push({ object, text: object.bytes.toString('latin1', 0, 60) });
			if (i % 97 === 0) views.push({ view: object.bytes, text: object.bytes.toString('latin1', 0, 60) });
			// Removes objects unevenly, so that slabs empty partially.
			while (living.length > 3000 || (living.length > 10 && i % 3 === 0 && i > 15_000)) {
				const [dead] = living.splice((i * 7919) % living.length, 1);
				if (!dead) break;
				dead.object.holders = 0;
				slabs.release(dead.object);
				if (i > 15_000) break;
			}
		}
		for (const { object, text } of living) expect(object.bytes.toString('latin1', 0, 60)).toBe(text);
		for (const { view, text } of views) expect(view.toString('latin1', 0, 60)).toBe(text);
		const alive = living.reduce((sum, { object }) => sum + object.length, 0);
		expect(placed).toBeGreaterThan(3 * alive);
		expect(slabs.reservedBytes).toBeLessThan(1.6 * alive + 2 * 1024 * 1024);
	});

	it('keep what is moved as it was, also out of the slab that is being filled', () => {
		const slabs = new Slabs();
		let seed = 1;
		const below = (most: number): number => {
			seed = (seed * 48_271) % 2_147_483_647;
			return seed % most;
		};
		const living = new Map<StoredObject, string>();
		const release = (object: StoredObject): void => {
			object.holders = 0;
			living.delete(object);
			slabs.release(object);
		};
		for (let round = 0; round < 60; round++) {
			for (let i = 0; i < 1000; i++) {
				const name = `o${round}-${i}`;
				const object = slabs.place({ namespace: 'n', name, revision: round * 1000 + i + 1 }, side, whole, jsonOf(name, below(600)));
				living.set(object, object.bytes.toString());
			}
			for (const object of [...living.keys()]) if (below(10) < 7) release(object);
			slabs.gather([...living.keys()].toSorted((one, other) => (one.name < other.name ? -1 : 1)));
			const wrong = [...living].filter(([object, text]) => object.bytes.toString() !== text);
			expect(wrong.map(([object]) => object.name)).toEqual([]);
		}
		const alive = [...living.keys()].reduce((sum, { length }) => sum + length, 0);
		expect(slabs.reservedBytes).toBeLessThan(1.6 * alive + 3 * 1024 * 1024);
	});

	it('move scattered objects together in list order, a few at a time, without affecting readers', () => {
		const slabs = new Slabs();
		const living = Array.from({ length: 12_000 }, (_, i) =>
			slabs.place({ namespace: 'n', name: `o${i}`, revision: i + 1 }, side, whole, jsonOf(`o${i}`, (i * 37) % 3000)),
		);
		const texts = new Map(living.map((object) => [object, object.bytes.toString()]));
		const listed = living.toSorted((a, b) => (a.name < b.name ? -1 : 1));
		const breaks = () => listed.filter((object, i) => i > 0 && (object.slab !== listed[i - 1]?.slab || object.offset < (listed[i - 1]?.offset ?? 0))).length;
		const views = living.filter((_, i) => i % 97 === 0).map((object) => ({ view: object.bytes, text: object.bytes.toString() }));
		const before = breaks();
		slabs.gather(listed);
		expect(breaks()).toBeGreaterThan(before / 2);
		for (let list = 0; list < 10; list++) slabs.gather(listed);
		expect(before).toBeGreaterThan(1000);
		expect(breaks()).toBeLessThan(50);
		const settled = listed.map(({ slab }) => slab);
		slabs.gather(listed);
		expect(listed.every(({ slab }, i) => slab === settled[i])).toBe(true);
		for (const [object, text] of texts) expect(object.bytes.toString() === text).toBe(true);
		for (const { view, text } of views) expect(view.toString() === text).toBe(true);
		const alive = living.reduce((sum, { length }) => sum + length, 0);
		expect(slabs.reservedBytes).toBeLessThan(1.6 * alive + 2 * 1024 * 1024);
		for (const object of living) {
			object.holders = 0;
			slabs.release(object);
		}
		expect(slabs.reservedBytes).toBe(1024 * 1024);
	});

	it('are empty when everything is gone', () => {
		const slabs = new Slabs();
		const objects = Array.from({ length: 5000 }, (_, i) => slabs.place({ namespace: 'n', name: `o${i}`, revision: 1 }, side, whole, jsonOf(`o${i}`, 1000)));
		for (const object of objects) {
			object.holders = 0;
			slabs.release(object);
		}
		expect(slabs.reservedBytes).toBe(1024 * 1024);
	});
});

describe('ordered objects', () => {
	it('agree with a sorted array, for lists begun at any time', () => {
		const slabs = new Slabs();
		const operation = fc.record({
			namespace: fc.constantFrom('a', 'b', 'bb'),
			name: fc.integer({ min: 0, max: 2500 }).map(String),
			remove: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
		});
		fc.assert(
			fc.property(fc.array(operation, { minLength: 100, maxLength: 4000, size: 'max' }), (operations) => {
				const ordered = new OrderedObjects<StoredObject>();
				const model = new Map<string, StoredObject>();
				const lists: { list: Iterable<StoredObject>; wanted: StoredObject[] }[] = [];
				const sorted = (namespace: string) =>
					[...model.entries()]
						.filter(([, object]) => namespace === '' || object.namespace === namespace)
						.sort(([a], [b]) => (a < b ? -1 : 1))
						.map(([, object]) => object);
				for (const [i, { namespace, name, remove }] of operations.entries()) {
					const key = `${namespace}\u0000${name}`;
					if (remove) {
						ordered.delete({ namespace, name });
						model.delete(key);
					} else {
						const object = slabs.place({ namespace, name, revision: i }, side, whole, jsonOf(name, 0));
						ordered.set(object);
						model.set(key, object);
					}
					if (i % 500 !== 0) continue;
					lists.push({ list: ordered.list('', undefined), wanted: sorted('') });
					lists.push({ list: ordered.list('b', undefined), wanted: sorted('b') });
					const after = { namespace: 'b', name };
					lists.push({ list: ordered.list('b', after), wanted: sorted('b').filter((object) => object.name > name) });
				}
				for (const { list, wanted } of lists) expect([...list].map((object) => object.name)).toEqual(wanted.map((object) => object.name));
				for (const { list, wanted } of lists) expect([...list].every((object, i) => object === wanted[i])).toBe(true);
				expect(ordered.size).toBe(model.size);
			}),
			{ numRuns: runs(20) },
		);
	});
});

describe('encodings', () => {
	it('stay within their budget, keep what is asked for, and go with their holder', () => {
		const encodings = new Encodings(100_000);
		const holders = Array.from({ length: 500 }, () => ({ encodings: undefined }));
		let made = 0;
		const ask = (holder: { encodings: undefined }) => {
			made++;
			return encodings.of(holder, 'table', () => Buffer.alloc(1000));
		};
		const [hot] = holders;
		if (!hot) throw new Error('no holder');
		const first = ask(hot);
		for (const holder of holders.slice(1)) {
			ask(holder);
			expect(ask(hot)).toBe(first);
			expect(encodings.bytes).toBeLessThanOrEqual(100_000);
		}
		for (const holder of holders) encodings.forget(holder);
		expect(encodings.bytes).toBe(0);
		expect(made).toBe(999);
	});
});
