/**
 * Writes a batch of commit calls as one transaction. The transaction locks the sequencer's row first, so that the batches of all servers
 * follow one another.
 */
import type { ClientBase } from 'pg';
import { rowChecksum, sumModulus, sumWith, sumWithout } from '../checksum.ts';
import { StorageDamagedError } from '../errors.ts';
import type { Change, Key, Mutation, Outcome, Revision } from '../store.ts';
import { isIntact, type StateRow } from './rows.ts';

/** Channel on which a commit notifies all servers. */
export const channel = 'orch_revision';

export interface CommitCall {
	readonly mutations: readonly Mutation[];
	readonly atomic: boolean;
}

/** Outcomes of one call, or the error that refuses it alone. */
export type CallResult = { readonly outcomes: readonly Outcome[] } | { readonly error: Error };

export interface BatchResult {
	readonly calls: readonly CallResult[];
	/** Revision before the batch. */
	readonly before: Revision;
	readonly changes: readonly Change[];
	/** True when the history before the batch became invalid. */
	readonly lostHistory: boolean;
}

interface Sequencer {
	readonly revision: Revision;
	readonly time_ms: number;
	readonly objects: number;
	readonly sum: number;
}

/** State of the sequencer and the objects of a batch, as the mutations so far left them. */
interface Progress {
	revision: Revision;
	objects: number;
	sum: number;
	readonly timeMs: number;
	readonly current: Map<string, StateRow>;
}

/** One write with the state that it replaces. */
interface Write {
	readonly mutation: Mutation;
	readonly revision: Revision;
	readonly checksum: number;
	readonly replaced: StateRow | undefined;
	readonly isDamaged: boolean;
}

/** Called immediately before COMMIT is sent. From then on, an error leaves the outcome unknown. */
export type OnCommitSent = () => void;

export async function commitBatch(client: ClientBase, calls: readonly CommitCall[], onCommitSent: OnCommitSent): Promise<BatchResult> {
	await client.query('BEGIN');
	const { rows } = await client.query<Sequencer>(
		`SELECT revision, greatest(time_ms, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) AS time_ms, objects, sum FROM sequencer FOR UPDATE`,
	);
	const { revision: before, time_ms: timeMs, objects, sum } = rows[0] as Sequencer;
	const current = await readCurrent(client, calls);
	const progress: Progress = { revision: before, objects, sum, timeMs, current };
	const writes: Write[] = [];
	const results = calls.map((call) => decide(call, progress, writes));
	if (writes.length === 0) {
		await client.query('ROLLBACK');
		return { calls: results, before, changes: [], lostHistory: false };
	}
	for (const round of roundsOf(writes)) await write(client, round, timeMs);
	const lostHistory = writes.some(({ isDamaged }) => isDamaged);
	await advance(client, progress, lostHistory);
	await client.query('SELECT pg_notify($1, $2)', [channel, String(progress.revision)]);
	onCommitSent();
	await client.query('COMMIT');
	return { calls: results, before, changes: writes.map((one) => changeOf(one, timeMs)), lostHistory };
}

async function readCurrent(client: ClientBase, calls: readonly CommitCall[]): Promise<Map<string, StateRow>> {
	const keys = new Map(calls.flatMap(({ mutations }) => mutations.map((key): [string, Key] => [keyText(key), key])));
	const columns = (['resource', 'namespace', 'name'] as const).map((column) => [...keys.values()].map((key) => key[column]));
	const { rows } = await client.query<StateRow>(
		'SELECT objects.* FROM unnest($1::text[], $2::text[], $3::text[]) AS key (resource, namespace, name) JOIN objects USING (resource, namespace, name)',
		columns,
	);
	return new Map(rows.map((row) => [keyText(row), row]));
}

function keyText({ resource, namespace, name }: Key): string {
	return `${resource}\0${namespace}\0${name}`;
}

function decide({ mutations, atomic }: CommitCall, progress: Progress, writes: Write[]): CallResult {
	const { revision, objects, sum } = progress;
	const before = new Map(mutations.map((mutation) => [keyText(mutation), progress.current.get(keyText(mutation))]));
	const first = writes.length;
	const undo = (): void => {
		Object.assign(progress, { revision, objects, sum });
		writes.length = first;
		for (const [key, state] of before) setOrDelete(progress.current, key, state);
	};
	const outcomes: Outcome[] = [];
	for (const mutation of mutations) {
		const state = progress.current.get(keyText(mutation));
		if ((state?.revision ?? 0) !== mutation.expected || (mutation.bytes === undefined && state === undefined)) {
			outcomes.push({ ok: false, current: state?.revision ?? 0 });
			continue;
		}
		const isDamaged = state !== undefined && !isIntact(state);
		if (isDamaged && mutation.ignoresDamage !== true) {
			undo();
			return { error: new StorageDamagedError(`${mutation.resource} ${mutation.namespace}/${mutation.name}`) };
		}
		outcomes.push({ ok: true, revision: apply(mutation, state, isDamaged, progress, writes) });
	}
	if (!atomic || outcomes.every(({ ok }) => ok)) return { outcomes };
	undo();
	return { outcomes: mutations.map((mutation) => ({ ok: false, current: progress.current.get(keyText(mutation))?.revision ?? 0 })) };
}

function apply(mutation: Mutation, replaced: StateRow | undefined, isDamaged: boolean, progress: Progress, writes: Write[]): Revision {
	const { resource, namespace, name, bytes, side = '', version = '' } = mutation;
	const revision = ++progress.revision;
	if (replaced !== undefined) {
		progress.objects--;
		progress.sum = sumWithout(progress.sum, replaced.checksum);
	}
	const checksum = bytes === undefined ? 0 : rowChecksum(resource, namespace, name, revision, version, side, bytes);
	if (bytes !== undefined) {
		progress.objects++;
		progress.sum = sumWith(progress.sum, checksum);
	}
	const state = bytes && { resource, namespace, name, revision, version, checksum, side, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
	setOrDelete(progress.current, keyText(mutation), state);
	writes.push({ mutation, revision, checksum, replaced, isDamaged });
	return revision;
}

function setOrDelete<T>(map: Map<string, T>, key: string, value: T | undefined): void {
	if (value === undefined) map.delete(key);
	else map.set(key, value);
}

/** Splits writes so that none has a key twice: one statement sees the table as it was before it. */
function roundsOf(writes: readonly Write[]): Write[][] {
	const rounds: Write[][] = [];
	let keys = new Set<string>();
	for (const one of writes) {
		const key = keyText(one.mutation);
		if (rounds.length === 0 || keys.has(key)) {
			rounds.push([]);
			keys = new Set();
		}
		keys.add(key);
		rounds.at(-1)?.push(one);
	}
	return rounds;
}

async function write(client: ClientBase, round: readonly Write[], timeMs: number): Promise<void> {
	const column = <T>(of: (one: Write) => T): T[] => round.map(of);
	await client.query(
		`WITH made AS (
			SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[], $8::text[], $9::bytea[], $10::boolean[])
				AS made (resource, namespace, name, revision, version, checksum, side, bytes, damaged)
		), logged AS (
			INSERT INTO revisions (revision, time_ms, resource, namespace, name, deleted, previous, version, checksum, side, bytes)
			SELECT made.revision, $1, made.resource, made.namespace, made.name, made.bytes IS NULL, coalesce(o.revision, 0), o.version, o.checksum, o.side, o.bytes
			FROM made LEFT JOIN objects AS o
				ON NOT made.damaged AND o.resource = made.resource AND o.namespace = made.namespace AND o.name = made.name
		), removed AS (
			DELETE FROM objects AS o USING made
			WHERE made.bytes IS NULL AND o.resource = made.resource AND o.namespace = made.namespace AND o.name = made.name
		)
		INSERT INTO objects (resource, namespace, name, revision, version, checksum, side, bytes)
		SELECT resource, namespace, name, revision, version, checksum, side, bytes FROM made WHERE bytes IS NOT NULL
		ON CONFLICT (resource, namespace, name) DO UPDATE SET
			revision = excluded.revision, version = excluded.version, checksum = excluded.checksum, side = excluded.side, bytes = excluded.bytes`,
		[
			timeMs,
			column(({ mutation }) => mutation.resource),
			column(({ mutation }) => mutation.namespace),
			column(({ mutation }) => mutation.name),
			column(({ revision }) => revision),
			column(({ mutation }) => mutation.version ?? ''),
			column(({ checksum }) => checksum),
			column(({ mutation }) => mutation.side ?? ''),
			column(({ mutation }) => mutation.bytes && Buffer.from(mutation.bytes)),
			column(({ isDamaged }) => isDamaged),
		],
	);
}

/** Moves the sequencer on. The checksum of a damaged row is unreliable, so the totals are then counted again. */
async function advance(client: ClientBase, { revision, timeMs, objects, sum }: Progress, lostHistory: boolean): Promise<void> {
	await client.query('UPDATE sequencer SET revision = $1, time_ms = $2, objects = $3, sum = $4', [revision, timeMs, objects, sum]);
	if (!lostHistory) return;
	await client.query(
		`UPDATE sequencer SET oldest = revision, objects = total.objects, sum = total.sum
		FROM (SELECT count(*) AS objects, coalesce(sum(checksum), 0)::numeric % ${sumModulus} AS sum FROM objects) AS total`,
	);
}

function changeOf({ mutation, revision, replaced, isDamaged }: Write, timeMs: number): Change {
	const { resource, namespace, name, bytes, side = '', version = '' } = mutation;
	const previous = isDamaged ? undefined : replaced;
	return {
		resource,
		namespace,
		name,
		revision,
		timeMs,
		...(bytes && { bytes, side, version }),
		...(previous && { previous: { revision: previous.revision, bytes: previous.bytes, side: previous.side, version: previous.version } }),
	};
}
