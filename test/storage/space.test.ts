import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changesBetween } from '../suites/log.ts';
import { type TemporaryStore, temporarySqliteStore } from '../suites/sqlite.ts';

/** It writes a hundred megabytes and more: the disk and the machine's other work decide how long that takes. */
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
		// Checkpointed and closed, the file is what counts.
		await under.reopen();
		await under.store.close();
		const bytes = statSync(under.path).size;
		// 1.5 MB of objects, and the slack that is kept on purpose (4 MiB).
		expect(bytes).toBeLessThan(9 * 1024 * 1024);
		const db = new DatabaseSync(under.path, { readOnly: true });
		// The newest row stays.
		expect(db.prepare('SELECT count(*) AS n FROM revisions').get()?.n).toBe(1);
		expect(db.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok');
		db.close();
	});

	it('is not taken by the write-ahead log, however much is written', async () => {
		await churn(2000, 40);
		// Where writers are faster than the thread that moves it, the rest is moved in place.
		expect(statSync(`${under.path}-wal`).size).toBeLessThan(140 * 1024 * 1024);
	});

	it('comes back while others write, step by step, and a forgetting that was cut short is taken up again', async () => {
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
