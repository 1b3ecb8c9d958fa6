/**
 * `npm run bench [-- NAME...]`: builds the server, runs the groups of figures (all, or those named) and prints JSON lines
 * and a table. Every group starts a server of its own on a fresh data directory.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generate } from './groups/generate.ts';
import { kinds } from './groups/kinds.ts';
import { list } from './groups/list.ts';
import { memory } from './groups/memory.ts';
import { requests } from './groups/requests.ts';
import { start } from './groups/start.ts';
import { watch } from './groups/watch.ts';
import { printTable } from './report.ts';

const groups: Readonly<Record<string, (built: string) => Promise<void>>> = { start, requests, list, watch, memory, generate, kinds };
const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in groups));
if (unknown.length > 0) {
	console.error(`no such group of figures: ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}`);
	process.exit(2);
}

const root = resolve(import.meta.dirname, '..');
const built = mkdtempSync(join(tmpdir(), 'orch-bench-built-'));
try {
	execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--out', built], { stdio: ['ignore', 'ignore', 'inherit'] });
	for (const [name, run] of Object.entries(groups)) if (named.length === 0 || named.includes(name)) await run(built);
} finally {
	rmSync(built, { recursive: true, force: true });
}
printTable();
