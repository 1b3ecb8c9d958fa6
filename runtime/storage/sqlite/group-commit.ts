/**
 * Gathers mutations while a batch is under way and sends the next batch as one message: many writers share one sync.
 * Knows nothing of SQL; the order of the queue is the order of the commits.
 */
import { StorageFullError } from '../errors.ts';
import type { Change, CommitOptions, Mutation, Outcome, Revision } from '../store.ts';
import { isOver } from '../within.ts';
import { bundle } from './bundle.ts';
import { type CommitBatch, type CommitResult, type Outcomes, outcomesOf } from './protocol.ts';

/**
 * A second batch goes to the worker while it still commits the first, so that it does not wait for a busy main thread; but only one
 * that is worth a sync of its own.
 */
const secondBatchRows = 8;

/** Bounds of one batch: rows at 20 µs each keep it near 10 ms, which a write that comes just behind has to wait; bytes bound the copy. */
const batchBounds = { rows: 512, bytes: 8 * 1024 * 1024 };

/** Sends a batch; exactly one callback runs, synchronously with the worker's answer. */
export type SendBatch = (batch: CommitBatch, done: (result: CommitResult) => void, failed: (error: Error) => void) => void;

interface Call {
	/** All of it: it may be done when nothing else can. */
	readonly makesRoom: boolean;
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
	/** Smaller batches of what makes room, made of one that found none; they come first. */
	#again: (readonly Item[])[] = [];
	/** Batches that have no answer yet. */
	#underWay = 0;
	#scheduled = false;

	constructor(send: SendBatch, onChanges: (changes: readonly Change[]) => void) {
		this.#send = send;
		this.#onChanges = onChanges;
	}

	/** What nobody waits for any more is not sent. */
	commit(mutations: readonly Mutation[], options: CommitOptions | undefined): Promise<readonly Outcome[]> {
		if (mutations.length === 0) return Promise.resolve([]);
		return new Promise((resolve, reject) => {
			const call: Call = { makesRoom: mutations.every(makesRoom), options, outcomes: [], left: mutations.length, resolve, reject };
			for (let index = 0; index < mutations.length; index++) this.#queue.push({ mutation: mutations[index] as Mutation, call, index });
			if (this.#scheduled) return;
			this.#scheduled = true;
			// At the end of this turn of the event loop, so that all requests that it read share the batch.
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
		// The next batch is on its way before this one's is told about: the worker never waits for the main thread's work.
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

	/** On a full disk what makes room is tried again: without those that took it along, then in halves, since even a delete needs some. */
	#failed(items: readonly Item[], error: Error): void {
		this.#underWay--;
		const roomMakers = error instanceof StorageFullError ? items.filter(({ call }) => call.makesRoom) : [];
		const middle = roomMakers.length === items.length ? middleOf(items) : 0;
		const hopeless = roomMakers.length === items.length && middle === items.length ? roomMakers : items.filter((item) => !roomMakers.includes(item));
		for (const { call } of hopeless) call.reject(error);
		if (roomMakers.length < items.length) this.#again.push(...(roomMakers.length > 0 ? [roomMakers] : []));
		else if (middle < items.length) this.#again.push(items.slice(0, middle), items.slice(middle));
		this.#next();
	}
}

/** Not to be parted from the one before it. */
function isBound({ call, index }: Item): boolean {
	return index > 0 && call.options?.atomic === true;
}

/** Of a call none of whose mutations is sent. */
function isGivenUp(item: Item): boolean {
	return item.call.options !== undefined && isOver(item.call.options);
}

/** Where a batch may be cut in two; its length when it may not. */
function middleOf(items: readonly Item[]): number {
	let middle = Math.max(1, Math.floor(items.length / 2));
	for (let item = items[middle]; item !== undefined && isBound(item); item = items[middle]) middle++;
	return middle;
}

function makesRoom(mutation: Mutation): boolean {
	return mutation.bytes === undefined || mutation.makesRoom === true;
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
		makesRoom: items.every(({ call }) => call.makesRoom),
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
