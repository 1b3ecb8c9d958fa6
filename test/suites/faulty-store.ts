/**
 * A store wrapper that misbehaves on demand within the contract: late delivery to followers, slow calls, reordered read results, and
 * outages. It implements Store and passes the contract's suite.
 *
 * ```ts
 * const behind = new FaultyStore(data.open(), { deliveryDelayMs: 50 });   // a server that receives changes late
 * behind.hold(); ...; behind.release();                                   // or receives none until the release
 * behind.interrupt(new Error('no route')); ...; behind.resume();          // or loses its database for a minute
 * ```
 */

import { ApiError } from '../../runtime/api/errors.ts';
import type {
	CallOptions,
	Change,
	ChangesFilter,
	CommitOptions,
	CompactOptions,
	Follower,
	Following,
	KeyRange,
	Mutation,
	Outcome,
	Revision,
	Row,
	Store,
} from '../../runtime/storage/store.ts';
import { withDeadline } from '../../runtime/storage/with-deadline.ts';
import type { MetricFamily } from '../../runtime/telemetry/family.ts';

export interface Faults {
	/** Delay of each batch to followers. */
	readonly deliveryDelayMs?: number;
	/** Minimum duration of each call. With a random number in [0, 1) the duration is a random part of it, so that results are reordered. */
	readonly callDelayMs?: number;
	readonly random?: () => number;
}

interface Batch {
	readonly changes: readonly Change[];
	readonly applied: Revision;
}

export class FaultyStore implements Store {
	readonly #inner: Store;
	readonly #faults: Faults;
	readonly #deliveries = new Set<Delivery>();
	#interruption: Error | undefined;
	#held = false;

	constructor(inner: Store, faults: Faults = {}) {
		this.#inner = inner;
		this.#faults = faults;
	}

	/**
	 * Withholds all changes from followers until `release`. Commits through this store wait too, since their changes are delivered first.
	 */
	hold(): void {
		this.#held = true;
		for (const delivery of this.#deliveries) delivery.hold();
	}

	release(): void {
		this.#held = false;
		for (const delivery of this.#deliveries) delivery.release();
	}

	/** Simulates an outage: calls are rejected, and followers receive one interruption and no changes until `resume`. */
	interrupt(error: Error): void {
		if (this.#interruption !== undefined) return;
		this.#interruption = error;
		for (const delivery of this.#deliveries) delivery.interrupt(error);
	}

	resume(): void {
		if (this.#interruption === undefined) return;
		this.#interruption = undefined;
		for (const delivery of this.#deliveries) delivery.resume();
	}

	revision(options?: CallOptions): Promise<Revision> {
		return this.#call(options, () => this.#inner.revision(options));
	}

	oldest(options?: CallOptions): Promise<Revision> {
		return this.#call(options, () => this.#inner.oldest(options));
	}

	/** Sends commits in order for any delay. */
	async commit(mutations: readonly Mutation[], options?: CommitOptions): Promise<readonly Outcome[]> {
		if (this.#interruption !== undefined) throw unreachable(this.#interruption);
		const outcomes = await this.#inner.commit(mutations, options);
		const newest = Math.max(0, ...outcomes.map((outcome) => (outcome.ok ? outcome.revision : 0)));
		await withDeadline(this.#told(newest), options);
		return outcomes;
	}

	async follow(after: Revision, follower: Follower, options?: CallOptions): Promise<Following> {
		const delivery = new Delivery(follower, this.#faults.deliveryDelayMs ?? 0);
		const following = await this.#call(options, () => this.#inner.follow(after, delivery, options));
		const end = () => {
			delivery.end();
			this.#deliveries.delete(delivery);
		};
		options?.signal?.addEventListener('abort', end, { once: true });
		this.#deliveries.add(delivery);
		if (this.#held) delivery.hold();
		await delivery.told(delivery.known);
		return {
			close: async () => {
				end();
				await following.close();
			},
		};
	}

	changes(after: Revision, upTo: Revision, limit: number, filter?: ChangesFilter, options?: CallOptions): Promise<readonly Change[]> {
		return this.#call(options, () => this.#inner.changes(after, upTo, limit, filter, options));
	}

	snapshot(onRows: (rows: readonly Row[]) => void, options?: CallOptions): Promise<Revision> {
		return this.#call(options, () => this.#inner.snapshot(onRows, options));
	}

	at(revision: Revision, range: KeyRange, limit: number, options?: CallOptions): Promise<readonly Row[]> {
		return this.#call(options, () => this.#inner.at(revision, range, limit, options));
	}

	countAt(revision: Revision, range: KeyRange, options?: CallOptions): Promise<number> {
		return this.#call(options, () => this.#inner.countAt(revision, range, options));
	}

	resources(options?: CallOptions): Promise<readonly string[]> {
		return this.#call(options, () => this.#inner.resources(options));
	}

	compact(before: Revision, options?: CompactOptions): Promise<void> {
		return this.#call(options, () => this.#inner.compact(before, options));
	}

	revisionAt(timeMs: number, options?: CallOptions): Promise<Revision> {
		return this.#call(options, () => this.#inner.revisionAt(timeMs, options));
	}

	metrics(): readonly MetricFamily[] {
		return this.#inner.metrics();
	}

	async close(): Promise<void> {
		for (const delivery of this.#deliveries) delivery.end();
		this.#deliveries.clear();
		await this.#inner.close();
	}

	async #told(revision: Revision): Promise<void> {
		await Promise.all(Array.from(this.#deliveries, (delivery) => delivery.told(revision)));
	}

	async #call<T>(options: CallOptions | undefined, run: () => Promise<T>): Promise<T> {
		if (this.#interruption !== undefined) throw unreachable(this.#interruption);
		const delayMs = (this.#faults.callDelayMs ?? 0) * (this.#faults.random?.() ?? 1);
		if (delayMs > 0) await withDeadline(new Promise((resolve) => setTimeout(resolve, delayMs)), options);
		return await run();
	}
}

function unreachable(error: Error): ApiError {
	return new ApiError('ServiceUnavailable', `the storage cannot be reached: ${error.message}`, { retryAfterSeconds: 1 });
}

/** Queue of batches in delivery to one follower, in order. */
class Delivery implements Follower {
	readonly #follower: Follower;
	readonly #delayMs: number;
	readonly #batches: Batch[] = [];
	#waiting: { readonly revision: Revision; readonly resolve: () => void }[] = [];
	#timer: NodeJS.Timeout | undefined;
	#held = false;
	#interrupted = false;
	#ended = false;
	/** Newest revision in delivery. */
	known: Revision = 0;
	#delivered: Revision = 0;

	constructor(follower: Follower, delayMs: number) {
		this.#follower = follower;
		this.#delayMs = delayMs;
	}

	onChanges(changes: readonly Change[], applied: Revision): void {
		this.known = applied;
		this.#batches.push({ changes, applied });
		this.#start();
	}

	onInterrupted(error: Error): void {
		this.#follower.onInterrupted(error);
	}

	onResumed(): void {
		this.#follower.onResumed();
	}

	onLost(error: Parameters<Follower['onLost']>[0]): void {
		this.#follower.onLost(error);
	}

	hold(): void {
		this.#held = true;
	}

	release(): void {
		this.#held = false;
		this.#start();
	}

	interrupt(error: Error): void {
		this.#interrupted = true;
		this.#follower.onInterrupted(error);
	}

	resume(): void {
		this.#interrupted = false;
		this.#follower.onResumed();
		this.#start();
	}

	/** Resolves when everything up to a revision is delivered, or never will be. */
	told(revision: Revision): Promise<void> {
		if (this.#ended || revision <= this.#delivered) return Promise.resolve();
		return new Promise((resolve) => this.#waiting.push({ revision, resolve }));
	}

	end(): void {
		this.#ended = true;
		clearTimeout(this.#timer);
		for (const { resolve } of this.#waiting) resolve();
	}

	#start(): void {
		if (this.#delayMs === 0) this.#deliver();
		else this.#timer ??= setTimeout(() => this.#deliver(), this.#delayMs);
	}

	#deliver(): void {
		this.#timer = undefined;
		while (!this.#held && !this.#interrupted && !this.#ended) {
			const batch = this.#batches.shift();
			if (batch === undefined) break;
			this.#follower.onChanges(batch.changes, batch.applied);
			this.#delivered = batch.applied;
		}
		this.#waiting = this.#waiting.filter(({ revision, resolve }) => {
			if (revision > this.#delivered) return true;
			resolve();
			return false;
		});
	}
}
