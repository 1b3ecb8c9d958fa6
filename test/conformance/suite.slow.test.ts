/** docs/conformance/suite.md states the actual outcome of each Kubernetes conformance test. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { readRows } from './rows.ts';
import { runSuite } from './suite.ts';

const suite = process.env.ORCH_SUITE;
if (suite === undefined) {
	console.warn('SKIPPED: Kubernetes’ conformance tests were not run; ORCH_SUITE=FILE names the suite that `npm run peers:build -- DIR --suite` has built');
}
const rows = readRows(readFileSync(resolve(import.meta.dirname, '../../docs/conformance/suite.md'), 'utf8'));

describe.skipIf(suite === undefined)('conformance', () => {
	it('is as the document says', { timeout: 1_800_000 }, async () => {
		const tests = rows.filter(({ outcome }) => outcome !== 'waits').map(({ test }) => test);
		const results = await runSuite({ suite: suite ?? '', built: join(inject('built').kubernetes), tests, kubectl: process.env.ORCH_KUBECTL });
		const passed = new Set(results.filter((result) => result.passed).map(({ test }) => test));
		expect(rows.filter(({ outcome }) => outcome === 'passes').filter(({ test }) => !passed.has(test))).toEqual([]);
		expect(rows.filter(({ outcome }) => outcome !== 'passes').filter(({ test }) => passed.has(test))).toEqual([]);
	});
});
