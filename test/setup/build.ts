/**
 * Builds the server once for a whole test run, under both vocabularies, as a user would. Starts each build once so that its code is
 * compiled.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { compiledFolder, startServer } from './server.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Build folders of the server by vocabulary. */
		built: { orch: string; kubernetes: string };
	}
}

/** Runs a command; an error contains the output of the command. */
const run = promisify(execFile);

const root = resolve(import.meta.dirname, '../..');

export default async function setup(project: TestProject): Promise<() => void> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-built-'));
	const build = async (vocabulary: string): Promise<string> => {
		const out = join(folder, vocabulary);
		await run(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--vocabulary', vocabulary, '--out', out]);
		mkdirSync(compiledFolder(out));
		// The server writes its compiled code when it stops.
		await (await startServer(out)).remove();
		return out;
	};
	const [orch, kubernetes] = await Promise.all([build('orch'), build('kubernetes')]);
	project.provide('built', { orch, kubernetes });
	return () => rmSync(folder, { recursive: true, force: true });
}
