/**
 * Reads the store's log for cursors older than memory. Cursors at the same position share one read, with its events and their encodings,
 * while it is in flight and for a moment afterwards. The memory of all reads is bounded. Further cursors wait until others release theirs.
 */
import type { ItemForm } from '../../codec/item-form.ts';
import type { Change, Revision, Store } from '../../storage/store.ts';
import type { CacheEvent } from '../contract.ts';
import { PassingEncodings } from '../objects/encodings.ts';
import { eventOfChange } from './event.ts';

export interface LogPlace {
	readonly resource: string;
	/** Empty for all namespaces. */
	readonly namespace: string;
	readonly after: Revision;
	readonly upTo: Revision;
	/** Maximum number of rows. */
	readonly limit: number;
}

export interface LogRead {
	readonly events: readonly CacheEvent[];
	/** Revision up to which the events are complete. */
	readonly position: Revision;
}

export interface HeldRead extends LogRead {
	/** Releases the events. Called when they are no longer needed. */
	letGo(): void;
}

/** Read, and the state that its readers share. */
interface Shared {
	readonly key: string;
	readonly made: Promise<LogRead>;
	/** Size in stored form; the events built from it take twice as much. 0 while the read is in flight. */
	bytes: number;
	holders: number;
}

interface WaitingRead {
	readonly place: LogPlace;
	readonly form: ItemForm;
	readonly begin: () => void;
}

/**
 * Time that a finished read is kept. Clients whose connections broke together reconnect within it. A longer time would keep data in vain.
 */
const keptMs = 200;
/** Bound on reads that are held or kept, in stored bytes. */
const mostBytes = 16 * 1024 * 1024;
/** Bound on reads in flight, whose size is not known yet. */
const mostUnderWay = 8;
/** Time after which a holder no longer makes others wait. A watcher that does not read releases its events long before. */
const mostHeldMs = 1_000;

export class LogReads {
	readonly #store: Store;
	readonly #encodings = new PassingEncodings();
	/** Reads by position, oldest first. */
	readonly #shared = new Map<string, Shared>();
	readonly #waiting = new Set<WaitingRead>();
	#underWay = 0;
	#bytes = 0;

	constructor(store: Store) {
		this.#store = store;
	}

	/** Reads a position. Rejects with the signal's reason when aborted while it waits, and with CompactedError. */
	async read(place: LogPlace, form: ItemForm, signal: AbortSignal): Promise<HeldRead> {
		if (!this.#shared.has(keyOf(place)) && !this.#hasRoom()) await this.#room(place, form, signal);
		const shared = this.#shared.get(keyOf(place)) ?? this.#begin(place, form);
		const letGo = this.#hold(shared);
		try {
			return { ...(await shared.made), letGo };
		} catch (error) {
			letGo();
			throw error;
		}
	}

	/** Drops shared reads, after the representation of the log changed. */
	clear(): void {
		for (const shared of this.#shared.values()) this.#forget(shared);
	}

	/** Waits until the position is being read. */
	#room(place: LogPlace, form: ItemForm, signal: AbortSignal): Promise<void> {
		return new Promise((resolve, reject) => {
			const end = (): void => {
				this.#waiting.delete(waiting);
				signal.removeEventListener('abort', onAbort);
			};
			const onAbort = (): void => {
				end();
				reject(signal.reason);
			};
			const begin = (): void => {
				end();
				resolve();
			};
			const waiting: WaitingRead = { place, form, begin };
			this.#waiting.add(waiting);
			signal.addEventListener('abort', onAbort);
		});
	}

	/** Reports whether another read may begin. Evicts finished reads that have no holders. */
	#hasRoom(): boolean {
		if (this.#underWay >= mostUnderWay) return false;
		for (const shared of this.#shared.values()) {
			if (this.#bytes < mostBytes) return true;
			if (shared.holders === 0) this.#forget(shared);
		}
		return this.#bytes < mostBytes;
	}

	/** Begins waiting reads as long as there is room. */
	#next(): void {
		for (const { place, form, begin } of this.#waiting) {
			if (!this.#shared.has(keyOf(place))) {
				if (!this.#hasRoom()) return;
				this.#begin(place, form);
			}
			begin();
		}
	}

	#begin(place: LogPlace, form: ItemForm): Shared {
		const key = keyOf(place);
		this.#underWay++;
		const made = this.#fromStore(place, form, (bytes) => this.#keep(shared, bytes));
		const shared: Shared = { key, made, bytes: 0, holders: 0 };
		this.#shared.set(key, shared);
		made
			.catch(() => this.#forget(shared))
			.finally(() => {
				this.#underWay--;
				this.#next();
			});
		return shared;
	}

	async #fromStore({ resource, namespace, after, upTo, limit }: LogPlace, form: ItemForm, read: (bytes: number) => void): Promise<LogRead> {
		const changes = await this.#store.changes(after, upTo, limit, { resource, ...(namespace !== '' && { namespace }) });
		read(changes.reduce((sum, change) => sum + bytesOf(change), 0));
		// An empty result means that everything up to `upTo` is known. Fewer rows than requested may only be due to a bound of the store.
		const position = changes.at(-1)?.revision ?? upTo;
		return { events: changes.map((change) => eventOfChange(this.#encodings, form, change)), position };
	}

	#keep(shared: Shared, bytes: number): void {
		shared.bytes = bytes;
		this.#bytes += bytes;
		const timer = setTimeout(() => {
			this.#forget(shared);
			this.#next();
		}, keptMs);
		timer.unref();
	}

	/** Counts a holder. Returns a function that releases it. */
	#hold(shared: Shared): () => void {
		shared.holders++;
		const letGo = (): void => {
			if (timer === undefined) return;
			clearTimeout(timer);
			timer = undefined;
			shared.holders--;
			this.#discount(shared);
			this.#next();
		};
		let timer: NodeJS.Timeout | undefined = setTimeout(letGo, mostHeldMs);
		timer.unref();
		return letGo;
	}

	/** Stops sharing a read. */
	#forget(shared: Shared): void {
		if (this.#shared.get(shared.key) !== shared) return;
		this.#shared.delete(shared.key);
		this.#discount(shared);
	}

	/** Subtracts the size of a read that is no longer held nor shared. */
	#discount(shared: Shared): void {
		if (shared.holders > 0 || this.#shared.get(shared.key) === shared) return;
		this.#bytes -= shared.bytes;
		shared.bytes = 0;
	}
}

function keyOf({ resource, namespace, after, upTo, limit }: LogPlace): string {
	return `${resource} ${namespace} ${after} ${upTo} ${limit}`;
}

function bytesOf({ bytes, previous }: Change): number {
	return (bytes?.byteLength ?? 0) + (previous?.bytes.byteLength ?? 0);
}
