/** Tests lists at old versions: how much they read and hold. */
import { expect, it } from 'vitest';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { TimeSlicer } from '../../runtime/scheduling/time-slicer.ts';
import { everything } from '../../runtime/select/index.ts';
import { objectsAt } from '../../runtime/verbs/list/history.ts';
import type { CachedObject, WatchCache } from '../../runtime/watch/contract.ts';

const mebibyte = 1024 * 1024;
const bytes = Buffer.alloc(mebibyte, 'x');
const nameOf = (i: number) => `x${String(i).padStart(4, '0')}`;
/** Every second object has a label. */
const objects: readonly CachedObject[] = Array.from({ length: 200 }, (_, i) => ({
	namespace: 'a',
	name: nameOf(i),
	revision: 1,
	labels: i % 2 === 0 ? { even: 'yes' } : {},
	fields: {},
	form: wholeForm,
	bytes,
}));

/** Returns a cache whose store reads four objects at a time, and the numbers of rows that were requested. */
function cacheWith(isCurrent: (object: CachedObject) => boolean): { readonly cache: WatchCache; readonly asked: number[] } {
	const asked: number[] = [];
	const cache: Pick<WatchCache, 'get' | 'at'> = {
		get: (_resource, _namespace, name) => objects.find((object) => object.name === name && isCurrent(object)),
		async at(_revision, { after }, limit) {
			asked.push(limit);
			const start = after === undefined ? 0 : objects.findIndex(({ name }) => name === after.name) + 1;
			return objects.slice(start, start + Math.min(limit, 4));
		},
	};
	return { cache: cache as WatchCache, asked };
}

const list = async (cache: WatchCache, limit: number, matches = everything) => {
	const found = await objectsAt(
		cache,
		{ revision: 1, range: { resource: 'things' }, matches, limit },
		{ caller: new AbortController(), slices: new TimeSlicer() },
	);
	return found.map(({ name }) => name);
};
const isEven = ({ labels }: { readonly labels: Readonly<Record<string, string>> }) => labels.even === 'yes';

it('a page at an old version asks for no more than it shows', async () => {
	const { cache, asked } = cacheWith(() => false);
	expect(await list(cache, 6)).toEqual([0, 1, 2, 3, 4, 5].map(nameOf));
	expect(asked).toEqual([6, 2]);
});

it('a filtered page reads until it is full', async () => {
	const { cache, asked } = cacheWith(() => false);
	expect(await list(cache, 3, isEven)).toEqual([0, 2, 4].map(nameOf));
	expect(asked).toHaveLength(2);
});

it('a list holds a bounded number of bytes of objects that changed since', async () => {
	await expect(list(cacheWith(() => false).cache, Number.POSITIVE_INFINITY)).rejects.toMatchObject({
		reason: 'RequestEntityTooLarge',
		message: expect.stringContaining('64 MiB'),
	});
	expect(await list(cacheWith(({ name }) => name > nameOf(50)).cache, Number.POSITIVE_INFINITY)).toHaveLength(200);
});
