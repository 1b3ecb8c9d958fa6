import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tries } from '../setup/sample.ts';
import { killRepeatedly } from '../suites/kill.ts';

const kills = tries({ sample: 10, full: 60 });

it(`survives ${kills} times kill -9 at any moment under load`, async () => {
	const folder = mkdtempSync(join(tmpdir(), 'kill-'));
	// Spreads the kills over several checkpoints and down to the first milliseconds, during recovery of the last log.
	const report = await killRepeatedly(join(folder, 'test.db'), kills, (kill) => (kill * 37) % 331);
	console.log(JSON.stringify(report));
	expect(report.acknowledged).toBeGreaterThan(20 * kills);
	rmSync(folder, { recursive: true });
});
