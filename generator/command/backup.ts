/** `orch backup` and `orch restore`: run these commands in the built server, the one that `orch serve` runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Command } from 'commander';
import { projectRoot } from './spec-roots.ts';

export function addBackupCommand(program: Command): void {
	pass(
		program,
		'backup',
		'write all objects to a file, with the server running or stopped: --out FILE [--data-dir DIR] [--salvage] [--vocabulary NAME] [--specs DIR]',
	);
}

export function addRestoreCommand(program: Command): void {
	pass(program, 'restore', 'create a database from a backup: FILE [--data-dir DIR] [--replace] [--vocabulary NAME] [--specs DIR]');
}

function pass(program: Command, name: string, description: string): void {
	program
		.command(name)
		.description(description)
		.allowUnknownOption()
		.allowExcessArguments()
		.argument('[words...]')
		.action(async (words: readonly string[]) => {
			const child = spawn(process.execPath, [join(projectRoot, 'bin/start.mjs'), name, ...words], { stdio: 'inherit' });
			const [code] = (await once(child, 'exit')) as [number | null];
			process.exitCode = code ?? 1;
		});
}
