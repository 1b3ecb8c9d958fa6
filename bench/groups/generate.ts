/** Generating from cold, and after one change inside a running watch. Bound: reading the specs and, cold, starting Node. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { report } from '../report.ts';

const root = resolve(import.meta.dirname, '../..');
const cli = join(root, 'bin/orch.mjs');

export async function generate(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-bench-generate-'));
	const specs = join(folder, 'specs');
	const out = join(folder, 'generated');
	cpSync(join(root, 'specs'), specs, { recursive: true });
	const before = performance.now();
	execFileSync(process.execPath, [cli, 'generate', '--specs', specs, '--out', out], { stdio: ['ignore', 'ignore', 'inherit'] });
	report({ figure: 'generate, cold', value: (performance.now() - before) / 1000, unit: 's', target: 5, sense: 'atMost' });
	report({ figure: 'generate, after one change', value: (await afterOneChange(specs, out)) / 1000, unit: 's', target: 0.5, sense: 'atMost' });
	rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds from saving a spec to the watch's next summary line. */
async function afterOneChange(specs: string, out: string): Promise<number> {
	const child = spawn(process.execPath, [cli, 'generate', '--watch', '--specs', specs, '--out', out], { stdio: ['ignore', 'pipe', 'inherit'] });
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	try {
		await nextSummary(lines);
		const path = join(specs, 'core/configmap.yaml');
		const before = performance.now();
		writeFileSync(path, readFileSync(path, 'utf8').replace('description: ', 'description: Changed. '));
		await nextSummary(lines);
		return performance.now() - before;
	} finally {
		child.kill('SIGTERM');
	}
}

async function nextSummary(lines: AsyncIterator<string>): Promise<void> {
	for (;;) {
		const { value, done } = await lines.next();
		if (done) throw new Error('generate --watch ended');
		if (/\d+ files?/.test(value)) return;
	}
}
