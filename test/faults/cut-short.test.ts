/**
 * Processes share the WAL index through a memory-mapped file. Truncating it kills every process that uses it, which cannot be prevented.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cutShort } from '../suites/kill.ts';

it.skipIf(process.platform !== 'linux')('an index of the log that is cut short ends the process; what it acknowledged is there', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'cut-'));
	const end = await cutShort(join(folder, 'test.db'), '-shm');
	expect(end.signal).toBe('SIGBUS');
	expect(end.acknowledged.length).toBeGreaterThanOrEqual(50);
	rmSync(folder, { recursive: true });
});
