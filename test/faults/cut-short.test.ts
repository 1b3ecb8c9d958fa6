/**
 * Processes share the WAL index through a memory-mapped file. Truncating it kills every process that uses it, which cannot be prevented.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cutShort } from '../suites/kill.ts';

it.skipIf(process.platform !== 'linux')('a truncated index of the log ends the process; acknowledged writes are kept', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'cut-'));
	const end = await cutShort(join(folder, 'test.db'), '-shm');
	expect(end.signal).toBe('SIGBUS');
	expect(end.acknowledged.length).toBeGreaterThanOrEqual(50);
	rmSync(folder, { recursive: true });
});
