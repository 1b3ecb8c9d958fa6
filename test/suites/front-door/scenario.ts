/** Events that a session goes through, and the violations in its recorded history. */
import { checkStates, checkWatches } from '../watch-history/check.ts';
import { Session } from './session.ts';

export interface ScenarioOptions {
	readonly seed: number;
	readonly rounds: number;
	readonly writesEach: number;
	/** True to write more than the sockets and the server's memory can hold while some readers pause. */
	readonly floods: boolean;
}

export interface Recorded {
	readonly problems: readonly string[];
	/** Number of recorded items by kind. */
	readonly counts: Readonly<Record<string, number>>;
	/** True when the disk was full for a while; the user must be allowed to mount a file system for that. */
	readonly hadFullDisk: boolean;
	/** Answers to watches from a revision older than the history, before and after a restart. */
	readonly tooOld: readonly (readonly string[])[];
}

/**
 * Expected answers to a watch that starts before the history, by protocol and encoding. Like Kubernetes, the server sends the error as an
 * event.
 */
export const toldTooOld = ['http1 json', 'http1 protobuf', 'http2 json', 'http2 protobuf', 'websocket json', 'websocket protobuf'].map(
	(way) => `${way}: 200 in it: 410 Expired`,
);

/** Bytes of padding in each write; the flood exceeds the socket buffers of a reader and the server's memory for events. */
const floodPadBytes = 60_000;
const floodWrites = 500;

export async function recorded(built: string, { seed, rounds, writesEach, floods }: ScenarioOptions): Promise<Recorded> {
	const session = new Session(built, { seed, writers: 5 });
	try {
		await session.begin();
		for (let round = 0; round < rounds; round++) {
			await session.more(writesEach);
			await session.restart('SIGTERM');
			await session.more(writesEach);
			await session.restart('SIGKILL');
			await session.more(writesEach);
			if (session.hasDisk) await session.fullDisk();
			await session.more(writesEach);
			await session.settle();
			if (round < rounds - 1) session.goOn();
		}
		const tooOld = await overtake(session, floods);
		await session.settle();
		await session.end();
		const { writes, problems } = session.history.placed();
		const { watches, states } = session.history;
		return {
			problems: [...problems, ...checkWatches(writes, watches), ...checkStates(writes, states)],
			counts: countsOf(session),
			hadFullDisk: session.hasDisk,
			tooOld,
		};
	} catch (error) {
		await session.end().catch(() => undefined);
		throw error;
	} finally {
		session.remove();
	}
}

/** Pauses readers and resumes them once the history has moved past them; the history is one second long here. */
async function overtake(session: Session, floods: boolean): Promise<string[][]> {
	const shortHistory = ['--history', '1s'];
	// A delete that no watch reports could not be placed in the history.
	for (const writer of session.writers) writer.deletes = false;
	if (floods) {
		await session.restart('SIGTERM', shortHistory);
		for (const writer of session.writers) writer.padBytes = floodPadBytes;
	}
	const readOn = session.watchers.filter(({ wish }) => wish.reads === 'stops').map((watcher) => watcher.stopReading());
	const start = Math.max(...session.history.writes.map(({ revision }) => revision));
	session.goOn();
	await session.more(floods ? floodWrites : 50);
	// The server sends events that it holds in memory at any age.
	if (!floods) await session.restart('SIGTERM', shortHistory);
	const before = await passed(session, start);
	for (const reads of readOn) reads();
	await session.more(50);
	await session.restart('SIGKILL', shortHistory);
	return [before, await session.answersFrom(start)];
}

/** Writes until the history after a revision is gone; returns the answers to watches from that revision. */
async function passed(session: Session, revision: number): Promise<string[]> {
	for (;;) {
		await session.more(25);
		const answers = await session.answersFrom(revision);
		if (answers.every((answer) => answer.includes('410'))) return answers;
	}
}

function countsOf({ history, watchers, writers }: Session): Record<string, number> {
	const events = history.watches.flatMap(({ events }) => events);
	const count = (type: string): number => events.filter((event) => event.type === type).length;
	const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
	return {
		writes: history.writes.length + history.deletes.length,
		refused: sum(writers.map(({ refused }) => refused)),
		watches: history.watches.length,
		added: count('ADDED'),
		modified: count('MODIFIED'),
		deleted: count('DELETED'),
		bookmarks: count('BOOKMARK'),
		lists: history.states.length,
		'streamed lists': sum(watchers.map(({ streamedLists }) => streamedLists)),
		expired: sum(watchers.map(({ expired }) => expired)),
	};
}
