/** Runs a compiled Ginkgo suite over the programs of a folder, and measures it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { BuiltSuite } from './suites.ts';

export interface SuiteResult {
	readonly passed: number;
	readonly failed: number;
	/** Names of the specs that fail. */
	readonly failures: readonly string[];
	readonly wallS: number;
	/** CPU time of the suite and of all programs that it started. */
	readonly cpuS: number;
	/** Largest resident memory of all programs that the suite started, without the suite itself. */
	readonly peakMb: number;
	/** End of the output, for a suite that does not report its result. */
	readonly output: string;
}

/** Interval between two readings of the memory. */
const readingMs = 100;
const outputKept = 4_000;
const mb = 1024 * 1024;

/** Runs the suite. `assets` is the value of KUBEBUILDER_ASSETS. */
export async function runSuite({ program, cwd }: BuiltSuite, assets: string): Promise<SuiteResult> {
	// The shell's `time` counts processes that the suite waited for.
	const child = spawn('bash', ['-c', 'TIMEFORMAT="measured %R %U %S"; time "$0" -ginkgo.no-color', program], {
		cwd,
		env: { ...process.env, KUBEBUILDER_ASSETS: assets },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let text = '';
	const keep = (part: string) => {
		text += part;
	};
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep);
	let peakMb = 0;
	const reading = setInterval(() => {
		peakMb = Math.max(peakMb, memoryBelow(child.pid ?? 0, program) / mb);
	}, readingMs);
	await once(child, 'close');
	clearInterval(reading);
	const [, wallS = 0, userS = 0, systemS = 0] = (/measured ([\d.]+) ([\d.]+) ([\d.]+)/.exec(text) ?? []).map(Number);
	const [, passed = 0, failed = 0] = (/(\d+) Passed \| (\d+) Failed/.exec(text) ?? []).map(Number);
	const failures = [...text.matchAll(/^\s*\[FAIL\] (.+)$/gm)].map(([, name = '']) => name.trim());
	return { passed, failed, failures: [...new Set(failures)], wallS, cpuS: userS + systemS, peakMb: Math.round(peakMb), output: text.slice(-outputKept) };
}

const pageBytes = 4096;

/** Returns the resident memory of the descendants of a process that run another program than the suite. */
function memoryBelow(root: number, suite: string): number {
	const parents = new Map<number, number>();
	for (const pid of readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))) {
		const stat = read(`/proc/${pid}/stat`);
		if (stat !== undefined) parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
	}
	const isBelow = (pid: number): boolean => pid === root || ((parents.get(pid) ?? 0) > 1 && isBelow(parents.get(pid) ?? 0));
	const below = [...parents.keys()].filter((pid) => pid !== root && isBelow(pid) && !read(`/proc/${pid}/cmdline`)?.startsWith(suite));
	return below.reduce((sum, pid) => sum + Number(read(`/proc/${pid}/statm`)?.split(' ')[1] ?? 0) * pageBytes, 0);
}

/** Returns undefined for a process that has ended. */
function read(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return undefined;
	}
}
