/**
 * Group commit: gathers mutations while a batch is in flight, and sends the next batch as one message. Many writers thus share one sync. It
 * knows no SQL. The order of the queue is the order of the commits.
 */
import { StorageFullError } from '../errors.ts';
import type { Change, CommitOptions, Mutation, Outcome, Revision } from '../store.ts';
import { isExpired } from '../with-deadline.ts';
import { bundle } from './bundle.ts';
import { type CommitBatch, type CommitResult, type Outcomes, outcomesOf } from './protocol.ts';

/**
 * Number of rows from which a second batch is sent while the worker still commits the first. The worker then need not wait for a busy main
 * thread. Smaller batches are not worth a sync of their own.
 */
const secondBatchRows = 8;

/**
 * Bounds of a batch. At 20 µs a row, the bound on rows keeps a batch near 10 ms, for which the next write has to wait. The bound on bytes
 * limits the copy.
 */
const batchBounds = { rows: 512, bytes: 8 * 1024 * 1024 };

/** Sends a batch. Exactly one of the callbacks is called, synchronously with the worker's answer. */
export type SendBatch = (batch: CommitBatch, done: (result: CommitResult) => void, failed: (error: Error) => void) => void;

interface Call {
	/** True when all mutations lead to a delete. The call may then succeed on a full disk. */
	readonly freesSpace: boolean;
	readonly options: CommitOptions | undefined;
	readonly outcomes: Outcome[];
	left: number;
	readonly resolve: (outcomes: readonly Outcome[]) => void;
	readonly reject: (error: Error) => void;
}

interface Item {
	readonly mutation: Mutation;
	readonly call: Call;
	readonly index: number;
}

export class GroupCommit {
	readonly #send: SendBatch;
	readonly #onChanges: (changes: readonly Change[]) => void;
	#queue: Item[] = [];
	/** Smaller batches of mutations that lead to a delete, split from one that found the disk full. They are sent first. */
	#again: (readonly Item[])[] = [];
	/** Number of batches in flight. */
	#underWay = 0;
	#scheduled = false;

	constructor(send: SendBatch, onChanges: (changes: readonly Change[]) => void) {
		this.#send = send;
		this.#onChanges = onChanges;
	}

	/** Queues mutations. A call that ends before its batch is sent is skipped. */
	commit(mutations: readonly Mutation[], options: CommitOptions | undefined): Promise<readonly Outcome[]> {
		if (mutations.length === 0) return Promise.resolve([]);
		return new Promise((resolve, reject) => {
			const call: Call = { freesSpace: mutations.every(freesSpace), options, outcomes: [], left: mutations.length, resolve, reject };
			for (let index = 0; index < mutations.length; index++) this.#queue.push({ mutation: mutations[index] as Mutation, call, index });
			if (this.#scheduled) return;
			this.#scheduled = true;
			// The batch is sent at the end of this event loop iteration, so that all requests read in it share the batch.
			setImmediate(() => {
				this.#scheduled = false;
				this.#next();
			});
		});
	}

	#next(): void {
		if (this.#queue.some(isGivenUp)) this.#queue = this.#queue.filter((item) => !isGivenUp(item));
		const again = this.#again.shift();
		if (again !== undefined) {
			this.#sendItems(again);
			return;
		}
		const rows = this.#queue.length;
		if (rows > 0 && (this.#underWay === 0 || (this.#underWay === 1 && rows >= secondBatchRows))) this.#sendItems(this.#take());
	}

	#sendItems(items: readonly Item[]): void {
		this.#underWay++;
		this.#send(
			batchOf(items),
			(result) => this.#done(items, result),
			(error) => this.#failed(items, error),
		);
	}

	#take(): Item[] {
		let bytes = 0;
		let rows = 0;
		for (const item of this.#queue) {
			bytes += item.mutation.bytes?.byteLength ?? 0;
			if (rows > 0 && (rows >= batchBounds.rows || bytes > batchBounds.bytes) && !isBound(item)) break;
			rows++;
		}
		if (rows === this.#queue.length) {
			const all = this.#queue;
			this.#queue = [];
			return all;
		}
		return this.#queue.splice(0, rows);
	}

	#done(items: readonly Item[], result: CommitResult): void {
		this.#underWay--;
		// The next batch is sent before the outcomes of this one are delivered, so that the worker never waits for the main thread.
		this.#next();
		const outcomes = outcomesOf(result, items.length);
		const changes = changesOf(items, outcomes);
		if (changes.length > 0) this.#onChanges(changes);
		for (let i = 0; i < items.length; i++) {
			const { call, index } = items[i] as Item;
			const revision = outcomes.revisions[i] ?? 0;
			call.outcomes[index] = revision > 0 ? { ok: true, revision } : { ok: false, current: outcomes.current[i] ?? 0 };
			if (--call.left === 0) call.resolve(call.outcomes);
		}
	}

	/**
	 * Handles a failed batch. On a full disk, mutations that lead to a delete are retried. This happens first without the others, then in
	 * halves, because a delete needs some space as well.
	 */
	#failed(items: readonly Item[], error: Error): void {
		this.#underWay--;
		const spaceFreeing = error instanceof StorageFullError ? items.filter(({ call }) => call.freesSpace) : [];
		const middle = spaceFreeing.length === items.length ? middleOf(items) : 0;
		const hopeless = spaceFreeing.length === items.length && middle === items.length ? spaceFreeing : items.filter((item) => !spaceFreeing.includes(item));
		for (const { call } of hopeless) call.reject(error);
		if (spaceFreeing.length < items.length) this.#again.push(...(spaceFreeing.length > 0 ? [spaceFreeing] : []));
		else if (middle < items.length) this.#again.push(items.slice(0, middle), items.slice(middle));
		this.#next();
	}
}

/** Reports whether the item belongs to the same atomic call as the item before it. */
function isBound({ call, index }: Item): boolean {
	return index > 0 && call.options?.atomic === true;
}

/** Reports whether the item's call ended before any of its mutations was sent. */
function isGivenUp(item: Item): boolean {
	return item.call.options !== undefined && isExpired(item.call.options);
}

/** Returns the index at which a batch can be split. Returns its length when it cannot be split. */
function middleOf(items: readonly Item[]): number {
	let middle = Math.max(1, Math.floor(items.length / 2));
	for (let item = items[middle]; item !== undefined && isBound(item); item = items[middle]) middle++;
	return middle;
}

function freesSpace(mutation: Mutation): boolean {
	return mutation.bytes === undefined || mutation.freesSpace === true;
}

function batchOf(items: readonly Item[]): CommitBatch {
	const texts: string[] = [];
	const expected: Revision[] = [];
	const ignoresDamage: number[] = [];
	for (let i = 0; i < items.length; i++) {
		const { mutation } = items[i] as Item;
		texts.push(mutation.resource, mutation.namespace, mutation.name, mutation.side ?? '', mutation.version ?? '');
		expected.push(mutation.expected);
		if (mutation.ignoresDamage === true) ignoresDamage.push(i);
	}
	const atomic = atomicParts(items);
	return {
		...bundle(
			expected,
			texts,
			items.map(({ mutation }) => mutation.bytes),
		),
		rows: items.length,
		...(atomic.length > 0 && { atomic: Uint32Array.from(atomic) }),
		...(ignoresDamage.length > 0 && { ignoresDamage }),
		freesSpace: items.every(({ call }) => call.freesSpace),
	};
}

function atomicParts(items: readonly Item[]): number[] {
	const parts: number[] = [];
	for (let i = 0; i < items.length; i++) {
		const { call } = items[i] as Item;
		if (call.options?.atomic !== true) continue;
		if (items[i - 1]?.call === call) parts[parts.length - 1] = i + 1;
		else parts.push(i, i + 1);
	}
	return parts;
}

function changesOf(items: readonly Item[], { timeMs, revisions, current, texts, bytes: before }: Outcomes): Change[] {
	const changes: Change[] = [];
	for (let i = 0; i < items.length; i++) {
		const { mutation } = items[i] as Item;
		const revision = revisions[i] ?? 0;
		if (revision === 0) continue;
		const { resource, namespace, name, bytes, side = '', version = '' } = mutation;
		const previousBytes = before[i];
		const previous = previousBytes && { revision: current[i] ?? 0, bytes: previousBytes, side: texts[2 * i] ?? '', version: texts[2 * i + 1] ?? '' };
		changes.push({ resource, namespace, name, revision, timeMs, ...(bytes && { bytes, side, version }), ...(previous && { previous }) });
	}
	return changes;
}
