/** Recent events of one resource in order, and the byte budget shared by all resources. */
import type { Revision } from '../../storage/store.ts';
import type { HeldObject } from '../objects/object.ts';
import type { Event } from './event.ts';

/** Memory of an event in addition to the bytes of its objects. */
const recordBytes = 256;

/** Fraction of the largest log that is dropped at once when the budget is exceeded: some hundred events of 1 KiB. */
const droppedFraction = 1 / 256;

export type StoredEvent = Event<HeldObject>;

export class EventLog {
	/** Revision after which the log is complete. */
	start: Revision;
	bytes = 0;
	/** Events; entries before the head were dropped and are undefined. */
	#events: (StoredEvent | undefined)[] = [];
	/** Size of each event as counted on arrival, because its object may have another form when the event leaves. */
	#sizes: number[] = [];
	#head = 0;
	#shared: { readonly from: Revision; readonly limit: number; readonly count: number; readonly events: readonly StoredEvent[] } | undefined;

	constructor(start: Revision) {
		this.start = start;
	}

	push(event: StoredEvent): number {
		const bytes = bytesOf(event);
		this.#events.push(event);
		this.#sizes.push(bytes);
		this.bytes += bytes;
		return bytes;
	}

	/** Returns at most `limit` events after a revision, in order. Readers at the same position share one result. */
	after(from: Revision, limit: number): readonly StoredEvent[] {
		const count = this.#events.length;
		const known = this.#shared;
		if (known !== undefined && known.from === from && known.limit === limit && known.count === count) return known.events;
		const first = this.#firstAfter(from);
		// Entries from the head on are defined.
		const events = this.#events.slice(first, first + limit) as StoredEvent[];
		this.#shared = { from, limit, count, events };
		return events;
	}

	/** Returns at most `limit` matching events after a revision. */
	matching(from: Revision, limit: number, matches: (event: StoredEvent) => boolean): StoredEvent[] {
		const found: StoredEvent[] = [];
		for (let i = this.#firstAfter(from); i < this.#events.length && found.length < limit; i++) {
			const event = this.#events[i];
			if (event !== undefined && matches(event)) found.push(event);
		}
		return found;
	}

	/** Drops and returns the oldest event; undefined when there is none. */
	drop(): StoredEvent | undefined {
		const event = this.#events[this.#head];
		if (event === undefined) return undefined;
		this.bytes -= this.#sizes[this.#head] ?? 0;
		this.#events[this.#head++] = undefined;
		this.start = event.revision;
		this.#shared = undefined;
		if (this.#head > 1024 && this.#head > this.#events.length / 2) {
			this.#events = this.#events.slice(this.#head);
			this.#sizes = this.#sizes.slice(this.#head);
			this.#head = 0;
		}
		return event;
	}

	#firstAfter(revision: Revision): number {
		let low = this.#head;
		let high = this.#events.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.#events[middle]?.revision ?? 0) <= revision) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

/**
 * Returns the memory that dropping the event would free. The object that the change wrote is not counted. It is either the current state,
 * or the previous state of a later event, which counts it.
 */
function bytesOf({ type, object, previous }: StoredEvent): number {
	switch (type) {
		case 'ADDED':
			return recordBytes;
		case 'MODIFIED':
			return recordBytes + (previous?.length ?? 0);
		case 'DELETED':
			return recordBytes + object.length + (previous === undefined || previous === object ? 0 : previous.length);
	}
}

/** Keeps all logs within one budget. The largest log shrinks first, so that a rarely changed resource keeps its history. */
export class EventBudget {
	readonly #limitBytes: number;
	readonly #logs: EventLog[] = [];
	readonly #onDropped: (event: StoredEvent) => void;
	#bytes = 0;

	/** `onDropped`: called when an event in memory no longer holds its objects. */
	constructor(limitBytes: number, onDropped: (event: StoredEvent) => void) {
		this.#limitBytes = limitBytes;
		this.#onDropped = onDropped;
	}

	/** Bytes of all logs. */
	get bytes(): number {
		return this.#bytes;
	}

	addLog(start: Revision): EventLog {
		const log = new EventLog(start);
		this.#logs.push(log);
		return log;
	}

	push(log: EventLog, event: StoredEvent): void {
		this.#bytes += log.push(event);
	}

	/** Drops all events of a log; readers then use the store. */
	clear(log: EventLog, applied: Revision): void {
		this.#bytes -= log.bytes;
		for (let event = log.drop(); event !== undefined; event = log.drop()) this.#onDropped(event);
		log.start = applied;
	}

	enforce(): void {
		while (this.#bytes > this.#limitBytes && this.#bytes > 0) this.#dropEvents();
	}

	#dropEvents(): void {
		const largest = this.#logs.reduce((a, b) => (b.bytes > a.bytes ? b : a));
		const before = largest.bytes;
		const target = before * (1 - droppedFraction);
		while (largest.bytes > target) {
			const event = largest.drop();
			if (event === undefined) break;
			this.#onDropped(event);
		}
		this.#bytes -= before - largest.bytes;
	}
}
