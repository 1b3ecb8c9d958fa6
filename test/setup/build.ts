/** Builds the server once for a whole test run, under both vocabularies, as a user would. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Folders with a built server, by vocabulary. */
		built: { orch: string; kubernetes: string };
	}
}

const root = resolve(import.meta.dirname, '../..');

export default function setup(project: TestProject): () => void {
	const folder = mkdtempSync(join(tmpdir(), 'orch-built-'));
	const build = (vocabulary: string): string => {
		const out = join(folder, vocabulary);
		execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--vocabulary', vocabulary, '--out', out], { stdio: ['ignore', 'ignore', 'inherit'] });
		return out;
	};
	project.provide('built', { orch: build('orch'), kubernetes: build('kubernetes') });
	return () => rmSync(folder, { recursive: true, force: true });
}
