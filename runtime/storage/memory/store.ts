/**
 * In-memory store for tests. Several handles on one `MemoryData` act as several servers on one database. Each handle has its own followers,
 * and a commit through any handle reaches all of them.
 */

import { compareText } from '../../model/text-order.ts';
import type { MetricFamily } from '../../telemetry/family.ts';
import { StorageClosedError, StorageTimeoutError } from '../errors.ts';
import {
	type CallOptions,
	type Change,
	type ChangesFilter,
	type CommitOptions,
	CompactedError,
	type CompactOptions,
	type Follower,
	type Following,
	type Key,
	type KeyRange,
	type Mutation,
	type Outcome,
	type Revision,
	type Row,
	type Store,
} from '../store.ts';

export class MemoryData {
	readonly rows = new Map<string, Row>();
	readonly log: Change[] = [];
	readonly followers = new Set<Follower>();
	revision: Revision;
	oldest: Revision;

	/** `start` is the revision before the first one. */
	constructor(start: Revision = 100) {
		this.revision = start;
		this.oldest = start;
	}

	/** Opens a handle for one server. */
	open(): MemoryStore {
		return new MemoryStore(this);
	}

	commit(mutations: readonly Mutation[], atomic: boolean): readonly Outcome[] {
		const { revision } = this;
		const timeMs = Math.max(Date.now(), this.log.at(-1)?.timeMs ?? 0);
		const changes: Change[] = [];
		const outcomes = mutations.map((mutation) => this.#apply(mutation, timeMs, changes));
		if (atomic && outcomes.some(({ ok }) => !ok)) {
			this.revision = revision;
			for (const change of changes.toReversed()) this.#undo(change);
			return mutations.map((mutation) => ({ ok: false, current: this.rows.get(keyOf(mutation))?.revision ?? 0 }));
		}
		this.log.push(...changes);
		if (changes.length > 0) for (const follower of this.followers) follower.onChanges(changes, this.revision);
		return outcomes;
	}

	#apply(mutation: Mutation, timeMs: number, changes: Change[]): Outcome {
		const { resource, namespace, name, expected, bytes, side = '', version = '' } = mutation;
		const key = keyOf(mutation);
		const previous = this.rows.get(key);
		const current = previous?.revision ?? 0;
		if (current !== expected || (bytes === undefined && previous === undefined)) return { ok: false, current };
		const revision = ++this.revision;
		if (bytes === undefined) this.rows.delete(key);
		else this.rows.set(key, { resource, namespace, name, revision, bytes, side, version });
		changes.push({ resource, namespace, name, revision, timeMs, ...(bytes && { bytes, side, version }), ...(previous && { previous }) });
		return { ok: true, revision };
	}

	#undo({ resource, namespace, name, previous }: Change): void {
		const key = { resource, namespace, name };
		if (previous === undefined) this.rows.delete(keyOf(key));
		else this.rows.set(keyOf(key), { ...key, ...previous });
	}

	/** Returns the rows at a revision, in key order. */
	at(revision: Revision): Row[] {
		const rows = new Map(this.rows);
		for (const change of this.log.toReversed()) {
			if (change.revision <= revision) break;
			const { resource, namespace, name, previous } = change;
			if (previous === undefined) rows.delete(keyOf(change));
			else rows.set(keyOf(change), { resource, namespace, name, ...previous });
		}
		return [...rows.values()].sort((a, b) => compareText(a.resource, b.resource) || compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
	}
}

const keyOf = ({ resource, namespace, name }: Key) => `${resource}/${namespace}/${name}`;

/** Handle that answers each call in a later event loop iteration, as a real store does. */
class MemoryStore implements Store {
	readonly #data: MemoryData;
	readonly #own = new Set<Follower>();
	#closed = false;

	/** Used by `MemoryData.open`. */
	constructor(data: MemoryData) {
		this.#data = data;
	}

	revision(options?: CallOptions): Promise<Revision> {
		return this.#call(options, () => this.#data.revision);
	}

	oldest(options?: CallOptions): Promise<Revision> {
		return this.#call(options, () => this.#data.oldest);
	}

	commit(mutations: readonly Mutation[], options?: CommitOptions): Promise<readonly Outcome[]> {
		return this.#call(options, () => this.#data.commit(mutations, options?.atomic ?? false));
	}

	follow(after: Revision, follower: Follower, options?: CallOptions): Promise<Following> {
		return this.#call(options, () => {
			this.#refuseForgotten(after);
			const missed = this.#data.log.filter(({ revision }) => revision > after);
			if (missed.length > 0) follower.onChanges(missed, this.#data.revision);
			this.#own.add(follower);
			this.#data.followers.add(follower);
			const end = () => this.#end(follower);
			options?.signal?.addEventListener('abort', end, { once: true });
			return { close: async () => end() };
		});
	}

	changes(after: Revision, upTo: Revision, limit: number, filter?: ChangesFilter, options?: CallOptions): Promise<readonly Change[]> {
		return this.#call(options, () => {
			this.#refuseForgotten(after);
			return this.#data.log
				.filter(({ revision }) => revision > after && revision <= upTo)
				.filter(({ resource }) => filter === undefined || resource === filter.resource)
				.filter(({ namespace }) => filter?.namespace === undefined || namespace === filter.namespace)
				.slice(0, limit);
		});
	}

	snapshot(onRows: (rows: readonly Row[]) => void, options?: CallOptions): Promise<Revision> {
		return this.#call(options, () => {
			const { revision } = this.#data;
			const rows = this.#data.at(revision);
			if (rows.length > 0) onRows(rows);
			return revision;
		});
	}

	at(revision: Revision, { after, ...range }: KeyRange, limit: number, options?: CallOptions): Promise<readonly Row[]> {
		const isBehind = (row: Row) => after === undefined || (compareText(row.namespace, after.namespace) || compareText(row.name, after.name)) > 0;
		return this.#call(options, () => this.#inRange(revision, range).filter(isBehind).slice(0, limit));
	}

	countAt(revision: Revision, range: KeyRange, options?: CallOptions): Promise<number> {
		return this.#call(options, () => this.#inRange(revision, range).length);
	}

	#inRange(revision: Revision, { resource, namespace }: KeyRange): Row[] {
		this.#refuseForgotten(revision);
		return this.#data.at(revision).filter((row) => row.resource === resource && (namespace === undefined || row.namespace === namespace));
	}

	resources(options?: CallOptions): Promise<readonly string[]> {
		return this.#call(options, () => [...new Set([...this.#data.rows.values()].map(({ resource }) => resource))].sort(compareText));
	}

	compact(before: Revision, options?: CompactOptions): Promise<void> {
		return this.#call(options, () => {
			const data = this.#data;
			data.oldest = Math.max(data.oldest, Math.min(before, data.revision));
			const kept = data.log.findIndex(({ revision }) => revision > data.oldest);
			data.log.splice(0, kept === -1 ? data.log.length : kept);
		});
	}

	revisionAt(timeMs: number, options?: CallOptions): Promise<Revision> {
		return this.#call(options, () => this.#data.log.findLast((change) => change.timeMs <= timeMs)?.revision ?? this.#data.oldest);
	}

	metrics(): readonly MetricFamily[] {
		return [];
	}

	async close(): Promise<void> {
		this.#closed = true;
		for (const follower of this.#own) this.#end(follower);
	}

	#end(follower: Follower): void {
		this.#own.delete(follower);
		this.#data.followers.delete(follower);
	}

	#refuseForgotten(revision: Revision): void {
		if (revision < this.#data.oldest) throw new CompactedError(this.#data.oldest);
	}

	async #call<T>(options: CallOptions | undefined, run: () => T): Promise<T> {
		await new Promise((resolve) => setImmediate(resolve));
		options?.signal?.throwIfAborted();
		if (options?.deadlineMs !== undefined && options.deadlineMs <= performance.now()) throw new StorageTimeoutError();
		if (this.#closed) throw new StorageClosedError();
		return run();
	}
}
