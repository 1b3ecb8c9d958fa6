import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changesBetween } from '../suites/log.ts';
import { type TemporaryStore, temporarySqliteStore } from '../suites/sqlite.ts';

/** Writes a hundred megabytes and more; the disk and other load decide how long that takes. */
describe('the space of a SQLite store', { timeout: 180_000 }, () => {
	let under: TemporaryStore;
	beforeEach(async () => {
		under = await temporarySqliteStore();
	});
	afterEach(() => under.destroy());

	async function churn(objects: number, rounds: number): Promise<number> {
		const { store } = under;
		const revisions = new Map<string, number>();
		for (let round = 0; round < rounds; round++) {
			const names = Array.from({ length: objects }, (_, i) => `n${i}`);
			const outcomes = await store.commit(
				names.map((name) => ({
					resource: 'things',
					namespace: 'a',
					name,
					expected: revisions.get(name) ?? 0,
					bytes: Buffer.alloc(1500, `${round}`),
					side: '',
				})),
			);
			for (const [i, outcome] of outcomes.entries()) if (outcome.ok) revisions.set(names[i] ?? '', outcome.revision);
		}
		return await store.revision();
	}

	it('is given back when the history is forgotten', async () => {
		const revision = await churn(1000, 20);
		await under.store.compact(revision);
		// After a checkpoint and close the file holds all data.
		await under.reopen();
		await under.store.close();
		const bytes = statSync(under.path).size;
		// 1.5 MB of objects, plus the intentional slack of 4 MiB.
		expect(bytes).toBeLessThan(9 * 1024 * 1024);
		const db = new DatabaseSync(under.path, { readOnly: true });
		// Compaction keeps the newest row.
		expect(db.prepare('SELECT count(*) AS n FROM revisions').get()?.n).toBe(1);
		expect(db.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok');
		db.close();
	});

	it('is not taken by the write-ahead log, however much is written', async () => {
		await churn(2000, 40);
		// When writers are faster than the checkpoint thread, the rest is checkpointed in place.
		expect(statSync(`${under.path}-wal`).size).toBeLessThan(140 * 1024 * 1024);
	});

	it('is returned during writes, step by step, and an interrupted compaction continues', async () => {
		const revision = await churn(500, 20);
		const forgetting = under.store.compact(revision);
		const writes = Array.from({ length: 100 }, (_, i) =>
			under.store.commit([{ resource: 'things', namespace: 'b', name: `w${i}`, expected: 0, bytes: Buffer.from('{}'), side: '' }]),
		);
		await Promise.all([...writes, forgetting]);
		expect((await changesBetween(under.store, revision, await under.store.revision())).length).toBe(100);

		const later = await churn(1000, 5).catch(() => under.store.revision());
		const cut = under.store.compact(later).catch((error: unknown) => error);
		const store = await under.reopen();
		await cut;
		await store.compact(later);
		expect(await store.oldest()).toBe(later);
	});
});
