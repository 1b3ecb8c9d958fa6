/** Contract of every store call: abort signal and deadline. */
import { beforeEach, describe, expect, it } from 'vitest';
import { StorageTimeoutError } from '../../../runtime/storage/errors.ts';
import type { CallOptions, Change, Store } from '../../../runtime/storage/store.ts';
import { all, followerOf, put, revisionOf, type StoreUnderTest, write } from './fixture.ts';

/** `under` returns the store of the running test. */
export function calls(under: () => StoreUnderTest): void {
	describe('a call', () => {
		let store: Store;
		beforeEach(() => {
			store = under().store;
		});

		const calls: readonly [name: string, call: (store: Store, options: CallOptions) => Promise<unknown>][] = [
			['revision', (of, options) => of.revision(options)],
			['commit', (of, options) => of.commit([put('late', 0, '1')], options)],
			['atomic commit', (of, options) => of.commit([put('late', 0, '1')], { ...options, atomic: true })],
			[
				'follow',
				(of, options) =>
					of.follow(
						0,
						followerOf(() => undefined),
						options,
					),
			],
			['changes', (of, options) => of.changes(0, 1, 1, undefined, options)],
			['snapshot', (of, options) => of.snapshot(() => undefined, options)],
			['at', (of, options) => of.at(0, { resource: 'things' }, 1, options)],
			['countAt', (of, options) => of.countAt(0, { resource: 'things' }, options)],
			['resources', (of, options) => of.resources(options)],
			['oldest', (of, options) => of.oldest(options)],
			['compact', (of, options) => of.compact(1, options)],
			['compact with erase', (of, options) => of.compact(1, { ...options, erase: true })],
			['revisionAt', (of, options) => of.revisionAt(0, options)],
		];

		it.each(calls)('%s ends with the reason of its signal', async (_, call) => {
			const reason = new Error('nobody waits any more');
			await expect(call(store, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
		});

		it.each(calls)('%s ends at its deadline', async (_, call) => {
			await expect(call(store, { deadlineMs: performance.now() - 1 })).rejects.toBeInstanceOf(StorageTimeoutError);
		});

		it('that is aborted before it was sent writes nothing', async () => {
			const end = new AbortController();
			const late = store.commit([put('late', 0, '1')], { signal: end.signal });
			end.abort();
			await expect(late).rejects.toBe(end.signal.reason);
			await write(store, put('x', 0, '1'));
			expect((await all(store)).rows.map(({ name }) => name)).toEqual(['x']);
		});

		it('within its bounds equals a call without bounds', async () => {
			const bounds = { signal: new AbortController().signal, deadlineMs: performance.now() + 60_000 };
			const [outcome] = await store.commit([put('x', 0, '1')], bounds);
			expect(await store.revision(bounds)).toBe(revisionOf(outcome));
			expect(await store.resources(bounds)).toEqual(['things']);
		});

		it('to follow delivers nothing after its signal is aborted', async () => {
			const end = new AbortController();
			const seen: Change[] = [];
			await store.follow(
				await store.revision(),
				followerOf((changes) => seen.push(...changes)),
				{ signal: end.signal },
			);
			await write(store, put('x', 0, '1'));
			end.abort();
			await write(store, put('y', 0, '1'));
			expect(seen.map(({ name }) => name)).toEqual(['x']);
		});
	});
}
