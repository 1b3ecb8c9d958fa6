/**
 * Commands of `orch` in one process for a test file. Each behaves as in its own process, which `bin/orch.mjs` starts, but takes half the
 * processor time. Commands on a terminal, with signals, or with colours need a process of their own.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Ended } from './packed-cli.ts';

export interface CommandRequest {
	readonly args: readonly string[];
	readonly cwd: string;
	/** Variables in addition to those of the test. */
	readonly env?: Readonly<Record<string, string>>;
}

export interface Commands {
	/** Runs a command and returns its result for any exit code. */
	run(request: CommandRequest): Promise<Ended>;
	end(): Promise<void>;
}

export function startCommands(): Commands {
	const child = fork(join(import.meta.dirname, 'command-process.ts'), { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
	const waiting = new Map<number, (ended: Ended) => void>();
	let asked = 0;
	child.on('message', ({ id, ended }: { readonly id: number; readonly ended: Ended }) => {
		waiting.get(id)?.(ended);
		waiting.delete(id);
	});
	const exited = once(child, 'exit').then(() => {
		for (const resolve of waiting.values()) resolve({ code: -1, stdout: '', stderr: 'the process of commands has ended' });
	});
	return {
		run: (request) =>
			new Promise((resolve) => {
				waiting.set(++asked, resolve);
				child.send({ id: asked, ...request });
			}),
		async end() {
			child.disconnect();
			await exited;
		},
	};
}
