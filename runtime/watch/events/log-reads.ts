/**
 * Reads of the store's log for cursors that are older than memory. Those that stand at one place read it once: they share the
 * events, and so what is encoded of them, while it is read and for a moment afterwards. What all hold together is bounded, wherever
 * they stand: who comes when it is too much waits until others have let go.
 */
import type { ItemForm } from '../../codec/item-form.ts';
import type { Change, Revision, Store } from '../../storage/store.ts';
import type { CacheEvent } from '../contract.ts';
import { PassingEncodings } from '../objects/encodings.ts';
import { eventOfChange } from './event.ts';

export interface LogPlace {
	readonly resource: string;
	/** Empty: all. */
	readonly namespace: string;
	readonly after: Revision;
	readonly upTo: Revision;
	/** Rows. */
	readonly limit: number;
}

export interface LogRead {
	readonly events: readonly CacheEvent[];
	/** All up to here is in the events. */
	readonly position: Revision;
}

export interface HeldRead extends LogRead {
	/** To be called when the events are not needed any more. */
	letGo(): void;
}

/** One read, for all who share it. */
interface Shared {
	readonly key: string;
	readonly made: Promise<LogRead>;
	/** As it was stored; what is made of it comes to twice as much. 0 while it is read. */
	bytes: number;
	holders: number;
}

interface Waiting {
	readonly place: LogPlace;
	readonly form: ItemForm;
	readonly begin: () => void;
}

/** Clients whose connections broke together come back within it; longer would keep what nobody reads. */
const keptMs = 200;
/** What is held or kept for who comes later, as it was stored. */
const mostBytes = 16 * 1024 * 1024;
/** Of what is being read the size is not known yet. */
const mostUnderWay = 8;
/** Whoever holds what it has read for longer keeps nobody waiting any more: a watcher that takes nothing lets go long before. */
const mostHeldMs = 1_000;

export class LogReads {
	readonly #store: Store;
	readonly #encodings = new PassingEncodings();
	/** By place; the oldest first. */
	readonly #shared = new Map<string, Shared>();
	readonly #waiting = new Set<Waiting>();
	#underWay = 0;
	#bytes = 0;

	constructor(store: Store) {
		this.#store = store;
	}

	/** Rejects with the signal's reason when aborted while it waits, and with CompactedError. */
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

	/** What is shown of the log is another from now on. */
	clear(): void {
		for (const shared of this.#shared.values()) this.#forget(shared);
	}

	/** Until it is this one's turn: then the place is being read. */
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
			const waiting: Waiting = { place, form, begin };
			this.#waiting.add(waiting);
			signal.addEventListener('abort', onAbort);
		});
	}

	/** What is only kept makes room. */
	#hasRoom(): boolean {
		if (this.#underWay >= mostUnderWay) return false;
		for (const shared of this.#shared.values()) {
			if (this.#bytes < mostBytes) return true;
			if (shared.holders === 0) this.#forget(shared);
		}
		return this.#bytes < mostBytes;
	}

	/** Begins with those that wait, as far as there is room. */
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
		// None left: everything up to there is known. Fewer than asked for may be a bound of the store, and says nothing.
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

	/** Returns what ends it. */
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

	/** It is not shared any more. */
	#forget(shared: Shared): void {
		if (this.#shared.get(shared.key) !== shared) return;
		this.#shared.delete(shared.key);
		this.#discount(shared);
	}

	/** Nobody has it any more. */
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
