import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killRepeatedly } from '../suites/kill.ts';

it('survives 60 times kill -9 at any moment under load', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'kill-'));
	// Spread over several checkpoints, and down to the first milliseconds, when the last log is being recovered.
	const report = await killRepeatedly(join(folder, 'test.db'), 60, (kill) => (kill * 37) % 331);
	console.log(JSON.stringify(report));
	expect(report.acknowledged).toBeGreaterThan(5000);
	rmSync(folder, { recursive: true });
});
