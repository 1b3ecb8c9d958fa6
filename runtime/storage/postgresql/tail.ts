/**
 * Follows the log for all followers of a store. Notifications say when there is more; a poll finds what a lost notification would have
 * announced.
 */
import type { PoolClient } from 'pg';
import { sleep } from '../../scheduling/sleep.ts';
import { StorageFailedError, StorageUnreachableError } from '../errors.ts';
import { type CallOptions, type Change, CompactedError, type Follower, type Following, type Revision } from '../store.ts';
import { type BatchResult, channel } from './commit.ts';
import type { Connections } from './connections.ts';
import { translated } from './errors.ts';
import { type Head, readChanges, readHead } from './read.ts';

/** Bound on the delay of a change whose notification was lost. */
const pollMs = 1_000;

/** Log rows per query; queries also bound bytes. */
const pageRows = 1_000;

/** Delays between attempts to reach the database. */
const retryMs = { first: 50, most: 2_000 };

export interface TailEvents {
	/** Called when the database lost commits that this process has seen, for example after a failover without synchronous standbys. */
	onWentBack(revision: Revision): Promise<void>;
	onFailed(error: Error): void;
}

export class Tail {
	readonly #connections: Connections;
	readonly #events: TailEvents;
	readonly #followers = new Set<Follower>();
	readonly #closed = new AbortController();
	#applied: Revision;
	#isInterrupted = false;
	#pull: Promise<void> | undefined;
	#loop: Promise<void> = Promise.resolve();
	/** Ends the wait of the loop. */
	#wake: () => void = () => undefined;

	constructor(connections: Connections, applied: Revision, events: TailEvents) {
		this.#connections = connections;
		this.#applied = applied;
		this.#events = events;
	}

	start(): void {
		this.#loop = this.#run();
	}

	async close(): Promise<void> {
		this.#closed.abort();
		this.#wake();
		this.#followers.clear();
		await this.#loop;
	}

	/** Delivers what a batch of this process committed, and first what other servers committed before it. */
	async committed({ before, changes }: BatchResult): Promise<void> {
		const last = changes.at(-1)?.revision;
		if (last === undefined) return;
		if (before !== this.#applied) await this.#connections.use((client) => this.#pullFrom(client));
		if (before <= this.#applied) this.#deliver(changes, last);
	}

	/** Implements `Store.follow`. */
	async follow(after: Revision, follower: Follower, { signal }: CallOptions = {}): Promise<Following> {
		let applied = after;
		while (applied < this.#applied) {
			const changes = await this.#connections.use((client) => readChanges(client, applied, this.#applied, pageRows));
			if (signal?.aborted === true) break;
			applied = changes.at(-1)?.revision ?? this.#applied;
			if (changes.length > 0) follower.onChanges(changes, applied);
		}
		if (after === this.#applied) await this.#connections.use(async (client) => refuseCompacted(await readHead(client), after));
		signal?.throwIfAborted();
		this.#followers.add(follower);
		const end = (): void => {
			this.#followers.delete(follower);
			signal?.removeEventListener('abort', end);
		};
		signal?.addEventListener('abort', end);
		return { close: async () => end() };
	}

	async #run(): Promise<void> {
		for (let delayMs = retryMs.first; !this.#closed.signal.aborted; delayMs = Math.min(2 * delayMs, retryMs.most)) {
			try {
				await this.#connections.use((client) =>
					this.#listen(client, () => {
						delayMs = retryMs.first;
					}),
				);
			} catch (error) {
				if (this.#closed.signal.aborted) return;
				if (!this.#survives(translated(error))) return;
				await sleep(delayMs, this.#closed.signal).catch(() => undefined);
			}
		}
	}

	/** Reports the error to the followers. Returns false when following cannot go on. */
	#survives(error: unknown): boolean {
		if (error instanceof CompactedError) {
			for (const follower of this.#followers) follower.onLost(error);
			return false;
		}
		if (error instanceof StorageFailedError) {
			this.#events.onFailed(error);
			return false;
		}
		if (!this.#isInterrupted) for (const follower of this.#followers) follower.onInterrupted(reasonOf(error));
		this.#isInterrupted = true;
		return true;
	}

	async #listen(client: PoolClient, onReached: () => void): Promise<void> {
		client.on('notification', () => this.#wake());
		const broken = new Promise<never>((_, reject) => {
			client.once('error', reject);
			client.once('end', () => reject(new Error('the connection ended')));
		});
		broken.catch(() => undefined);
		await client.query(`LISTEN ${channel}`);
		while (!this.#closed.signal.aborted) {
			await this.#pullFrom(client);
			onReached();
			await Promise.race([this.#next(), broken]);
		}
		await client.query(`UNLISTEN ${channel}`);
		client.removeAllListeners('notification');
	}

	/** Waits for a notification, at most for the interval of the poll. */
	#next(): Promise<void> {
		return new Promise((resolve) => {
			const timer = setTimeout(resolve, pollMs);
			this.#wake = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}

	/** Reads and delivers the log up to its end. Calls run one after the other, so that each sees what was committed before it. */
	async #pullFrom(client: PoolClient): Promise<void> {
		const pull = (this.#pull ?? Promise.resolve()).catch(() => undefined).then(() => this.#readOn(client));
		this.#pull = pull;
		await pull;
	}

	async #readOn(client: PoolClient): Promise<void> {
		const head = await readHead(client);
		if (head.revision < this.#applied) {
			await this.#events.onWentBack(this.#applied);
			throw new StorageFailedError(`the database is at revision ${head.revision}, before ${this.#applied}, which was committed`);
		}
		refuseCompacted(head, this.#applied);
		if (this.#isInterrupted) for (const follower of this.#followers) follower.onResumed();
		this.#isInterrupted = false;
		while (this.#applied < head.revision) {
			const changes = await readChanges(client, this.#applied, head.revision, pageRows);
			this.#deliver(changes, changes.at(-1)?.revision ?? head.revision);
		}
	}

	/** Delivers the changes that were not delivered yet: a commit of this process and a read of the log may report the same. */
	#deliver(changes: readonly Change[], upTo: Revision): void {
		const fresh = changes[0] !== undefined && changes[0].revision > this.#applied ? changes : changes.filter(({ revision }) => revision > this.#applied);
		this.#applied = Math.max(this.#applied, upTo);
		if (fresh.length === 0) return;
		try {
			for (const follower of this.#followers) follower.onChanges(fresh, this.#applied);
		} catch (error) {
			// A follower that missed changes would serve a wrong state for good.
			this.#events.onFailed(new StorageFailedError(`a change could not be processed: ${error instanceof Error ? error.message : String(error)}`));
		}
	}
}

function refuseCompacted({ oldest }: Head, revision: Revision): void {
	if (revision < oldest) throw new CompactedError(oldest);
}

/** Returns the error for the log, with the detail that clients do not learn. */
function reasonOf(error: unknown): Error {
	if (error instanceof StorageUnreachableError) return new Error(error.detail);
	return error instanceof Error ? error : new Error(String(error));
}
