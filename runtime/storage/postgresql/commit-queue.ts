/** Gathers commit calls while a transaction is in flight, so that many writers share one transaction and one sync. */
import type { PoolClient } from 'pg';
import { StorageClosedError, StorageTimeoutError, StorageUnreachableError } from '../errors.ts';
import type { CommitOptions, Mutation, Outcome } from '../store.ts';
import { isExpired } from '../with-deadline.ts';
import { type BatchResult, commitBatch } from './commit.ts';
import type { Connections } from './connections.ts';
import { translated } from './errors.ts';

/** Bounds of a batch, so that the next write waits some tens of milliseconds at most. One call may exceed them. */
const batchBounds = { rows: 512, bytes: 8 * 1024 * 1024 };

interface Call {
	readonly mutations: readonly Mutation[];
	readonly atomic: boolean;
	readonly options: CommitOptions | undefined;
	readonly bytes: number;
	readonly resolve: (outcomes: readonly Outcome[]) => void;
	readonly reject: (error: unknown) => void;
}

export class CommitQueue {
	readonly #connections: Connections;
	/** Called after each commit; the calls of the batch resolve after it. */
	readonly #onCommitted: (result: BatchResult) => Promise<void>;
	#queue: Call[] = [];
	#running: Promise<void> | undefined;
	/** Connection of its own, kept between batches. */
	#client: PoolClient | undefined;
	/** Error that refuses all further calls: the store is closed or failed. */
	#ended: Error | undefined;

	constructor(connections: Connections, onCommitted: (result: BatchResult) => Promise<void>) {
		this.#connections = connections;
		this.#onCommitted = onCommitted;
	}

	commit(mutations: readonly Mutation[], options: CommitOptions | undefined): Promise<readonly Outcome[]> {
		if (this.#ended !== undefined) return Promise.reject(this.#ended);
		if (mutations.length === 0) return Promise.resolve([]);
		const bytes = mutations.reduce((sum, one) => sum + (one.bytes?.byteLength ?? 0), 0);
		return new Promise((resolve, reject) => {
			this.#queue.push({ mutations, atomic: options?.atomic === true, options, bytes, resolve, reject });
			this.#running ??= this.#run();
		});
	}

	/** Refuses all further calls. */
	fail(error: Error): void {
		this.#ended ??= error;
	}

	/** Finishes the queued calls and gives the connection back. */
	async close(): Promise<void> {
		this.#ended = new StorageClosedError();
		await this.#running;
		this.#client?.release();
		this.#client = undefined;
	}

	async #run(): Promise<void> {
		// Requests that were read in the same event loop iteration share the batch.
		await new Promise((resolve) => setImmediate(resolve));
		for (let calls = this.#take(); calls.length > 0; calls = this.#take()) await this.#commit(calls);
		// In the same step as the last look at the queue, so that no call is queued in between.
		this.#running = undefined;
	}

	#take(): readonly Call[] {
		this.#queue = this.#queue.filter(({ options }) => options === undefined || !isExpired(options));
		let rows = 0;
		let bytes = 0;
		const end = this.#queue.findIndex((call, i) => {
			rows += call.mutations.length;
			bytes += call.bytes;
			return i > 0 && (rows > batchBounds.rows || bytes > batchBounds.bytes);
		});
		return this.#queue.splice(0, end === -1 ? this.#queue.length : end);
	}

	async #commit(calls: readonly Call[]): Promise<void> {
		let isSent = false;
		try {
			this.#client ??= await this.#connections.connect();
			const result = await commitBatch(this.#client, calls, () => {
				isSent = true;
			});
			await this.#onCommitted(result);
			for (const [i, { resolve, reject }] of calls.entries()) {
				const own = result.calls[i];
				if (own !== undefined && 'outcomes' in own) resolve(own.outcomes);
				else reject(own?.error ?? new StorageTimeoutError());
			}
		} catch (error) {
			this.#client?.release(true);
			this.#client = undefined;
			const known = translated(error);
			// A commit whose answer was lost may have taken effect.
			const shown = isSent && known instanceof StorageUnreachableError ? new StorageTimeoutError() : known;
			for (const { reject } of calls) reject(shown);
		}
	}
}
