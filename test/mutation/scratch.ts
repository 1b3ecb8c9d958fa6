/** A scratch worktree of the project, in which mutants are applied. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../structure/project.ts';
import type { Mutant } from './places.ts';

export interface Scratch {
	readonly path: string;
	/** Applies a mutant until `restore` is called. */
	apply(mutant: Mutant, text: string): void;
	restore(mutant: Mutant, text: string): void;
	remove(): void;
}

/** Creates a worktree of `source` with the tests of `tests`; both are commits. */
export function makeScratch(source: string, tests: string): Scratch {
	const path = mkdtempSync(join(tmpdir(), 'orch-mutants-'));
	const git = (...words: readonly string[]): void => void execFileSync('git', ['-C', path, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
	execFileSync('git', ['-C', root, 'worktree', 'add', '--detach', '--force', path, source], { stdio: ['ignore', 'ignore', 'inherit'] });
	if (tests !== source) {
		git('rm', '-r', '-q', 'test');
		git('checkout', tests, '--', 'test', 'vitest.config.ts');
	}
	symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'));
	return {
		path,
		apply: ({ file, start, end, replacement }, text) => writeFileSync(join(path, file), text.slice(0, start) + replacement + text.slice(end)),
		restore: ({ file }, text) => writeFileSync(join(path, file), text),
		remove: () => {
			rmSync(path, { recursive: true, force: true });
			execFileSync('git', ['-C', root, 'worktree', 'prune']);
		},
	};
}
