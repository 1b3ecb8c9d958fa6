import { expect, it } from 'vitest';
import { Slices } from '../../runtime/api/slices.ts';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { everything } from '../../runtime/select/index.ts';
import { objectsOf } from '../../runtime/verbs/read/history.ts';
import type { CachedObject, PastObjects } from '../../runtime/watch/contract.ts';
import { ReplacedObject } from '../../runtime/watch/past/replaced-object.ts';

const mebibyte = 1024 * 1024;
const bytes = Buffer.from(`{"metadata":{"name":"x"},"data":{"text":"${'x'.repeat(mebibyte)}"}}`);

const nameOf = (i: number) => `x${String(i).padStart(4, '0')}`;
/** Returns an object; every second one has a label. */
const objectOf = (name: string): CachedObject => ({
	namespace: 'a',
	name,
	revision: 1,
	labels: Number(name.slice(1)) % 2 === 0 ? { even: 'yes' } : {},
	fields: {},
	form: wholeForm,
	bytes,
});

interface Reads {
	readonly past: PastObjects;
	/** Names of each batch read from the store. */
	readonly asked: string[][];
	/** Returns the number of listed objects. */
	readonly listed: () => number;
}

/**
 * Returns a past of `count` objects of a mebibyte each. The store returns four at a time; `changed` selects those that are not in the
 * cache.
 */
function pastOf(count: number, changed: (i: number) => boolean): Reads {
	const asked: string[][] = [];
	let listed = 0;
	const past: PastObjects = {
		count: () => count,
		*list(_namespace, _after, matches) {
			for (let i = 0; i < count; i++) {
				listed++;
				const name = nameOf(i);
				const object = changed(i) ? new ReplacedObject('things', { namespace: 'a', name }, 2) : objectOf(name);
				yield object instanceof ReplacedObject || matches(object) ? object : undefined;
			}
		},
		async read(replaced, matches) {
			asked.push(replaced.map(({ name }) => name));
			return replaced.slice(0, 4).map(({ name }) => {
				const object = objectOf(name);
				return matches(object) ? object : undefined;
			});
		},
	};
	return { past, asked, listed: () => listed };
}

const sliced = () => ({ caller: new AbortController(), slices: new Slices() });
const list = async ({ past }: Reads, limit: number, matches = everything) =>
	(await objectsOf(past, past.list('a', undefined, matches), matches, limit, sliced())).map(({ name }) => name);
const names = (indices: readonly number[]) => indices.map(nameOf);
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

it('a list of the past reads on until the store has no more, whatever the batch size', async () => {
	const reads = pastOf(10, () => true);
	expect(await list(reads, Number.POSITIVE_INFINITY)).toEqual(names(upTo(10)));
	expect(reads.asked.map(({ length }) => length)).toEqual([10, 6, 2]);
});

it('changed objects are placed in order', async () => {
	const reads = pastOf(30, (i) => i % 3 === 1);
	expect(await list(reads, Number.POSITIVE_INFINITY)).toEqual(names(upTo(30)));
	expect(reads.asked[0]).toEqual(names(upTo(30).filter((i) => i % 3 === 1)));
});

it('a page of the past asks for no more than it shows, and looks at no more', async () => {
	const reads = pastOf(1000, () => true);
	expect(await list(reads, 6)).toEqual(names(upTo(6)));
	expect(reads.asked).toEqual([names(upTo(6)), names([4, 5])]);
	expect(reads.listed()).toBe(6);
});

it('unchanged objects are not read', async () => {
	const reads = pastOf(1000, () => false);
	expect(await list(reads, 6)).toHaveLength(6);
	expect(reads.asked).toEqual([]);
});

it.each([
	['all of it has changed', () => true],
	['none of it has', () => false],
	['some of it has', (i: number) => i % 5 < 2],
] as const)('a page of what is selected goes on until it is full, where %s', async (_, changed) => {
	const even = ({ labels }: Pick<CachedObject, 'labels'>) => labels.even === 'yes';
	const reads = pastOf(40, changed);
	expect(await list(reads, 7, even)).toEqual(names(upTo(7).map((i) => 2 * i)));
	expect(reads.listed()).toBeLessThan(20);
	expect(await list(pastOf(40, changed), 100, even)).toEqual(names(upTo(20).map((i) => 2 * i)));
});

it('a list of the past is refused where what has changed is more than may be in memory', async () => {
	await expect(
		list(
			pastOf(100, () => true),
			Number.POSITIVE_INFINITY,
		),
	).rejects.toMatchObject({
		reason: 'RequestEntityTooLarge',
		message: expect.stringContaining('ask for it in pages (limit)'),
	});
	expect(
		await list(
			pastOf(100, (i) => i < 50),
			Number.POSITIVE_INFINITY,
		),
	).toHaveLength(100);
});
