import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killRepeatedly } from '../suites/kill.ts';

it('survives kill -9 under load (short form of kill.slow.test.ts)', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'kill-'));
	const report = await killRepeatedly(join(folder, 'test.db'), 3, (kill) => 20 + kill * 50);
	// The number depends on the load of the machine, but zero would prove nothing.
	expect(report.acknowledged).toBeGreaterThan(0);
	rmSync(folder, { recursive: true });
});
