/**
 * Entry point of `npm run test:quick`. Runs what a change most likely breaks: changed tests, the nearest unit tests of each changed file, and
 * those of the project's structure. A test is near when it imports the file through few others. Changes are those since
 * the branch left main, committed or not. `npm run test:quick -- COMMIT` compares with another commit, and `--all` runs all related tests.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { root } from '../structure/project.ts';
import { ImportGraph } from './graph.ts';

/** Related test files that run for each changed file. Most files of the runtime are imported by a hundred and more. */
const nearest = 8;

const git = (...words: readonly string[]): string[] =>
	execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' })
		.trim()
		.split('\n');

const command = new Command('npm run test:quick --')
	.description('runs the tests that a change most likely breaks: changed tests, the nearest tests of each changed file, and those of the structure')
	.argument('[commit]', 'commit with which the working tree is compared', 'main')
	.option('--all', 'run all tests that import a changed file')
	.parse();
const [since = 'main'] = command.processedArgs as readonly string[];
const { all = false } = command.opts<{ readonly all?: true }>();
const [left = since] = git('merge-base', since, 'HEAD');
const changed = [...git('diff', '--name-only', left), ...git('ls-files', '--others', '--exclude-standard')].filter(
	(name) => name.endsWith('.ts') && existsSync(join(root, name)),
);
const graph = new ImportGraph(root);
const related = changed.map((file) => graph.testsOf(file));
const chosen = related.flatMap((tests) => (all ? tests : tests.slice(0, nearest)));
const themselves = changed.filter((name) => name.endsWith('.test.ts') && !name.endsWith('.slow.test.ts'));
const tests = [...new Set([...themselves, ...chosen, 'test/structure/'])];
const leftOut = new Set(related.flat()).size - new Set(chosen).size;
console.log(`${changed.length} changed files, ${tests.length - 1} test files and test/structure; ${leftOut} more are related (--all)`);
const projects = ['unit', 'mocked', 'clients'].flatMap((name) => ['--project', name]);
const words = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...projects, ...tests];
process.exitCode = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status ?? 1;
