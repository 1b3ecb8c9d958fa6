/**
 * Entry point of `npm run test:quick`. Runs the unit tests that import a file changed since the branch left main, directly or through
 * others, committed or not. `npm run test:quick -- COMMIT` compares with another commit.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../structure/project.ts';
import { ImportGraph } from './graph.ts';

const git = (...words: readonly string[]): string => execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' }).trim();

const [since = 'main'] = process.argv.slice(2);
const names = [git('diff', '--name-only', git('merge-base', since, 'HEAD')), git('ls-files', '--others', '--exclude-standard')];
const changed = names.flatMap((text) => text.split('\n')).filter((name) => name.endsWith('.ts'));
const graph = new ImportGraph(root);
const tests = [...new Set(changed.flatMap((file) => graph.testsOf(file)))];
if (tests.length === 0) console.log('no unit test imports a changed file');
else {
	console.log(`${changed.length} changed files, ${tests.length} test files`);
	const words = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'unit', ...tests];
	process.exitCode = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
