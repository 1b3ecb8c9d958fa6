/** Time to generate from cold, and after one change in a running watch. Bound: reading the specs and, from cold, starting Node. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { report } from '../report.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Parts and inputs of the generator. They are copied because the built-in specs belong to their project, and the benchmark changes one of
 * them.
 */
const parts = ['bin', 'generator', 'runtime', 'generated', 'specs', 'templates', 'package.json', 'tsconfig.json'];

export async function generate(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-bench-generate-'));
	for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
	const out = join(folder, 'out');
	const cli = join(folder, 'bin/orch.mjs');
	// The first run compiles the generator's TypeScript, which is cached afterwards.
	generateMs(cli, out);
	const cold = [0, 1].map(() => {
		forget();
		return generateMs(cli, out);
	});
	report({ figure: 'generate, cold', value: Math.min(...cold) / 1000, unit: 's', target: 5, sense: 'atMost' });
	const again = [0, 1].map(() => generateMs(cli, out));
	report({ figure: 'generate, where an earlier command has checked the specs', value: Math.min(...again) / 1000, unit: 's', sense: 'atMost' });
	report({
		figure: 'generate, after one change',
		value: (await afterOneChange(cli, join(folder, 'specs'), out)) / 1000,
		unit: 's',
		target: 0.5,
		sense: 'atMost',
	});
	rmSync(folder, { recursive: true, force: true });
}

/** Removes the checks that earlier commands cached as passed. */
function forget(): void {
	for (const file of globSync(join(root, 'node_modules/.cache/orch/passed-*'))) rmSync(file);
}

/**
 * Returns the milliseconds of the whole command, with an empty output folder. It starts in the copy, because it also reads the specs of its
 * working directory.
 */
function generateMs(cli: string, out: string): number {
	rmSync(out, { recursive: true, force: true });
	const before = performance.now();
	execFileSync(process.execPath, [cli, 'generate', '--out', out], { cwd: dirname(out), stdio: ['ignore', 'ignore', 'inherit'] });
	return performance.now() - before;
}

/** Returns the milliseconds from saving a spec to the watch's next summary line. */
async function afterOneChange(cli: string, specs: string, out: string): Promise<number> {
	const child = spawn(process.execPath, [cli, 'generate', '--watch', '--out', out], { cwd: dirname(out), stdio: ['ignore', 'pipe', 'inherit'] });
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
