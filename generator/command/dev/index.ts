/** `orch dev`: serves the specs and, when they are saved, their changes. */
import type { Command } from 'commander';
import { collect } from '../output.ts';
import { usageProblem } from '../server-flags.ts';
import { builtInSpecs, displayName, specRoots } from '../spec-roots.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly vocabulary: string;
}

const exitUsage = 2;

/** Milliseconds in which several signals count as one: a terminal signals every process of a command, and each wrapper forwards it. */
const oneSignalMs = 500;

export function addDevCommand(program: Command): void {
	program
		.command('dev')
		.description(
			'serve the specs, and reload them when a spec or hook file changes; data and connections are kept. Also takes the flags of the server (orch serve --help)',
		)
		.option(
			'--specs <dir>',
			`directory of specs to add to the built-in ones (${displayName(builtInSpecs)}); repeatable (default: specs, if it exists)`,
			collect,
		)
		.option('--vocabulary <name>', 'vocabulary of the API: orch or kubernetes', 'orch')
		.allowUnknownOption()
		.allowExcessArguments()
		.argument('[flags...]', 'flags of the server, such as --secure-port 7443')
		.action(async (args: readonly string[], { specs = [], vocabulary }: Options) => {
			const problem = await usageProblem(args);
			if (problem !== undefined) {
				console.error(`error: ${problem}`);
				process.exitCode = exitUsage;
				return;
			}
			const { runSession } = await import('./session.ts');
			process.exitCode = await runSession({ roots: await specRoots(specs), vocabulary, args, signal: stopSignal() });
		});
}

/** Returns a signal that aborts at the first stop signal, for a graceful shutdown. A later one ends the process at once. */
function stopSignal(): AbortSignal {
	const stop = new AbortController();
	let askedMs: number | undefined;
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			const nowMs = performance.now();
			if (askedMs !== undefined && nowMs - askedMs > oneSignalMs) process.exit(1);
			askedMs ??= nowMs;
			stop.abort();
		});
	}
	return stop.signal;
}
