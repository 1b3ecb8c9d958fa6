/** `orch serve`, also `npm start`: the server of the built-in specs. It is built first when missing or older than its sources. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Command } from 'commander';
import { projectRoot } from './spec-roots.ts';

export function addServeCommand(program: Command): void {
	program
		.command('serve')
		.description('build the API server if needed, and run it; takes --vocabulary NAME, --specs DIR and the flags of the server (orch serve --help)')
		.allowUnknownOption()
		.allowExcessArguments()
		.helpOption(false)
		.argument('[flags...]')
		.action(async (flags: readonly string[]) => {
			const child = spawn(process.execPath, [join(projectRoot, 'bin/start.mjs'), ...flags], { stdio: 'inherit' });
			for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
			const [code] = (await once(child, 'exit')) as [number | null];
			process.exitCode = code ?? 1;
		});
}
