/**
 * Position of a reader in the events of one resource: a revision and a scope, without a queue. It serves events from memory, or from the
 * store's log when the position is older than memory. It waits when there are none.
 */
import type { ItemForm } from '../../codec/item-form.ts';
import { CompactedError, type Revision } from '../../storage/store.ts';
import { fieldOf } from '../by-field/field-value.ts';
import type { CachedObject, CacheEvent, Cursor, EventTaker, FieldValue, TakerClass } from '../contract.ts';
import { type Scope, type ScopedWaiter, scopeKey, type Waiters } from '../waiters.ts';
import type { EventLog } from './log.ts';
import type { HeldRead, LogReads } from './log-reads.ts';

/** Number of log rows to read at once. This bounds the memory of a reader that is far behind; the store bounds it in bytes. */
const logRows = 500;

/** Source of a cursor: one resource of the cache. */
export interface CursorSource {
	readonly resource: string;
	readonly log: EventLog;
	readonly waiters: Waiters;
	readonly reads: LogReads;
	readonly form: ItemForm;
	/** Applied revision, common to all types. */
	applied(): Revision;
	/** Oldest usable revision, even if the log has older ones. */
	oldest(): Revision;
}

/** Callbacks that settle a wait. */
interface Wait {
	readonly resolve: (events: readonly CacheEvent[]) => void;
	readonly reject: (error: unknown) => void;
}

/** Each delivery reads only the first fields: the state of a thousand waiting cursors must fit into a processor cache. */
export class ResourceCursor implements Cursor, ScopedWaiter {
	#position: Revision;
	#limit = 0;
	/** Receives events synchronously while the cursor waits. */
	#taker: EventTaker | undefined;
	#wait: Wait | undefined;
	readonly scope: Scope;
	readonly scopeKey: string;
	readonly #source: CursorSource;
	#reading = false;
	#closed = false;
	/** Last result, when it was read from the log. */
	#read: HeldRead | undefined;
	#signal: AbortSignal | undefined;
	readonly #onAbort = () => this.#interrupt(this.#signal?.reason);

	constructor(source: CursorSource, from: Revision, scope: Scope) {
		this.#source = source;
		this.#position = from;
		this.scope = scope;
		this.scopeKey = scopeKey(scope);
	}

	/** While the cursor waits, it has seen all events up to the applied revision. */
	get revision(): Revision {
		return this.#wait === undefined ? this.#position : Math.max(this.#position, this.#source.applied());
	}

	get takerClass(): TakerClass | undefined {
		return this.#taker?.takerClass;
	}

	next(limit: number, signal: AbortSignal, taker?: EventTaker): Promise<readonly CacheEvent[]> {
		if (this.#wait !== undefined || this.#reading) throw new Error('a cursor has one pending call at a time');
		if (this.#closed) return Promise.reject(new Error('the cursor is closed'));
		if (signal.aborted) return Promise.reject(signal.reason);
		this.#releaseRead();
		const oldest = this.#source.oldest();
		if (this.#position < oldest) return Promise.reject(new CompactedError(oldest));
		if (this.#position < this.#source.log.start) return this.#fromStore(limit, signal, taker);
		const events = this.#fromMemory(limit);
		if (events.length > 0) return Promise.resolve(events);
		this.#listen(signal);
		return new Promise((resolve, reject) => {
			this.#limit = limit;
			this.#taker = taker;
			this.#wait = { resolve, reject };
			this.#source.waiters.add(this);
		});
	}

	/**
	 * Called by the waiters with new events of the scope, before the revision `applied` becomes visible. Returns true when the wait ended.
	 */
	wake(events: readonly CacheEvent[], applied: Revision): boolean {
		const wait = this.#wait;
		if (wait === undefined) return true;
		// A cursor that waits at a future revision skips older events.
		const newer = this.#position < (events[0]?.revision ?? 0) ? events : events.filter((event) => event.revision > this.#position);
		if (newer.length === 0) return false;
		if (newer.length <= this.#limit) {
			this.#position = applied;
			if (this.#taker?.take(newer)) return false;
			this.#wait = undefined;
			wait.resolve(newer);
			return true;
		}
		const taken = newer.slice(0, this.#limit);
		this.#position = taken.at(-1)?.revision ?? applied;
		this.#wait = undefined;
		wait.resolve(taken);
		return true;
	}

	madeAlone(event: CacheEvent): Buffer | undefined | null {
		return this.#wait !== undefined && this.#taker !== undefined && this.#position < event.revision ? this.#taker.alreadyEncoded(event) : null;
	}

	tellAlone(events: readonly CacheEvent[], bytes: Buffer): boolean {
		const wait = this.#wait;
		if (wait === undefined) return true;
		if (this.#position >= (events[0] as CacheEvent).revision) return false;
		// While the cursor waits, its position is the applied revision and need not be stored.
		if (this.#taker?.tell(bytes)) return false;
		this.#position = this.revision;
		this.#wait = undefined;
		wait.resolve(events);
		return true;
	}

	fail(error: Error): void {
		this.#interrupt(error);
	}

	back(to: Revision): void {
		if (this.#wait !== undefined || this.#reading || to > this.#position) throw new Error('a cursor can only move back within its last results');
		this.#position = to;
		this.#releaseRead();
	}

	close(): void {
		if (this.#closed) return;
		this.#closed = true;
		this.#releaseRead();
		this.#signal?.removeEventListener('abort', this.#onAbort);
		this.#interrupt(new Error('the cursor is closed'));
	}

	#fromMemory(limit: number): readonly CacheEvent[] {
		const { log } = this.#source;
		const { namespace, name, only } = this.scope;
		const isAny = namespace === '' && name === '' && only === undefined;
		const events = isAny ? log.after(this.#position, limit) : log.matching(this.#position, limit, (event) => isIn(this.scope, event));
		this.#position = events.length < limit ? Math.max(this.#position, this.#source.applied()) : (events.at(-1)?.revision ?? this.#position);
		return events;
	}

	async #fromStore(limit: number, signal: AbortSignal, taker: EventTaker | undefined): Promise<readonly CacheEvent[]> {
		this.#reading = true;
		try {
			while (this.#position < this.#source.log.start) {
				const read = await this.#readLog(limit, signal);
				if (signal.aborted || this.#closed) {
					read.letGo();
					// The position has not moved yet, so events that are not delivered are read again.
					signal.throwIfAborted();
					throw new Error('the cursor is closed');
				}
				this.#position = read.position;
				if (read.events.length > 0) {
					this.#read = read;
					return read.events;
				}
				read.letGo();
			}
		} finally {
			this.#reading = false;
		}
		return await this.next(limit, signal, taker);
	}

	async #readLog(limit: number, signal: AbortSignal): Promise<HeldRead> {
		const { reads, resource, form, log } = this.#source;
		const { namespace, name, only } = this.scope;
		const read = await reads.read({ resource, namespace, after: this.#position, upTo: log.start, limit: Math.min(limit, logRows) }, form, signal);
		return name === '' && only === undefined ? read : { ...read, events: read.events.filter((event) => isIn(this.scope, event)) };
	}

	#releaseRead(): void {
		this.#read?.letGo();
		this.#read = undefined;
	}

	/**
	 * Keeps the same listener while the signal stays the same. Adding one for each batch of each watcher would take a measurable part of
	 * the CPU.
	 */
	#listen(signal: AbortSignal): void {
		if (this.#signal === signal) return;
		this.#signal?.removeEventListener('abort', this.#onAbort);
		this.#signal = signal;
		signal.addEventListener('abort', this.#onAbort);
	}

	#interrupt(reason: unknown): void {
		const wait = this.#wait;
		if (wait === undefined) return;
		this.#position = this.revision;
		this.#wait = undefined;
		this.#source.waiters.remove(this);
		wait.reject(reason);
	}
}

function isIn({ namespace, name, only }: Scope, { object, previous }: CacheEvent): boolean {
	if ((namespace !== '' && object.namespace !== namespace) || (name !== '' && object.name !== name)) return false;
	return only === undefined || hasOrUnknown(object, only) || (previous !== undefined && hasOrUnknown(previous, only));
}

function hasOrUnknown(object: CachedObject, { field, value }: FieldValue): boolean {
	const found = fieldOf(object, field);
	return found === undefined || found === value;
}
