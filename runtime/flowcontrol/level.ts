/**
 * A priority level: its seats, and the order in which queued requests start. Queues are served by virtual time, as in weighted fair
 * queuing: thread time and seat time that a queue uses delay its next turn.
 */
import { BoundedMap } from '../model/bounded-map.ts';
import { Demand } from './demand.ts';
import type { Rejection } from './flow-metrics.ts';
import { DueQueues, Queue, type WaitingRequest } from './queue.ts';
import { RetryAfter } from './retry-after.ts';
import type { LevelSettings } from './settings.ts';
import { dealtHand, flowHash } from './shuffle-sharding.ts';

/** Maximum seats of one request: an absolute number, and a fraction of its level's seats (KEP-1040, work estimates). */
const mostSeats = 10;
const mostOfLevel = 0.15;
/** Bound on the flows whose hands are cached. */
const mostHands = 1_024;

export class Level<T extends WaitingRequest = WaitingRequest> {
	settings: LevelSettings;
	/**
	 * Seats: by shares (`nominal`), while others borrow (`lower`), while it borrows (`upper`), and currently (`limit`). Exempt levels have
	 * no limit.
	 */
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
	/** Virtual time, in ms, at which the level is due; the level with the earliest is served. */
	dueAt = 0;
	readonly demand = new Demand();
	readonly retryAfter = new RetryAfter();
	/** True when its object is deleted; waiting requests are still served. */
	isQuiescing = false;
	/** Virtual time, in ms, at which the last served queue was due. */
	#now = 0;
	readonly #due = new DueQueues<T>();
	#queues: Queue<T>[] = [];
	/** Queue of the request that is being started. */
	#beginning: Queue<T> | undefined;
	/** Hands already dealt, by flow. */
	readonly #hands = new BoundedMap<string, readonly Queue<T>[]>(mostHands);
	/** Queues by connection, for levels without queuing settings. */
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

	/** The numbered queues in order, for debug tables. */
	get queues(): readonly Queue<T>[] {
		return this.#queues;
	}

	get activeQueues(): number {
		return this.#due.length;
	}

	/** Applies new settings. Waiting requests keep their order within their flow. */
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

	/** Maximum seats of one request, so that it does not take all seats of the level. */
	get widest(): number {
		if (this.settings.isExempt) return mostSeats;
		const ofHand = Math.floor(this.nominal / (this.settings.queuing?.handSize ?? 1));
		return Math.min(mostSeats, Math.max(1, Math.min(Math.ceil(this.nominal * mostOfLevel), ofHand)));
	}

	/** Reports whether `width` seats are free. A request wider than the limit runs when no other holds seats. */
	hasSeats(width: number): boolean {
		return this.seatsInUse + width <= this.limit || (this.seatsInUse === 0 && this.limit > 0);
	}

	/** Reports whether the next request can start. */
	get isReady(): boolean {
		const first = this.#due.first?.first;
		return first !== undefined && this.hasSeats(first.width);
	}

	/**
	 * Queues a request. Returns the reason when it cannot wait, otherwise undefined. While seats are free, requests wait only for thread
	 * time, and the queue length is not limited.
	 */
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

	/** Reports whether a request that has to wait would be rejected. */
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
		this.#hands.set(flow, hand);
		return hand;
	}

	/** Removes the next request from its queue; `isReady` must be true. */
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

	/** Records that the request returned by `next` has started and used the thread for `ms` milliseconds. */
	begun(ms: number): void {
		const queue = this.#beginning;
		if (queue === undefined) return;
		this.#beginning = undefined;
		queue.isBeginning = false;
		// Queues by connection are served in turn, because there may be many. By time, a connection with slightly more work than the others
		// would wait for many of them.
		queue.dueAt += this.settings.queuing === undefined ? 1 : ms + queue.owes;
		queue.owes = 0;
		if (queue.length > 0) this.#due.add(queue);
	}

	/** Charges a queue for a finished request that held seats for `ms` milliseconds, in proportion to the level's seats. */
	over({ queue, width }: T, ms: number): void {
		if (queue !== undefined && this.settings.queuing !== undefined && this.limit > 0) queue.owes += (ms * width) / this.limit;
	}

	/** Removes and returns the requests that satisfy `isTaken`. */
	take(isTaken: (ticket: T) => boolean): T[] {
		const taken: T[] = [];
		this.#remake(() => {
			for (const queue of this.#all()) if (queue.length > 0) taken.push(...queue.take(isTaken));
		});
		this.waiting -= taken.length;
		for (const { width } of taken) this.seatsWaiting -= width;
		return taken;
	}

	/** Deletes idle connections' queues that have not used more than their share. */
	forgetIdle(): void {
		for (const [connection, queue] of this.#ofConnections) {
			const isIdle = queue.length === 0 && queue.executing === 0 && !queue.isBeginning;
			if (isIdle && (this.waiting === 0 || queue.dueAt + queue.owes <= this.#now)) this.#ofConnections.delete(connection);
		}
	}

	/** Returns the number of a request's queue and its position there; -1 as number for a queue by connection. */
	placeOf(ticket: T): readonly [queue: number, place: number] {
		for (const [index, queue] of [...this.#all()].entries()) {
			const place = queue.waiting().indexOf(ticket);
			if (place >= 0) return [index < this.#queues.length ? index : -1, place];
		}
		return [-1, -1];
	}

	/** Returns all waiting requests, oldest first. */
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
