/**
 * `npm run peers:cel`: checks that CEL expressions give the same results as in Kubernetes' own evaluator. Without Go or its modules it says
 * so and compares nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command } from 'commander';
import { failing, given, self } from '../../suites/cel/libraries.ts';

interface Answer {
	readonly value: unknown;
	readonly error?: string;
}

new Command('npm run peers:cel --').description("compares what expressions give with what they give to Kubernetes' own evaluator; takes Go").parse();
const folder = mkdtempSync(join(tmpdir(), 'cel-go-'));
process.exitCode = compare(join(folder, 'evaluate'));
rmSync(folder, { recursive: true });

function compare(program: string): number {
	const built = spawnSync('go', ['build', '-o', program, '.'], { cwd: import.meta.dirname, encoding: 'utf8' });
	if (built.error !== undefined || built.status !== 0) {
		console.log(`SKIPPED, for Go and its modules are needed: ${built.error?.message ?? built.stderr.trim().split('\n').at(-1)}`);
		return 0;
	}
	const expressions = [...given, ...failing].map(([expression]) => expression);
	const { stdout, stderr, status } = spawnSync(program, [], { input: JSON.stringify({ self, expressions }), encoding: 'utf8' });
	if (status !== 0) throw new Error(stderr);
	const answers = JSON.parse(stdout) as readonly Answer[];
	const differing = [
		...given.filter(([, value], at) => answers[at]?.error !== undefined || !isDeepStrictEqual(answers[at]?.value, value)),
		...failing.filter(([, part], at) => answers[given.length + at]?.error?.includes(part) !== true),
	];
	for (const [expression, ours] of differing) {
		const theirs = answers[expressions.indexOf(expression)];
		console.log(`${expression}\n  ours:   ${JSON.stringify(ours)}\n  theirs: ${theirs?.error ?? JSON.stringify(theirs?.value)}`);
	}
	console.log(`${expressions.length} expressions compared, ${differing.length} differ`);
	return differing.length > 0 ? 1 : 0;
}
