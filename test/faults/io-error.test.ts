import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failWritesAt } from '../suites/kill.ts';

it('acknowledges no write after an I/O error, reports it and ends; acknowledged writes are kept', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'io-'));
	const end = await failWritesAt(join(folder, 'test.db'), 3000);
	expect(end.errors).toMatch(/the storage failed and acknowledges no further write: disk I\/O error/);
	expect(end.code).toBe(3);
	expect(end.acknowledged.length).toBeGreaterThan(10);
	rmSync(folder, { recursive: true });
});
