/** Maintenance commands `node server.mjs backup`, `restore` and `storage`. They work on a server's objects from another process. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBackup } from '../storage/backup/read.ts';
import { BackupWriter } from '../storage/backup/write.ts';
import { copiesOf } from '../storage/copies.ts';
import { makeDataFolder, removeDataFolders } from '../storage/data-folder.ts';
import { findStore } from '../storage/index.ts';
import { dataDir } from './flags/data-dir.ts';
import { FlagError } from './flags/flag-error.ts';
import type { StorageAccess } from './storage/access.ts';
import { checkStorage, runStorage, storageDoes, storageUsage, storageWords } from './storage/command.ts';

export interface MaintenanceContext {
	readonly args: readonly string[];
	readonly vocabulary: string;
	/** Prints a line of the result. */
	readonly tell: (sentence: string) => void;
	/** Prints a line about a failure or about missing objects. */
	readonly warn: (sentence: string) => void;
	/** Shows progress to the user. Undefined clears the display. */
	readonly progress: (text: string | undefined) => void;
	/** Aborted when the user interrupts the command. */
	readonly signal: AbortSignal;
	/** Opens the stored objects of a stopped server. `args`: the server's flags, which name the data directory. */
	readonly inDataFolder: (args: readonly string[]) => Promise<StorageAccess>;
}

interface MaintenanceCommand {
	readonly name: string;
	readonly usage: string;
	/** Description of the command in one sentence. */
	readonly does: string;
	/** Help for each argument. */
	readonly words: Readonly<Record<string, string>>;
	/** Checks the arguments. Throws FlagError. */
	check(args: readonly string[]): void;
	/** Runs the command. Rejects with FlagError, or with an Error whose message is one sentence. */
	run(context: MaintenanceContext): Promise<void>;
}

const commonWords = {
	'--data-dir DIR': `Data directory of the server. Default: ${dataDir.default}.`,
	'--datastore URL': 'Storage of the objects, if outside the data directory, as sqlite:PATH.',
	'--help': 'Print this help.',
};

const common = { 'data-dir': { type: 'string', default: dataDir.default }, datastore: { type: 'string' } } as const;

/** Commands by the first word of the command line. */
export const maintenance: readonly MaintenanceCommand[] = [
	{
		name: 'backup',
		usage: 'backup --out FILE [--data-dir DIR] [--datastore URL] [--salvage]',
		does: 'Writes a consistent snapshot of all objects to a file. The server may keep running.',
		words: { '--out FILE': 'File to write, which must not exist yet.', '--salvage': 'Skip damaged objects and report them.', ...commonWords },
		check: readBackup,
		run: backUp,
	},
	{
		name: 'restore',
		usage: 'restore FILE [--data-dir DIR] [--datastore URL] [--replace]',
		does: 'Creates a database from a backup, with a new history. The server must be stopped.',
		words: {
			FILE: 'File written by `backup`.',
			'--replace': 'Replace an existing database. The old database is kept under another name in the same directory.',
			...commonWords,
		},
		check: readRestore,
		run: restore,
	},
	{ name: 'storage', usage: storageUsage, does: storageDoes, words: storageWords, check: checkStorage, run: runStorage },
];

/** Reports whether the arguments request help. After `--`, all words are names. */
export function asksForHelp(args: readonly string[]): boolean {
	const end = args.indexOf('--');
	return args.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h');
}

/** Returns the help text. `program`: command with which the user starts the server. */
export function maintenanceHelp(program: string, { usage, does, words }: MaintenanceCommand): string {
	const width = Math.max(...Object.keys(words).map((word) => word.length)) + 2;
	const lines = Object.entries(words).map(([word, meaning]) => `  ${word.padEnd(width)}${meaning}`);
	return [`Usage: ${program} ${usage}`, '', does, '', ...lines, ''].join('\n');
}

function readBackup(args: readonly string[]) {
	const { values } = parsed(() =>
		parseArgs({ args: [...args], options: { ...common, out: { type: 'string' }, salvage: { type: 'boolean', default: false } } }),
	);
	const { out, salvage, datastore } = values;
	if (out === undefined || out === '') throw new FlagError('backup needs an output file: --out FILE');
	return { out, salvage, datastore, folder: resolve(values['data-dir']) };
}

async function backUp({ args, tell, warn }: MaintenanceContext): Promise<void> {
	const { out, salvage, datastore, folder } = readBackup(args);
	const { engine, location } = findStore(datastore, folder);
	const path = resolve(out);
	const writer = new BackupWriter(path);
	let at = 0;
	let written: ReturnType<BackupWriter['finish']>;
	try {
		await copiesOf(engine.scheme).backUp(location, {
			salvage,
			onBegin: ({ vocabulary, revision }) => {
				at = revision;
				writer.begin({ backup: 1, vocabulary, revision, time: new Date().toISOString() });
			},
			onRow: (row) => writer.add(row),
			onLost: (sentence) => warn(`left out: ${sentence}`),
		});
		written = writer.finish();
	} catch (error) {
		writer.abandon();
		throw error;
	}
	const { objects, keys } = written;
	const keep = keys.length === 0 ? '' : `; some are encrypted with ${keys.join(', ')}, which the backup does not contain: keep a separate copy of the key`;
	tell(`${objects} objects at revision ${at} in ${path}${keep}`);
}

function readRestore(args: readonly string[]) {
	const { values, positionals } = parsed(() =>
		parseArgs({ args: [...args], allowPositionals: true, options: { ...common, replace: { type: 'boolean', default: false } } }),
	);
	const [file, ...more] = positionals;
	if (file === undefined || more.length > 0) throw new FlagError('restore needs one file: restore FILE');
	return { file, replace: values.replace, datastore: values.datastore, folder: resolve(values['data-dir']) };
}

async function restore({ args, vocabulary, tell }: MaintenanceContext): Promise<void> {
	const { file, replace, datastore, folder } = readRestore(args);
	const { engine, location } = findStore(datastore, folder);
	const backup = openBackup(resolve(file));
	let made: readonly string[] = [];
	try {
		made = await makeDataFolder(folder);
		const objects = await copiesOf(engine.scheme).restore(location, backup, { vocabulary, replace });
		const needs = backup.keys.length === 0 ? '' : `; some are encrypted with ${backup.keys.join(', ')}, which the server must have when it starts`;
		tell(`${objects} objects restored from revision ${backup.head.revision} into a new history: clients must list again${needs}`);
	} catch (error) {
		await removeDataFolders(made);
		throw error;
	} finally {
		backup.close();
	}
}

function parsed<T>(parse: () => T): T {
	try {
		return parse();
	} catch (error) {
		throw new FlagError((error as Error).message);
	}
}
