/** Runs unit tests over one mutant and judges whether they caught it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type Verdict =
	| { readonly status: 'killed'; readonly by: string; readonly test: string }
	/** The test process ended without a failed test, for example because the mutant does not load. */
	| { readonly status: 'crashed' }
	| { readonly status: 'timeout' }
	| { readonly status: 'survived' };

interface Reported {
	readonly testResults: readonly {
		readonly name: string;
		readonly status: string;
		readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
	}[];
}

/** Runs these test files until the first failure. */
export async function runTests(folder: string, files: readonly string[], timeoutMs: number): Promise<Verdict> {
	const report = join(folder, 'mutant-report.json');
	rmSync(report, { force: true });
	const words = ['run', '--project', 'unit', '--bail', '1', '--maxWorkers', '1', '--reporter', 'json', '--outputFile', report, ...files];
	const node = join(folder, 'node_modules/.bin/node');
	// A group of its own, so that workers end with it.
	const child = spawn(node, [join(folder, 'node_modules/vitest/vitest.mjs'), ...words], { cwd: folder, stdio: 'ignore', detached: true });
	const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), timeoutMs);
	const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
	clearTimeout(timer);
	if (signal === 'SIGKILL') return { status: 'timeout' };
	if (code === 0) return { status: 'survived' };
	const failed = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Reported).testResults.find(({ status }) => status === 'failed') : undefined;
	if (failed === undefined) return { status: 'crashed' };
	const test = failed.assertionResults.find(({ status }) => status === 'failed')?.fullName ?? 'the file does not load';
	return { status: 'killed', by: failed.name.slice(folder.length + 1), test };
}
