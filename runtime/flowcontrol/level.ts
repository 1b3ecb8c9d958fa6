/**
 * A priority level: how many seats its requests may have at once, and who is next when more come. Its queues are served by virtual time, as
 * in weighted fair queuing: what a queue has been given, in time of the server and in seats held, puts off when it is due again.
 */
import { Demand } from './demand.ts';
import type { Rejection } from './figures.ts';
import { dealtHand, flowHash } from './hand.ts';
import { DueQueues, Queue, type Waiting } from './queue.ts';
import { RetryAfter } from './retry-after.ts';
import type { LevelSettings } from './settings.ts';

/** Seats of one request at most, whatever it reads; and of those of its level this part (KEP-1040, work estimates). */
const mostSeats = 10;
const mostOfLevel = 0.15;
/** Flows whose hands are remembered; beyond it all are forgotten. */
const mostHands = 1_024;

export class Level<T extends Waiting = Waiting> {
	settings: LevelSettings;
	/** By its shares; what it keeps when others borrow; what it may have when it borrows; and what it may have now. Exempt: all without bound. */
	nominal = 0;
	lower = 0;
	upper = 0;
	limit = Number.POSITIVE_INFINITY;
	seatsInUse = 0;
	executing = 0;
	waiting = 0;
	seatsWaiting = 0;
	dispatched = 0;
	readonly rejected = { full: 0, timedOut: 0, cancelled: 0 };
	/** In virtual milliseconds of the server: when it is next among levels. */
	dueAt = 0;
	readonly demand = new Demand();
	readonly retryAfter = new RetryAfter();
	/** Its object is gone: what waits is still served. */
	isQuiescing = false;
	/** Virtual milliseconds: when the queue was due that was served last. */
	#now = 0;
	readonly #due = new DueQueues<T>();
	#queues: Queue<T>[] = [];
	/** Out of which the request comes that is being begun. */
	#beginning: Queue<T> | undefined;
	/** Dealt before, by flow. */
	readonly #hands = new Map<string, readonly Queue<T>[]>();
	/** Where nothing deals queues, each connection has its own. */
	readonly #ofConnections = new Map<string, Queue<T>>();

	constructor(settings: LevelSettings) {
		this.settings = settings;
		this.configure(settings);
	}

	get name(): string {
		return this.settings.name;
	}

	get now(): number {
		return this.#now;
	}

	/** For debugging: those that have a number, with it. */
	get queues(): readonly Queue<T>[] {
		return this.#queues;
	}

	get activeQueues(): number {
		return this.#due.length;
	}

	/** What waits keeps its order among its flow. */
	configure(settings: LevelSettings): void {
		const dealt = settings.queuing?.queues ?? 0;
		const same = this.settings.isExempt === settings.isExempt && dealt === this.#queues.length;
		if (this.settings.queuing?.handSize !== settings.queuing?.handSize) this.#hands.clear();
		this.settings = settings;
		if (same) return;
		const waiting = this.tickets();
		this.#hands.clear();
		this.#due.clear();
		this.#ofConnections.clear();
		this.#queues = Array.from({ length: dealt }, () => new Queue<T>());
		for (const ticket of waiting) this.#join(ticket, this.#queueOf(ticket));
	}

	/** Most seats that a request may take: more would keep all others of the level waiting for them. */
	get widest(): number {
		if (this.settings.isExempt) return mostSeats;
		const ofHand = Math.floor(this.nominal / (this.settings.queuing?.handSize ?? 1));
		return Math.min(mostSeats, Math.max(1, Math.min(Math.ceil(this.nominal * mostOfLevel), ofHand)));
	}

	/** Whether there are seats for so many. A request that is wider than the level has it for itself. */
	hasSeats(width: number): boolean {
		return this.seatsInUse + width <= this.limit || (this.seatsInUse === 0 && this.limit > 0);
	}

	/** Whether the request that is next can begin. */
	get isReady(): boolean {
		const first = this.#due.first?.first;
		return first !== undefined && this.hasSeats(first.width);
	}

	/** Why a request cannot wait here; undefined: it waits. While there are seats, all that is short is time, of which those that wait take none. */
	add(ticket: T): Rejection | undefined {
		const { queuing, isExempt } = this.settings;
		const queue = this.#queueOf(ticket);
		if (queuing !== undefined && queue.length >= queuing.lengthLimit && !this.hasSeats(ticket.width)) return 'queue-full';
		if (queuing === undefined && !isExempt && this.seatsInUse + this.seatsWaiting + ticket.width > this.limit) return 'concurrency-limit';
		this.waiting++;
		this.seatsWaiting += ticket.width;
		this.#join(ticket, queue);
		return undefined;
	}

	/** Whether a request would be sent away that has to wait. */
	isFull(ticket: T): boolean {
		const { queuing } = this.settings;
		if (queuing === undefined || this.waiting < queuing.lengthLimit || this.hasSeats(ticket.width)) return false;
		return this.#queueOf(ticket).length >= queuing.lengthLimit;
	}

	#join(ticket: T, queue: Queue<T>): void {
		ticket.queue = queue;
		const wasEmpty = queue.length === 0;
		queue.add(ticket);
		if (!wasEmpty || queue.isBeginning) return;
		queue.dueAt = Math.max(queue.dueAt + queue.owes, this.#now);
		queue.owes = 0;
		this.#due.add(queue);
	}

	#queueOf({ flow, connection }: T): Queue<T> {
		const { queuing } = this.settings;
		if (queuing === undefined) {
			const known = this.#ofConnections.get(connection) ?? new Queue<T>();
			this.#ofConnections.set(connection, known);
			return known;
		}
		let best: Queue<T> | undefined;
		for (const queue of this.#hand(flow, queuing)) {
			if (best === undefined || queue.length + queue.executing < best.length + best.executing) best = queue;
		}
		return best as Queue<T>;
	}

	#hand(flow: string, { queues, handSize }: NonNullable<LevelSettings['queuing']>): readonly Queue<T>[] {
		const known = this.#hands.get(flow);
		if (known !== undefined) return known;
		const hand = dealtHand(flowHash(flow), queues, handSize).map((card) => this.#queues[card] as Queue<T>);
		if (this.#hands.size >= mostHands) this.#hands.clear();
		this.#hands.set(flow, hand);
		return hand;
	}

	/** The request that is next; `isReady` has said that there is one. */
	next(): T | undefined {
		const queue = this.#due.shift();
		const ticket = queue?.shift();
		if (queue === undefined || ticket === undefined) return undefined;
		this.#now = queue.dueAt;
		queue.isBeginning = true;
		this.#beginning = queue;
		this.waiting--;
		this.seatsWaiting -= ticket.width;
		return ticket;
	}

	/** What `next` returned has begun, which took the server so long. */
	begun(ms: number): void {
		const queue = this.#beginning;
		if (queue === undefined) return;
		this.#beginning = undefined;
		queue.isBeginning = false;
		// Connections may be many, and go in turns: by time, one that asks for a little more than they do would wait for many of them.
		queue.dueAt += this.settings.queuing === undefined ? 1 : ms + queue.owes;
		queue.owes = 0;
		if (queue.length > 0) this.#due.add(queue);
	}

	/** A request of a queue is over, and has had its seats for so long: that is its part of all that the level has. */
	over({ queue, width }: T, ms: number): void {
		if (queue !== undefined && this.settings.queuing !== undefined && this.limit > 0) queue.owes += (ms * width) / this.limit;
	}

	/** Takes out what meets a condition. */
	take(isTaken: (ticket: T) => boolean): T[] {
		const taken: T[] = [];
		this.#remake(() => {
			for (const queue of this.#all()) if (queue.length > 0) taken.push(...queue.take(isTaken));
		});
		this.waiting -= taken.length;
		for (const { width } of taken) this.seatsWaiting -= width;
		return taken;
	}

	/** Forgets connections that are owed nothing. */
	forgetIdle(): void {
		for (const [connection, queue] of this.#ofConnections) {
			const isIdle = queue.length === 0 && queue.executing === 0 && !queue.isBeginning;
			if (isIdle && (this.waiting === 0 || queue.dueAt + queue.owes <= this.#now)) this.#ofConnections.delete(connection);
		}
	}

	/** Number of the queue in which something waits, and how many are before it there; -1: its queue has no number. */
	placeOf(ticket: T): readonly [queue: number, place: number] {
		for (const [index, queue] of [...this.#all()].entries()) {
			const place = queue.waiting().indexOf(ticket);
			if (place >= 0) return [index < this.#queues.length ? index : -1, place];
		}
		return [-1, -1];
	}

	/** All that wait, the oldest first. */
	tickets(): T[] {
		return [...this.#all()].flatMap((queue) => queue.waiting()).sort((a, b) => a.waitingSinceMs - b.waitingSinceMs);
	}

	*#all(): Iterable<Queue<T>> {
		yield* this.#queues;
		yield* this.#ofConnections.values();
	}

	#remake(change: () => void): void {
		change();
		this.#due.clear();
		for (const queue of this.#all()) if (queue.length > 0 && !queue.isBeginning) this.#due.add(queue);
	}
}
