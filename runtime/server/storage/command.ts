/** `storage status` and `storage migrate`: report the versions in which objects are stored, and rewrite objects in the current version. */
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { StorageStatus, StoredKind } from '../../migration/status.ts';
import { kindNameForms } from '../../model/kind-name.ts';
import { dataDir } from '../flags/data-dir.ts';
import { FlagError } from '../flags/flag-error.ts';
import type { StorageAccess } from './access.ts';
import { chosenKinds } from './chosen-kinds.ts';
import { ofRunningServer } from './running-server.ts';
import { statusTable } from './status-table.ts';

export interface StorageCommandContext {
	readonly args: readonly string[];
	/** Prints a result. */
	readonly tell: (text: string) => void;
	/** Shows progress to the user. Undefined clears the display. */
	readonly progress: (text: string | undefined) => void;
	/** Aborted when the user interrupts the command. A later run continues with the remaining objects. */
	readonly signal: AbortSignal;
	/** Opens the stored objects of a stopped server. `args`: the server's flags, which name the data directory. */
	readonly inDataFolder: (args: readonly string[]) => Promise<StorageAccess>;
}

export const storageUsage = 'storage status|migrate [KIND...] [--all] [--json] [--kubeconfig FILE | --data-dir DIR]';
export const storageDoes =
	'Reports in which version objects are stored, or rewrites outdated ones. With a kubeconfig, the running server does the work. With --data-dir, the server must be stopped.';
export const storageWords = {
	status: 'Report the stored versions of the given kinds, or of all kinds that have objects.',
	migrate: 'Rewrite the outdated objects of the given kinds. An interrupted migration continues when it is run again.',
	KIND: `Kind, as ${kindNameForms}.`,
	'--all': 'Select all kinds, including kinds without objects.',
	'--json': 'Write the status as JSON.',
	'--kubeconfig FILE': `Kubeconfig of the running server. Default: KUBECONFIG, or ${dataDir.default}/kubeconfig.`,
	'--data-dir DIR': 'Data directory of a stopped server. Other flags of that server may follow.',
	'--help': 'Print this help.',
};

interface Line {
	readonly action: 'status' | 'migrate';
	readonly kinds: readonly string[];
	readonly all: boolean;
	readonly json: boolean;
	readonly kubeconfig: string | undefined;
	/** Flags for the server's own parser. */
	readonly ofServer: readonly string[];
}

/** Reports whether the command line names a data directory instead of a running server. */
function namesDataFolder(args: readonly string[]): boolean {
	return args.some((word) => /^--(data-dir|datastore)(=|$)/.test(word));
}

/** Checks the arguments. Throws FlagError. Flags of the server are checked later, when the data directory is opened. */
export function checkStorage(args: readonly string[]): void {
	readLine(args);
}

/** Runs the command. Rejects with FlagError, or with an Error whose message is one sentence. */
export async function runStorage(context: StorageCommandContext): Promise<void> {
	const line = readLine(context.args);
	const access = namesDataFolder(line.ofServer) ? await context.inDataFolder(line.ofServer) : await ofRunningServer(line.kubeconfig ?? usualKubeconfig());
	try {
		const status = await access.status();
		if (line.action === 'status') tellStatus(status, line, context);
		else await migrateAll(chosenKinds(status, line.kinds), access, line, context);
	} finally {
		context.progress(undefined);
		await access.close();
	}
}

function readLine(args: readonly string[]): Line {
	const words: string[] = [];
	const ofServer: string[] = [];
	let [all, json] = [false, false];
	let kubeconfig: string | undefined;
	for (let i = 0; i < args.length; i++) {
		const word = args[i] as string;
		const [name, value] = word.startsWith('--kubeconfig=') ? ['--kubeconfig', word.slice('--kubeconfig='.length)] : [word, args[i + 1]];
		if (name === '--all') all = true;
		else if (name === '--json') json = true;
		else if (name === '--kubeconfig') {
			if (value === undefined || value === '' || value.startsWith('--')) throw new FlagError('--kubeconfig needs a value (FILE)');
			kubeconfig = value;
			if (word === name) i++;
		} else if (!word.startsWith('-')) words.push(word);
		else {
			ofServer.push(word);
			const next = args[i + 1];
			if (!word.includes('=') && next !== undefined && !next.startsWith('-')) {
				ofServer.push(next);
				i++;
			}
		}
	}
	const [action, ...kinds] = words;
	if (action !== 'status' && action !== 'migrate') throw new FlagError('storage needs an action: status or migrate');
	if (action === 'migrate' && all === kinds.length > 0) throw new FlagError('migrate needs kinds, or --all for all kinds');
	if (action === 'migrate' && json) throw new FlagError('--json is valid only with status');
	if (ofServer.length > 0 && !namesDataFolder(ofServer)) throw new FlagError(`${ofServer[0]} is a flag of the server and needs --data-dir`);
	if (ofServer.length > 0 && kubeconfig !== undefined)
		throw new FlagError('--kubeconfig (a running server) and --data-dir (a stopped server) exclude each other: use one of them');
	return { action, kinds, all, json, kubeconfig, ofServer };
}

function usualKubeconfig(): string {
	const named = (process.env.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '');
	const there = named.find((path) => existsSync(path)) ?? named[0];
	if (there !== undefined) return there;
	const usual = join(dataDir.default, 'kubeconfig');
	if (!existsSync(usual))
		throw new Error(`no server given: KUBECONFIG is not set, and ${resolve(usual)} does not exist; use --kubeconfig FILE or --data-dir DIR`);
	return usual;
}

function tellStatus(status: StorageStatus, { kinds, all, json }: Line, { tell }: StorageCommandContext): void {
	const chosen = kinds.length > 0 ? chosenKinds(status, kinds) : status.kinds.filter(({ objects }) => all || objects > 0);
	const gone = kinds.length > 0 ? [] : status.gone;
	tell(json ? JSON.stringify({ kinds: chosen, gone }, undefined, 2) : statusTable({ kinds: chosen, gone }));
}

async function migrateAll(kinds: readonly StoredKind[], access: StorageAccess, { all }: Line, context: StorageCommandContext): Promise<void> {
	const asked = all ? kinds.filter(({ left }) => left > 0) : kinds;
	if (asked.length === 0) context.tell('all objects are stored in the current version');
	const failures: string[] = [];
	for (const kind of asked) {
		const failure = await migrate(kind, access, context);
		if (failure !== undefined) failures.push(failure);
	}
	if (failures.length > 0) throw new Error(failures.join('; '));
}

/** Rewrites all objects of a kind. Returns a sentence about objects that could not be rewritten, or undefined. */
async function migrate(kind: StoredKind, access: StorageAccess, { tell, progress, signal }: StorageCommandContext): Promise<string | undefined> {
	const beganMs = performance.now();
	let now = kind;
	let total = kind.left;
	for (let stuck = 0; now.left > (now === kind ? 0 : (now.staying?.objects ?? 0)); ) {
		progress(`${kind.kind}: ${total - now.left} of ${total}`);
		const before = now.left;
		now = await rewriteSome(kind, total - before, access, signal);
		total = Math.max(total, now.left);
		stuck = now.left < before ? 0 : stuck + 1;
		if (stuck > mostStuck)
			throw new Error(
				`${now.left} objects of ${kind.kind} remain outdated, and repeated attempts do not reduce the number: check whether a server of another release writes them`,
			);
	}
	progress(undefined);
	const done = total - now.left;
	const counted = now.objects === 1 ? '1 object' : `${now.objects} objects`;
	const isDone = `${counted} of ${kind.kind} ${now.objects === 1 ? 'is' : 'are'} stored as ${kind.storageVersion}`;
	if (now.left === 0) tell(total === 0 ? `${isDone} already` : `${isDone} now: ${done} rewritten in ${((performance.now() - beganMs) / 1000).toFixed(1)} s`);
	const { staying } = now;
	if (staying !== undefined) return `${staying.objects} of ${kind.kind} cannot be rewritten, such as ${staying.example}: ${staying.why}`;
	return now.damaged > 0 ? `${now.damaged} of ${kind.kind} ${now.damaged === 1 ? 'is' : 'are'} damaged` : undefined;
}

/**
 * Maximum number of consecutive attempts without progress, each about a second long. Another server may write old versions as fast as they
 * are rewritten.
 */
const mostStuck = 20;

async function rewriteSome({ kind, resource }: StoredKind, done: number, access: StorageAccess, signal: AbortSignal): Promise<StoredKind> {
	const again = `${done} of ${kind} are rewritten; run the command again for the rest`;
	try {
		const now = await access.rewriteSome(resource, signal);
		if (!signal.aborted) return now;
	} catch (error) {
		if (!signal.aborted) throw new Error(`${(error as Error).message}; ${again}`, { cause: error });
	}
	throw new Error(`interrupted: ${again}`);
}
