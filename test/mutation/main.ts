/**
 * `npm run test:mutation -- --out FILE`: changes one place of the source at a time and runs the related unit tests, which should fail. The
 * run can be stopped and started again: FILE holds a line for each judged mutant. `--tests-from` judges the same mutants by the tests of
 * another commit, so that the protection of two states of the tests can be compared.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { ImportGraph, sourcesBelow } from '../related/graph.ts';
import { root } from '../structure/project.ts';
import { chooseMutants, type Mutant } from './places.ts';
import { runTests, type Verdict } from './run.ts';
import { makeScratch, type Scratch } from './scratch.ts';

interface Options {
	readonly out: string;
	readonly count: number;
	readonly seed: number;
	readonly source: string;
	readonly testsFrom?: string;
	readonly nearest: number;
	readonly first?: string;
	readonly timeout: number;
}

type Judged = Pick<Mutant, 'id' | 'file' | 'line' | 'mutation' | 'before'> & Verdict & { readonly seconds: number };

const number = (text: string): number => {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a number');
	return Number(text);
};

const options = new Command('npm run test:mutation --')
	.description('counts the mutants of the source that the unit tests catch')
	.requiredOption('--out <file>', 'JSON lines of judged mutants; mutants in it are not judged again')
	.option('--count <n>', 'number of mutants', number, 60)
	.option('--seed <n>', 'seed of the choice of mutants', number, 1)
	.option('--source <commit>', 'commit whose source is changed', 'HEAD')
	.option('--tests-from <commit>', 'commit whose tests judge; by default that of the source')
	.option('--nearest <n>', 'number of related test files that judge a mutant, the nearest first; 0 is all', number, 0)
	.option('--first <file>', 'an earlier output; the test file that caught a mutant there judges it first')
	.option('--timeout <s>', 'seconds after which a mutant counts as caught', number, 900)
	.parse()
	.opts<Options>();

function judgedIn(file: string | undefined): Judged[] {
	if (file === undefined || !existsSync(file)) return [];
	return readFileSync(file, 'utf8')
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line));
}

const commit = (name: string): string => execFileSync('git', ['-C', root, 'rev-parse', name], { encoding: 'utf8' }).trim();

class Judge {
	readonly #scratch: Scratch;
	readonly #graph: ImportGraph;
	readonly #hints = new Map(judgedIn(options.first).map((one) => [one.id, one.status === 'killed' ? one.by : undefined]));
	/** Whether test files pass without a mutant, by name. */
	readonly #sound = new Map<string, boolean>();

	constructor(scratch: Scratch) {
		this.#scratch = scratch;
		this.#graph = new ImportGraph(scratch.path);
	}

	async judge(mutant: Mutant, text: string): Promise<Verdict> {
		for (;;) {
			const files = this.#testsOf(mutant);
			if (files.length === 0) return { status: 'survived' };
			this.#scratch.apply(mutant, text);
			const verdict = await runTests(this.#scratch.path, files, options.timeout * 1_000).finally(() => this.#scratch.restore(mutant, text));
			// A test that fails without the mutant has not caught it, and is left out from now on.
			if (verdict.status !== 'killed' || (await this.#isSound(verdict.by))) return verdict;
		}
	}

	#testsOf({ id, file }: Mutant): string[] {
		const hint = this.#hints.get(id);
		const tests = this.#graph.testsOf(file).filter((test) => this.#sound.get(test) !== false);
		const nearest = options.nearest > 0 ? tests.slice(0, options.nearest) : tests;
		return [...new Set([...(hint !== undefined && tests.includes(hint) ? [hint] : []), ...nearest])];
	}

	async #isSound(test: string): Promise<boolean> {
		const known = this.#sound.get(test);
		if (known !== undefined) return known;
		const { status } = await runTests(this.#scratch.path, [test], options.timeout * 1_000);
		this.#sound.set(test, status === 'survived');
		return status === 'survived';
	}
}

function summary(judged: readonly Judged[]): string {
	const counts = new Map<string, number>();
	for (const { status } of judged) counts.set(status, (counts.get(status) ?? 0) + 1);
	const survived = judged.filter(({ status }) => status === 'survived');
	return [
		`${judged.length} mutants, ${judged.length - survived.length} caught: ${[...counts].map(([status, count]) => `${status} ${count}`).join(', ')}`,
		...survived.map(({ file, line, mutation, before }) => `survived: ${file}:${line} ${mutation}: ${JSON.stringify(before.slice(0, 80))}`),
	].join('\n');
}

const source = commit(options.source);
const scratch = makeScratch(source, commit(options.testsFrom ?? source));
try {
	const texts = new Map(sourcesBelow(scratch.path).map((file) => [file, readFileSync(join(scratch.path, file), 'utf8')]));
	const mutants = chooseMutants(texts, options.count, options.seed);
	const judge = new Judge(scratch);
	const known = new Set(judgedIn(options.out).map(({ id }) => id));
	for (const mutant of mutants) {
		if (known.has(mutant.id)) continue;
		const start = performance.now();
		const verdict = await judge.judge(mutant, texts.get(mutant.file) ?? '');
		const { id, file, line, mutation, before } = mutant;
		const judged: Judged = { id, file, line, mutation, before, ...verdict, seconds: Math.round((performance.now() - start) / 1_000) };
		appendFileSync(options.out, `${JSON.stringify(judged)}\n`);
		console.log(`${judged.status}: ${file}:${line} ${mutation}`);
	}
	const chosen = new Set(mutants.map(({ id }) => id));
	console.log(summary(judgedIn(options.out).filter(({ id }) => chosen.has(id))));
} finally {
	scratch.remove();
}
