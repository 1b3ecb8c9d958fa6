/** Tests that the committing thread of a SQLite store serves reads of the log in turn and in short pieces. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Revision } from '../../runtime/storage/store.ts';
import { changesBetween } from '../suites/log.ts';
import { type TemporaryStore, temporarySqliteStore } from '../suites/sqlite.ts';
import { put, write } from '../suites/store/fixture.ts';

const readers = 20;
const rows = 400;

describe('many reads of the log', () => {
	let under: TemporaryStore;
	let start: Revision;
	let end: Revision;
	beforeEach(async () => {
		under = await temporarySqliteStore();
		start = await under.store.revision();
		await under.store.commit(Array.from({ length: rows }, (_, i) => put(`n${i}`, 0, 'x'.repeat(1000))));
		end = await under.store.revision();
	});
	afterEach(() => under.destroy());

	/** Returns the number of reads answered before a commit that was requested after all of them. */
	async function answeredFirst(): Promise<number> {
		let answered = 0;
		const reads = Array.from({ length: readers }, async () => {
			const changes = await under.store.changes(start, end, rows);
			answered++;
			expect(changes[0]?.revision).toBe(start + 1);
		});
		await write(under.store, put('late', 0, '1'));
		const first = answered;
		await Promise.all(reads);
		return first;
	}

	it('keep a commit waiting for one of them', async () => {
		await under.store.changes(start, end, 1);
		expect(await answeredFirst()).toBeLessThanOrEqual(2);
	});

	it('scan the initial log once, and delay a commit by one step', async () => {
		await under.reopen();
		expect(await answeredFirst()).toBeLessThanOrEqual(2);
	});

	it('return the whole log, for any size of the steps', async () => {
		expect((await changesBetween(under.store, start, end)).map(({ revision }) => revision)).toEqual(Array.from({ length: rows }, (_, i) => start + 1 + i));
	});

	it('continue when a waiting read is canceled', async () => {
		const given = new AbortController();
		const [first, second, third] = [undefined, given.signal, undefined].map((signal) => under.store.changes(start, end, 1, undefined, signal && { signal }));
		given.abort(new Error('gone'));
		await expect(second).rejects.toThrow('gone');
		for (const read of [first, third]) expect(await read).toHaveLength(1);
	});
});
