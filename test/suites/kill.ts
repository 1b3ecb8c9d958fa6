/** Tests kill -9 under load: acknowledged writes survive, no write is partial, and no revision is used twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { truncateSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { openSqliteStore } from '../../runtime/storage/sqlite/open.ts';
import type { Change, Revision, Store } from '../../runtime/storage/store.ts';
import { contentOf } from '../faults/content.ts';
import { writer } from '../setup/thread-files.ts';
import { changesBetween } from './log.ts';

export interface Acknowledged {
	readonly revision: Revision;
	readonly name: string;
	readonly value: string | null;
}

export interface KillReport {
	readonly kills: number;
	readonly acknowledged: number;
	/** Number of writes that were durable but unacknowledged at the kill; they must be complete. */
	readonly unacknowledged: number;
}

/**
 * Kills a writer repeatedly and throws at the first violated guarantee. `pauseMs` returns the time from the first acknowledgement to each
 * kill.
 */
export async function killRepeatedly(path: string, kills: number, pauseMs: (kill: number) => number): Promise<KillReport> {
	const expected = new Map<string, { readonly revision: Revision; readonly value: string }>();
	let verified: Revision | undefined;
	let acknowledgedInAll = 0;
	let logged = 0;
	for (let kill = 0; kill < kills; kill++) {
		const acknowledged = await writeUntilKilled(path, `run${kill}`, pauseMs(kill));
		const store = await openSqliteStore({ path, vocabulary: 'test' });
		verified ??= await store.oldest();
		const changes = await changesBetween(store, verified, await store.revision());
		verifyAcknowledged(acknowledged, changes, verified);
		replay(changes, expected);
		await verifyCurrent(store, expected);
		verified = await store.revision();
		acknowledgedInAll += acknowledged.length;
		logged += changes.length;
		await store.close();
	}
	return { kills, acknowledged: acknowledgedInAll, unacknowledged: logged - acknowledgedInAll };
}

async function writeUntilKilled(path: string, run: string, pauseMs: number): Promise<readonly Acknowledged[]> {
	const end = await runWriter(process.execPath, [writer, path, '16', run], (child, acknowledged) => {
		if (acknowledged === 1) setTimeout(() => child.kill('SIGKILL'), pauseMs);
	});
	if (end.signal !== 'SIGKILL') throw new Error(`the writer ended by itself: ${end.errors}`);
	return end.acknowledged;
}

/** Truncates a database file under a running writer and checks the remaining data. */
export async function cutShort(path: string, part: string): Promise<WriterEnd> {
	// The signal would otherwise leave a core dump.
	const end = await runWriter('bash', ['-c', 'ulimit -c 0; exec "$0" "$@"', process.execPath, writer, path, '16', 'cut'], (_, acknowledged) => {
		if (acknowledged === 50) truncateSync(`${path}${part}`);
	});
	await verifyLeftBehind(path, end);
	return end;
}

/** Runs a writer under a file size limit, which causes an I/O error, until the writer gives up; checks the remaining data. */
export async function failWritesAt(path: string, kilobytes: number): Promise<WriterEnd> {
	const end = await runWriter('bash', ['-c', `ulimit -f ${kilobytes}; exec "$0" "$@"`, process.execPath, writer, path, '16', 'limited'], () => undefined);
	await verifyLeftBehind(path, end);
	return end;
}

async function verifyLeftBehind(path: string, end: WriterEnd): Promise<void> {
	const store = await openSqliteStore({ path, vocabulary: 'test' });
	const start = await store.oldest();
	const changes = await changesBetween(store, start, await store.revision());
	verifyAcknowledged(end.acknowledged, changes, start);
	const expected = new Map<string, { readonly revision: Revision; readonly value: string }>();
	replay(changes, expected);
	await verifyCurrent(store, expected);
	await store.close();
}

export interface WriterEnd {
	readonly acknowledged: readonly Acknowledged[];
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
	readonly errors: string;
}

/** Runs a writer. `onProgress` is called when the writer is ready and after each acknowledged write. */
async function runWriter(command: string, parameters: readonly string[], onProgress: (child: ChildProcess, acknowledged: number) => void): Promise<WriterEnd> {
	const child: ChildProcess = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
	const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
	let errors = '';
	child.stderr?.on('data', (chunk: Buffer) => {
		errors += chunk.toString();
	});
	const acknowledged: Acknowledged[] = [];
	if (!child.stdout) throw new Error('the writer has no output');
	for await (const line of createInterface({ input: child.stdout })) {
		if (line === 'ready') {
			onProgress(child, 0);
			continue;
		}
		// The kill may have cut the last line, whose write then counts as unacknowledged.
		if (!line.endsWith(']')) continue;
		const [revision, name, value] = JSON.parse(line) as [Revision, string, string | null];
		onProgress(child, acknowledged.push({ revision, name, value }));
	}
	const [code, signal] = await exited;
	return { acknowledged, code, signal, errors };
}

function verifyAcknowledged(acknowledged: readonly Acknowledged[], changes: readonly Change[], verified: Revision): void {
	const byRevision = new Map(changes.map((change) => [change.revision, change]));
	for (const { revision, name, value } of acknowledged) {
		if (revision <= verified) throw new Error(`revision ${revision} was handed out before`);
		const change = byRevision.get(revision);
		if (change === undefined) throw new Error(`acknowledged revision ${revision} (${name}) is lost`);
		const same = change.name === name && (value === null ? change.bytes === undefined : contentOf(value).equals(change.bytes ?? Buffer.alloc(0)));
		if (!same) throw new Error(`revision ${revision} differs from the acknowledged state: ${name} became ${change.name}`);
	}
}

function replay(changes: readonly Change[], state: Map<string, { readonly revision: Revision; readonly value: string }>): void {
	for (const { revision, name, bytes, side, previous } of changes) {
		const before = state.get(name);
		if (previous?.revision !== before?.revision)
			throw new Error(`revision ${revision} of ${name} says that ${previous?.revision} was before, it was ${before?.revision}`);
		if (before !== undefined && !contentOf(before.value).equals(previous?.bytes ?? Buffer.alloc(0)))
			throw new Error(`revision ${revision}: the previous state is wrong`);
		if (bytes === undefined) state.delete(name);
		else {
			if (!contentOf(side ?? '').equals(bytes)) throw new Error(`revision ${revision} of ${name} is half written`);
			state.set(name, { revision, value: side ?? '' });
		}
	}
}

async function verifyCurrent(store: Store, expected: ReadonlyMap<string, { readonly revision: Revision; readonly value: string }>): Promise<void> {
	let rows = 0;
	const problems: string[] = [];
	await store.snapshot((chunk) => {
		for (const row of chunk) {
			rows++;
			const wanted = expected.get(row.name);
			if (wanted?.revision !== row.revision || !contentOf(wanted.value).equals(row.bytes)) problems.push(row.name);
		}
	});
	if (problems.length > 0 || rows !== expected.size)
		throw new Error(`current rows differ from the log: ${rows} rows, ${expected.size} expected, wrong: ${problems.join(' ')}`);
}
