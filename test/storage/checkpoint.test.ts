/** Tests checkpoints: by the thread while it can, else in place, and within a bound. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BackgroundCheckpoints, Checkpointer, type CheckpointResult, Mover, type NotMoved } from '../../runtime/storage/sqlite/checkpoint/checkpoint.ts';

const pageBytes = 4096;
/** Pages beyond the bound of 64 MiB. */
const enoughPages = 17_000;

let folder: string;
let db: DatabaseSync;
let other: DatabaseSync;
let failures: unknown[];
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'orch-checkpoint-'));
	[db, other] = [new DatabaseSync(join(folder, 'x.db')), new DatabaseSync(join(folder, 'x.db'))];
	db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (x BLOB)');
	failures = [];
});
afterEach(() => {
	other.close();
	db.close();
	rmSync(folder, { recursive: true });
});

function write(pages: number): void {
	db.prepare('INSERT INTO t VALUES (zeroblob(?))').run(pages * (pageBytes - 4));
}

function logOf(connection: DatabaseSync): { log: number; moved: number } {
	const row = connection.prepare('PRAGMA wal_checkpoint(NOOP)').get();
	return { log: Number(row?.log), moved: Number(row?.checkpointed) };
}

/** Checkpoints the log as the thread would, while `pages` are written, which this round leaves in the log. */
function moveDuring(mover: Mover, pages: number): CheckpointResult {
	const reader = new DatabaseSync(join(folder, 'x.db'));
	reader.exec('BEGIN; SELECT count(*) FROM t');
	write(pages);
	const done = mover.run();
	reader.close();
	if (done === 'full') throw new Error('the disk of this test is full');
	return { log: done.moved, moved: done.moved };
}

/** `move` replaces the thread. */
function checkpointer(move: () => Promise<CheckpointResult | NotMoved>): { of: Checkpointer; started: () => number } {
	let started = 0;
	const start = (): BackgroundCheckpoints => {
		started++;
		return { run: move, close: async () => undefined };
	};
	return { of: new Checkpointer(db, start, (error) => failures.push(error)), started: () => started };
}

describe('moving the log', () => {
	it('starts only above a size, and moves ever smaller rounds in the other thread', async () => {
		const mover = new Mover(other);
		const seen: number[] = [];
		const meanwhile = [600, 200, 30];
		const { of, started } = checkpointer(async () => {
			const done = moveDuring(mover, meanwhile[seen.length] ?? 0);
			seen.push(logOf(db).log - done.moved);
			return done;
		});
		write(100);
		of.committed(64);
		await of.close();
		expect(started()).toBe(0);
		write(enoughPages);
		of.committed(64);
		await of.close();
		expect(started()).toBe(1);
		// The committing thread does the last part.
		expect(seen).toHaveLength(3);
		for (const [round, left] of seen.entries()) expect(left - (meanwhile[round] ?? 0)).toBeLessThan(20);
		// The whole log is checkpointed, so the next write restarts it.
		expect(logOf(db).moved).toBe(logOf(db).log);
		write(1);
		expect(logOf(db).log).toBeLessThan(100);
		expect(failures).toEqual([]);
	});

	it('is ended by the committing thread when the rounds do not become smaller', async () => {
		const mover = new Mover(other);
		let rounds = 0;
		const { of } = checkpointer(async () => {
			rounds++;
			return moveDuring(mover, 500);
		});
		write(enoughPages);
		of.committed(64);
		await of.close();
		expect(rounds).toBe(2);
		expect(logOf(db).moved).toBe(logOf(db).log);
	});

	it('is done in place without a thread, and tries a thread again the next time', async () => {
		const { of, started } = checkpointer(async () => 'unavailable');
		for (let time = 1; time <= 2; time++) {
			write(enoughPages);
			of.committed(64);
			await of.close();
			expect(logOf(db).moved).toBe(logOf(db).log);
			expect(started()).toBe(time);
			write(1);
		}
		expect(failures).toEqual([]);
	});

	it('ends though writers are as fast as the disk', async () => {
		const mover = new Mover(other);
		const { of } = checkpointer(async () => {
			return moveDuring(mover, 3000);
		});
		write(enoughPages);
		of.committed(64);
		await of.close();
		expect(statSync(join(folder, 'x.db-wal')).size).toBeLessThan(150 * 1024 * 1024);
		expect(logOf(db).moved).toBe(logOf(db).log);
	});

	it('reports a failure', async () => {
		const { of } = checkpointer(() => Promise.reject(new Error('disk I/O error')));
		write(enoughPages);
		of.committed(64);
		await of.close();
		expect(failures).toEqual([new Error('disk I/O error')]);
	});
});
