/** docs/conformance/suite.md states the actual outcome of each Kubernetes conformance test. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { missingIn } from '../peers/cluster/cluster.ts';
import { places, readRows } from './rows.ts';
import { runSuite } from './suite.ts';

const suite = process.env.ORCH_SUITE;
if (suite === undefined) {
	console.warn('SKIPPED: Kubernetes’ conformance tests were not run; ORCH_SUITE=FILE names the suite that `npm run peers:build -- DIR --suite` has built');
}
const all = readRows(readFileSync(resolve(import.meta.dirname, '../../docs/conformance/suite.md'), 'utf8'));

const programs = dirname(suite ?? '');
const hasCluster = missingIn(programs).length === 0;
if (suite !== undefined && !hasCluster) console.warn(`SKIPPED: conformance in a cluster; \`npm run peers:build -- ${programs} --cluster\` builds its programs`);

describe.skipIf(suite === undefined)('conformance', () => {
	it.each(places.filter((place) => place === 'server' || hasCluster))('for "%s" matches the document', { timeout: 5_400_000 }, async (place) => {
		const rows = all.filter((row) => row.place === place && row.outcome !== 'waits');
		const results = await runSuite({
			suite: suite ?? '',
			built: inject('built').kubernetes,
			programs: place === 'cluster' ? programs : undefined,
			tests: rows.map(({ test }) => test),
			kubectl: process.env.ORCH_KUBECTL,
		});
		const passed = new Set(results.filter((result) => result.passed).map(({ test }) => test));
		expect(rows.filter(({ outcome }) => outcome === 'passes').filter(({ test }) => !passed.has(test))).toEqual([]);
		expect(rows.filter(({ outcome }) => outcome !== 'passes').filter(({ test }) => passed.has(test))).toEqual([]);
	});
});
