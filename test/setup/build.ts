/** Builds the server once for a whole test run, under both vocabularies, as a user would, and has each compiled once. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { compiledFolder, startServer } from './server.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Folders with a built server, by vocabulary. */
		built: { orch: string; kubernetes: string };
	}
}

const root = resolve(import.meta.dirname, '../..');

export default async function setup(project: TestProject): Promise<() => void> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-built-'));
	const build = async (vocabulary: string): Promise<string> => {
		const out = join(folder, vocabulary);
		execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--vocabulary', vocabulary, '--out', out], { stdio: ['ignore', 'ignore', 'inherit'] });
		mkdirSync(compiledFolder(out));
		// Compiled code is written when it ends.
		await (await startServer(out)).remove();
		return out;
	};
	project.provide('built', { orch: await build('orch'), kubernetes: await build('kubernetes') });
	return () => rmSync(folder, { recursive: true, force: true });
}
