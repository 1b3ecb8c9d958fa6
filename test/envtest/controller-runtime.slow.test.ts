/** Suites of controller-runtime pass unchanged over the folder of `orch envtest`. `npm run envtest:suites` runs all of them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSuite } from './run-suite.ts';
import { buildSuite, copyModule } from './suites.ts';

const go = spawnSync('go', ['version']).status === 0;
if (!go) console.warn('skipped: the suites of controller-runtime need Go');

describe.skipIf(!go)('controller-runtime', { timeout: 900_000 }, () => {
	let folder = '';
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'orch-suites-'));
		execFileSync(process.execPath, [resolve(import.meta.dirname, '../../bin/orch.mjs'), 'envtest', join(folder, 'assets')], { stdio: 'ignore' });
		await copyModule(folder);
	}, 600_000);
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it.each<[string, number]>([
		['client', 311],
		['envtest', 28],
		['internal/testing/controlplane', 41],
		['webhook', 8],
	])('passes the suite of pkg/%s', async (name, specs) => {
		const { passed, failures, output } = await runSuite(await buildSuite(folder, name), join(folder, 'assets'));
		expect(failures, output).toEqual([]);
		expect(passed).toBe(specs);
	});
});
