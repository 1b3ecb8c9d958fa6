/**
 * `npm run conformance -- --suite FILE` runs the tests of docs/conformance/suite.md on the built server and prints their outcomes. Exits
 * with 1 when a test that should pass fails, or a waiting one passes. `--write` updates the document with the outcomes instead.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { type Place, places, type Row, readRows, writeRows } from './rows.ts';
import { type Result, runSuite } from './suite.ts';

interface Options {
	readonly suite: string;
	readonly only: string;
	readonly place?: Place;
	readonly built?: string;
	readonly kubectl?: string;
	readonly waiting?: true;
	readonly write?: true;
	readonly verbose?: true;
}

const values = new Command('npm run conformance --')
	.description('runs the tests of docs/conformance/suite.md on the built server')
	.requiredOption('--suite <file>', 'the suite that npm run peers:build -- DIR --suite has built: DIR/e2e.test-1.36')
	.option('--only <text>', 'tests alone whose names contain this', '')
	.addOption(new Option('--place <place>', 'tests alone of that part of the document').choices(places))
	.option('--built <dir>', 'what orch build --vocabulary kubernetes has made; made anew where absent')
	.option('--kubectl <path>', 'for tests that run it; the one of the path where absent')
	.option('--waiting', 'those too that wait for something')
	.option('--write', 'write what was seen into the document')
	.option('--verbose', 'show what the suite prints')
	.parse()
	.opts<Options>();
const root = resolve(import.meta.dirname, '../..');
const document = join(root, 'docs/conformance/suite.md');
const text = readFileSync(document, 'utf8');
const rows = readRows(text).filter(
	({ place, test, outcome }) => test.includes(values.only) && (values.place ?? place) === place && (values.waiting === true || outcome !== 'waits'),
);
const built = values.built ?? mkdtempSync(join(tmpdir(), 'orch-suite-built-'));
try {
	if (values.built === undefined)
		execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--vocabulary', 'kubernetes', '--out', built], { stdio: 'inherit' });
	const results: Result[] = [];
	for (const place of places) {
		const tests = rows.filter((row) => row.place === place).map(({ test }) => test);
		if (tests.length === 0) continue;
		const more = await runSuite({
			suite: resolve(values.suite),
			built,
			programs: place === 'cluster' ? dirname(resolve(values.suite)) : undefined,
			tests,
			kubectl: values.kubectl,
			onOutput: (output) => values.verbose === true && process.stderr.write(output),
		});
		results.push(...more);
	}
	const byTest = new Map(results.map((result) => [result.test, result]));
	const seen = rows.map((row): Row => {
		const result = byTest.get(row.test);
		if (result === undefined) return { ...row, outcome: 'not run' };
		if (result.passed) return { ...row, outcome: 'passes', note: '' };
		if (row.outcome !== 'waits') console.log(`FAILS ${row.test}\n  ${result.message.split('\n').slice(0, 12).join('\n  ')}`);
		return { ...row, outcome: row.outcome === 'waits' ? 'waits' : 'fails' };
	});
	const changed = seen.filter(({ outcome }, index) => outcome !== rows[index]?.outcome);
	for (const { test, outcome } of changed) console.log(`${outcome}, and was ${rows.find((row) => row.test === test)?.outcome}: ${test}`);
	console.log(`${seen.filter(({ outcome }) => outcome === 'passes').length} of ${seen.length} pass`);
	// Another run may have written in the meantime.
	if (values.write) writeFileSync(document, writeRows(readFileSync(document, 'utf8'), seen));
	else if (changed.length > 0) process.exitCode = 1;
} finally {
	if (values.built === undefined) rmSync(built, { recursive: true, force: true });
}
