/**
 * `npm run bench [-- NAME...]`: builds the server, runs the groups of figures (all by default) and prints JSON lines and a table. Every
 * group starts its own server on a fresh data directory. `--against DIR` compares with an earlier build; `--record` saves the figures.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { compare } from './compare.ts';
import { apply } from './groups/apply.ts';
import { beside } from './groups/beside.ts';
import { collect } from './groups/collect.ts';
import { definitions } from './groups/definitions.ts';
import { encodings } from './groups/encodings.ts';
import { fairness } from './groups/fairness.ts';
import { generate } from './groups/generate.ts';
import { guarded } from './groups/guarded.ts';
import { kinds } from './groups/kinds.ts';
import { list } from './groups/list.ts';
import { memory } from './groups/memory.ts';
import { nodeRights } from './groups/nodes.ts';
import { paced } from './groups/paced.ts';
import { past } from './groups/past.ts';
import { requests } from './groups/requests.ts';
import { rights } from './groups/rights.ts';
import { selected } from './groups/selected.ts';
import { start } from './groups/start.ts';
import { tables } from './groups/tables.ts';
import { watch } from './groups/watch.ts';
import { appendFigures, historyFolder, stampOf } from './history.ts';
import { printTable, reported } from './report.ts';
import { updatePage } from './table.ts';

const groups: Readonly<Record<string, (built: string) => Promise<void>>> = {
	start,
	requests,
	apply,
	list,
	past,
	selected,
	nodes: nodeRights,
	rights,
	guarded,
	fairness,
	tables,
	encodings,
	watch,
	memory,
	collect,
	generate,
	kinds,
	definitions,
	beside,
	paced,
};
const command = new Command('npm run bench --')
	.description('builds the server, measures it, and prints a JSON line for each figure and a table')
	.argument('[name...]', `groups of figures, all where none is named: ${Object.keys(groups).join(', ')}; with --against parts of names of figures`)
	.addOption(new Option('--against <dir>', 'alternate with an earlier build in this folder').conflicts('record'))
	.option('--record', 'append the figures to bench/history/ and update the tables of docs/performance.md')
	.parse();
const named = command.args;
const { against: earlier, record: isRecorded = false } = command.opts<{ readonly against?: string; readonly record?: boolean }>();
const unknown = earlier === undefined ? named.filter((name) => !(name in groups)) : [];
if (unknown.length > 0) command.error(`error: no such group of figures: ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}`);

const root = resolve(import.meta.dirname, '..');
const built = mkdtempSync(join(tmpdir(), 'orch-bench-built-'));
try {
	execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--out', built], { stdio: ['ignore', 'ignore', 'inherit'] });
	if (earlier !== undefined) {
		if (!(await compare(built, resolve(earlier), named))) process.exitCode = 1;
	} else for (const [name, run] of Object.entries(groups)) if (named.length === 0 || named.includes(name)) await measure(name, run);
} finally {
	rmSync(built, { recursive: true, force: true });
}
if (earlier === undefined) printTable();
if (isRecorded) updatePage();

async function measure(name: string, run: (built: string) => Promise<void>): Promise<void> {
	const before = reported().length;
	await run(built);
	if (isRecorded) appendFigures(historyFolder, name, reported().slice(before), stampOf(root, new Date()));
}
