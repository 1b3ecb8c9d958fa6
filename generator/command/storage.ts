/**
 * `orch storage`: shows the versions in which objects are stored, and rewrites objects in the current version.
 *
 * This process asks a running server. For the data folder of a stopped server it runs the built server, which knows how its objects are
 * stored.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { isInstalled, projectRoot } from './spec-roots.ts';

const commandFile = 'runtime/server/storage/command.ts';

/** Exports of the server's module that are used here. */
interface StorageCommand {
	readonly storageUsage: string;
	readonly storageDoes: string;
	readonly storageWords: Readonly<Record<string, string>>;
	runStorage(context: object): Promise<void>;
}

const usageExit = 2;
const interruptedExit = 130;

export function addStorageCommand(program: Command): void {
	program
		.command('storage')
		.description(
			'report the stored versions of objects, rewrite outdated ones, or store a kind in another version: status|migrate [KIND...] [--kubeconfig FILE | --data-dir DIR], move KIND VERSION',
		)
		.allowUnknownOption()
		.allowExcessArguments()
		.helpOption(false)
		.argument('[words...]')
		.action(async (words: readonly string[]) => {
			process.exitCode = await storage(words);
		});
}

async function storage(words: readonly string[]): Promise<number> {
	const [action, ...rest] = words;
	if (action === 'move') return (await import('./storage-move.ts')).moveCommand(rest);
	const file = isInstalled ? commandFile.replace(/\.ts$/, '.mjs') : commandFile;
	const command = (await import(pathToFileURL(join(projectRoot, file)).href)) as StorageCommand;
	if (words.some((word) => word === '--help' || word === '-h')) {
		console.log(helpOf(command));
		return 0;
	}
	if (words.some((word) => /^--(data-dir|datastore)(=|$)/.test(word))) return builtServer(words);
	const calledOff = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => calledOff.abort());
	try {
		await command.runStorage({
			args: words,
			tell: (text: string) => console.log(text),
			progress: (text: string | undefined) => {
				if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text ?? ''}`);
			},
			signal: calledOff.signal,
			inDataFolder: () => Promise.reject(new Error('a data folder is for the built server')),
		});
		return 0;
	} catch (error) {
		const { message, name } = error as Error;
		const isUsage = name === 'FlagError';
		console.error(`error: ${message}${isUsage ? ` (orch ${command.storageUsage})` : ''}`);
		return isUsage ? usageExit : calledOff.signal.aborted ? interruptedExit : 1;
	}
}

function helpOf({ storageUsage, storageDoes, storageWords }: StorageCommand): string {
	const words = {
		...storageWords,
		'move KIND VERSION': 'Edit the spec of a kind so that its objects are stored in another version: [--specs DIR] [--write].',
		'--specs DIR': 'With --data-dir: directory of specs of that server, in addition to the built-in ones. Repeatable.',
		'--vocabulary NAME': 'With --data-dir: vocabulary of that server.',
	};
	const width = Math.max(...Object.keys(words).map((word) => word.length)) + 2;
	return [`Usage: orch ${storageUsage}`, '', storageDoes, '', ...Object.entries(words).map(([word, meaning]) => `  ${word.padEnd(width)}${meaning}`)].join(
		'\n',
	);
}

async function builtServer(words: readonly string[]): Promise<number> {
	const child = spawn(process.execPath, [join(projectRoot, 'bin/start.mjs'), 'storage', ...words], { stdio: 'inherit' });
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
	const [code] = (await once(child, 'exit')) as [number | null];
	return code ?? 1;
}
