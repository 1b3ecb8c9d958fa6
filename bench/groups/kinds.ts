/**
 * Cost of 500 more kinds to a server that does not use them, as idle memory and start time. Both are compared with a server without
 * them in the same run.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { newKind } from '../../generator/scaffold/kind.ts';
import { report } from '../report.ts';
import { medianStart } from './start.ts';

const more = 500;
const runs = 5;

export async function kinds(built: string): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-bench-kinds-'));
	try {
		writeSpecs(join(folder, 'specs'));
		const orch = resolve(import.meta.dirname, '../../bin/orch.mjs');
		execFileSync(process.execPath, [orch, 'build', '--specs', join(folder, 'specs'), '--out', join(folder, 'built')], {
			stdio: ['ignore', 'ignore', 'inherit'],
		});
		const without = await medianStart(built, runs);
		const beside = await medianStart(join(folder, 'built'), runs);
		report({ figure: `${more} more kinds, memory of each`, value: (beside.rss - without.rss) / 1e6 / more, unit: 'MB', target: 0.03, sense: 'atMost' });
		report({
			figure: `start with ${more} more kinds`,
			value: beside.ms / 1000,
			unit: 's',
			sense: 'atMost',
			limit: without.ms / 1000,
			limitIs: 'without them',
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function writeSpecs(root: string): void {
	for (let n = 0; n < more; n++) {
		const { spec, group } = newKind({ kind: `Kind${n}`, group: `g${n % 20}.example.com`, version: 'v1', scope: 'Namespaced', groups: [] });
		for (const file of [spec, group]) {
			if (file === undefined) continue;
			const path = join(root, file.path);
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, file.content);
		}
	}
}
