/**
 * Recent events of one resource in order, what the changes before them replaced, and the budget of bytes that all resources share. What
 * leaves as an event may stay as a difference for a while, a tenth as large: nobody watches from there any more, but lists of the past
 * may go on.
 */
import type { Revision } from '../../storage/store.ts';
import type { HeldObject } from '../objects/object.ts';
import { ReplacedStates } from '../past/replaced-states.ts';
import type { Event } from './event.ts';

/** The record of an event and what else it holds, beside the bytes of its objects. */
const recordBytes = 256;

/** Part of the largest log that is dropped at once when the budget is exceeded: some hundred events of 1 KiB, whose differences take half a millisecond. */
const droppedFraction = 1 / 256;

/** Part of the budget that differences may take. */
const replacedFraction = 1 / 4;

export type StoredEvent = Event<HeldObject>;

export class EventLog {
	/** All events after this revision are here. */
	start: Revision;
	bytes = 0;
	/** Of what changes up to this revision replaced, nothing was kept when it left. */
	keptFrom: Revision;
	/** What changes before the events replaced, as far as it is in memory. */
	readonly replaced = new ReplacedStates();
	/** What is before the head was dropped, and is undefined. */
	#events: (StoredEvent | undefined)[] = [];
	/** Of each, what was counted when it came: an object may be held in another form by the time its event goes. */
	#sizes: number[] = [];
	#head = 0;
	#shared: { readonly from: Revision; readonly limit: number; readonly count: number; readonly events: readonly StoredEvent[] } | undefined;

	constructor(start: Revision) {
		this.start = start;
		this.keptFrom = start;
	}

	push(event: StoredEvent): number {
		const bytes = bytesOf(event);
		this.#events.push(event);
		this.#sizes.push(bytes);
		this.bytes += bytes;
		return bytes;
	}

	/** At most `limit` events after a revision, all of them in order. Readers at one place share one answer. */
	after(from: Revision, limit: number): readonly StoredEvent[] {
		const count = this.#events.length;
		const known = this.#shared;
		if (known !== undefined && known.from === from && known.limit === limit && known.count === count) return known.events;
		const first = this.#firstAfter(from);
		// From the head on, none is undefined.
		const events = this.#events.slice(first, first + limit) as StoredEvent[];
		this.#shared = { from, limit, count, events };
		return events;
	}

	countAfter(from: Revision): number {
		return this.#events.length - this.#firstAfter(from);
	}

	/** At most `limit` events after a revision that match. */
	matching(from: Revision, limit: number, matches: (event: StoredEvent) => boolean): StoredEvent[] {
		const found: StoredEvent[] = [];
		for (let i = this.#firstAfter(from); i < this.#events.length && found.length < limit; i++) {
			const event = this.#events[i];
			if (event !== undefined && matches(event)) found.push(event);
		}
		return found;
	}

	/** The event of a revision; undefined: it is not here. */
	at(revision: Revision): StoredEvent | undefined {
		if (revision <= this.start) return undefined;
		const event = this.#events[this.#firstAfter(revision - 1)];
		return event?.revision === revision ? event : undefined;
	}

	/** Forgets the oldest event; undefined when there is none. */
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
 * What would be free without it. The object that a change made is the present one, or what a later change replaced, and that event
 * counts it, which goes after this one.
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

/** Keeps all logs within one budget; the noisiest resource pays, so that a quiet one keeps its past. */
export class EventBudget {
	readonly #limitBytes: number;
	readonly #logs: EventLog[] = [];
	readonly #onDropped: (event: StoredEvent) => void;
	/** Of events. */
	#bytes = 0;
	/** Of differences. */
	#replacedBytes = 0;
	#keepsReplaced = false;

	/** `onDropped`: memory's events do not hold its objects any more. */
	constructor(limitBytes: number, onDropped: (event: StoredEvent) => void) {
		this.#limitBytes = limitBytes;
		this.#onDropped = onDropped;
	}

	/** Of all logs. */
	get bytes(): number {
		return this.#bytes + this.#replacedBytes;
	}

	addLog(start: Revision): EventLog {
		const log = new EventLog(start);
		this.#logs.push(log);
		return log;
	}

	push(log: EventLog, event: StoredEvent): void {
		this.#bytes += log.push(event);
	}

	/** Forgets all events of a log: who needs them reads them in the store. */
	clear(log: EventLog, applied: Revision): void {
		this.#bytes -= log.bytes;
		for (let event = log.drop(); event !== undefined; event = log.drop()) this.#onDropped(event);
		log.start = applied;
		this.#accounted(log, () => log.replaced.clear());
	}

	/** From now on what leaves as an event stays as a difference. */
	keepReplaced(): void {
		this.#keepsReplaced = true;
		for (const log of this.#logs) log.keptFrom = log.start;
	}

	/** For what changes replaced before those of which memory knows it. */
	get hasRoomForReplaced(): boolean {
		return this.#replacedBytes < this.#limitBytes * replacedFraction;
	}

	/** `add` adds to what changes replaced. Events make room for it. */
	addReplaced(log: EventLog, add: () => void): void {
		this.#accounted(log, add);
		this.enforce();
	}

	/** Nobody asks for what was before a revision. */
	forget(before: Revision): void {
		for (const log of this.#logs) this.#accounted(log, () => log.replaced.forget(before));
	}

	enforce(): void {
		while (this.bytes > this.#limitBytes) {
			if (this.#replacedBytes > this.#limitBytes * replacedFraction || this.#bytes === 0) this.#dropReplaced();
			else this.#dropEvents();
		}
	}

	#dropReplaced(): void {
		const largest = this.#logs.reduce((a, b) => (b.replaced.bytes > a.replaced.bytes ? b : a));
		this.#accounted(largest, () => largest.replaced.drop());
	}

	#dropEvents(): void {
		const largest = this.#logs.reduce((a, b) => (b.bytes > a.bytes ? b : a));
		const target = largest.bytes * (1 - droppedFraction);
		const before = largest.bytes;
		this.#accounted(largest, () => {
			while (largest.bytes > target) {
				const event = largest.drop();
				if (event === undefined) break;
				if (this.#keepsReplaced) replaced(largest.replaced, event);
				this.#onDropped(event);
			}
		});
		this.#bytes -= before - largest.bytes;
	}

	/** What is done to the differences of a log changes what all take. */
	#accounted(log: EventLog, change: () => void): void {
		const before = log.replaced.bytes;
		change();
		this.#replacedBytes += log.replaced.bytes - before;
	}
}

/** What is left of an event that memory is about to forget. The event counts as a holder of its objects. */
function replaced(states: ReplacedStates, { type, object, previous, revision }: StoredEvent): void {
	if (type === 'MODIFIED' && previous !== undefined) states.add(revision, previous, object.holders > 1 ? object : undefined);
}
