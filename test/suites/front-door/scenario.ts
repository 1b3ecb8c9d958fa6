/** What happens to a session, and what is wrong with what it recorded. */
import { checkStates, checkWatches } from '../watch-history/check.ts';
import { Session } from './session.ts';

export interface ScenarioOptions {
	readonly seed: number;
	readonly rounds: number;
	readonly writesEach: number;
	/** Whether so much is written while some readers stop that neither their sockets nor the memory of the server hold it. */
	readonly floods: boolean;
}

export interface Recorded {
	readonly problems: readonly string[];
	/** How much of each there was. */
	readonly counts: Readonly<Record<string, number>>;
	/** Whether the disk was full for a while, for which this user must be allowed to mount one. */
	readonly hadFullDisk: boolean;
	/** The answers to a watch from before the history, before and after a restart. */
	readonly tooOld: readonly (readonly string[])[];
}

/** What a watch from before the history is answered, over each protocol and in each encoding: as Kubernetes, which tells it in an event. */
export const toldTooOld = ['http1 json', 'http1 protobuf', 'http2 json', 'http2 protobuf', 'websocket json', 'websocket protobuf'].map(
	(way) => `${way}: 200 in it: 410 Expired`,
);

/** Larger than what the sockets of a reader hold between them, and than the memory that the server has for events. */
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

/** Readers stop, and read on when the history has passed them: it is a second long now. */
async function overtake(session: Session, floods: boolean): Promise<string[][]> {
	const shortHistory = ['--history', '1s'];
	// A delete that nobody is told of would have no place in the history.
	for (const writer of session.writers) writer.deletes = false;
	if (floods) {
		await session.restart('SIGTERM', shortHistory);
		for (const writer of session.writers) writer.padBytes = floodPadBytes;
	}
	const readOn = session.watchers.filter(({ wish }) => wish.reads === 'stops').map((watcher) => watcher.stopReading());
	const start = Math.max(...session.history.writes.map(({ revision }) => revision));
	session.goOn();
	await session.more(floods ? floodWrites : 50);
	// What a server has in memory it tells, however old it is.
	if (!floods) await session.restart('SIGTERM', shortHistory);
	const before = await passed(session, start);
	for (const reads of readOn) reads();
	await session.more(50);
	await session.restart('SIGKILL', shortHistory);
	return [before, await session.answersFrom(start)];
}

/** Writes until the history from a revision on is gone; the answers to watches from there. */
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
