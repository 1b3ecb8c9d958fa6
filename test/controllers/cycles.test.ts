/** Cycles of owners that block each other are found in any surroundings, and the search is bounded by the size of the graph. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CycleDetector } from '../../runtime/controllers/garbage-collector/cycles.ts';
import { Dependents, type Identity, type ObjectKey } from '../../runtime/controllers/garbage-collector/dependents.ts';
import { runs } from '../setup/sample.ts';

const object = (name: string): Identity => ({ storageName: 'configmaps', namespace: 'a', name, uid: `uid-${name}` });

/** Builds a graph and counts its lookups. `owners` holds, for each object, the owners that it blocks. */
function world(owners: Readonly<Record<string, readonly string[]>>, waiting: (name: string) => boolean = () => true) {
	const dependents = new Dependents();
	const counts = { asked: 0 };
	const counting = {
		blockedBy(place: ObjectKey) {
			counts.asked++;
			return dependents.blockedBy(place);
		},
	};
	const slices = { hasRoom: () => true, later: async <T>(work: () => T | Promise<T>) => work() };
	const cycles = new CycleDetector({ dependents: counting, isWaiting: ({ name }) => waiting(name), slices: () => slices });
	const set = (name: string, of: readonly string[]): void => {
		const ties = of.map((owner) => ({ owner: object(owner), blocks: true }));
		const blocksMore = dependents.blocksMore(object(name), ties);
		dependents.set(object(name), ties);
		if (blocksMore && dependents.count(object(name)) > 0) cycles.changed();
	};
	for (const [name, of] of Object.entries(owners)) set(name, of);
	return { cycles, counts, set };
}

describe('cycles', () => {
	it('a chain that is deleted at once is walked once, from either end', async () => {
		const length = 3_000;
		const chain = Object.fromEntries(Array.from({ length }, (_, i) => [`${i}`, i === 0 ? [] : [`${i - 1}`]]));
		for (const order of [Object.keys(chain), Object.keys(chain).reverse()]) {
			const { cycles, counts } = world(chain);
			for (const name of order) expect(await cycles.has(object(name))).toBe(false);
			expect(counts.asked).toBe(length);
		}
	});

	it('are not searched again when a new object without dependents appears', async () => {
		const { cycles, counts, set } = world({ top: [], middle: ['top'], low: ['middle'] });
		for (let i = 0; i < 100; i++) {
			set(`new-${i}`, ['low']);
			expect(await cycles.has(object('low'))).toBe(false);
		}
		expect(counts.asked).toBe(3);
	});

	it('a chain that hangs on a ring walks no ring', async () => {
		const hanging = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`${i}`, [i === 0 ? 'a' : `${i - 1}`]]));
		const { cycles, counts } = world({ a: ['b'], b: ['a'], ...hanging });
		for (const name of Object.keys(hanging)) expect(await cycles.has(object(name))).toBe(false);
		expect(counts.asked).toBe(1_002);
		expect(await cycles.has(object('a'))).toBe(true);
	});

	it('are found when they close later, and need every member to wait', async () => {
		const waiting = new Set(['a', 'b']);
		const { cycles, set } = world({ a: [], b: ['a'], c: ['b'] }, (name) => waiting.has(name));
		expect(await cycles.has(object('a'))).toBe(false);
		set('a', ['c']);
		expect(await cycles.has(object('a'))).toBe(false);
		waiting.add('c');
		for (const name of ['a', 'b', 'c']) expect(await cycles.has(object(name))).toBe(true);
		set('b', []);
		for (const name of ['a', 'b', 'c']) expect(await cycles.has(object(name))).toBe(false);
	});

	it('are found in any changing graph', async () => {
		const names = ['a', 'b', 'c', 'd', 'e', 'f'];
		const steps = fc.array(fc.tuple(fc.constantFrom(...names), fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 })), { minLength: 1, maxLength: 12 });
		await fc.assert(
			fc.asyncProperty(steps, fc.uniqueArray(fc.constantFrom(...names)), async (changes, still) => {
				const owners: Record<string, readonly string[]> = {};
				const isWaiting = (name: string): boolean => !still.includes(name);
				const { cycles, set } = world({}, isWaiting);
				for (const [name, of] of changes) {
					set(name, of);
					owners[name] = of;
					for (const each of names) expect([each, await cycles.has(object(each))]).toEqual([each, comesBack(each, owners, isWaiting)]);
				}
			}),
			{ numRuns: runs(500) },
		);
	});
});

function comesBack(from: string, owners: Readonly<Record<string, readonly string[]>>, isWaiting: (name: string) => boolean): boolean {
	const reached = new Set<string>();
	const reach = (name: string): void => {
		for (const owner of owners[name] ?? []) {
			if (!isWaiting(owner) || reached.has(owner)) continue;
			reached.add(owner);
			reach(owner);
		}
	};
	reach(from);
	return reached.has(from);
}
