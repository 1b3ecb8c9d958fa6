/**
 * Priority and fairness (KEP-1040) for a server of one thread. There, requests wait for two things: for seats of their priority level, which
 * those have that wait for something themselves (a commit, a webhook, a slow reader of a long list), and for the thread. What a turn of the
 * event loop has no time for is queued by flow, and begun in later turns: first the level that has had the least for its shares, in it the
 * queue that has had the least. Who comes seldom has had nothing, and is next; so a client with five hundred connections delays another
 * one's request by a turn and not by five hundred requests. docs/decisions/0020-priority-and-fairness.md says why.
 */
import { namespaceMeant } from '../api/authorization.ts';
import type { ApiRequest } from '../api/request.ts';
import { SharedTurns } from '../api/shared-turns.ts';
import type { Release } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import { divideSeats } from './borrowing.ts';
import { FlowFigures, type Rejection } from './figures.ts';
import { Level } from './level.ts';
import { Matching } from './matching.ts';
import type { FlowSettings, LevelSettings } from './settings.ts';
import { type FlowSchema, type SeatKeeper, Ticket } from './ticket.ts';

export interface FairShareOptions {
	readonly release: Release;
	/** Seats of all levels together: the sum of `--max-requests-inflight` and `--max-mutating-requests-inflight`. */
	readonly seats: number;
	/** A request that has waited longer is sent away, unless its level is exempt. */
	readonly mostWaitMs: number;
	/** By which a server starts; objects come later. */
	readonly settings: FlowSettings;
	/** What a client is told that is sent away. */
	readonly refusal: (retryAfterSeconds: number) => Error;
	/** Names of the headers of an answer. */
	readonly headers: { readonly schema: string; readonly level: string };
}

/** Of a turn, for what requests ask: what comes after it is queued by flow. Less than what goes to connections, so that what they ask is known first. With 2 ms throughput is a twentieth less, with 5 others wait twice as long. */
const turnOfFlowsMs = 3;
/** What a request costs beside what it asks for: it is read and answered, and the next one of its client is read. In the same turn. */
const aroundMs = 0.025;
/** How often what has waited too long is sent away. */
const sweepMs = 1_000;
/** How often seats are divided anew. */
const periodMs = 10_000;
/** Requests of a level that are sent away in a second before the rest of that second's wait for the answer, how long, and how many do. */
const toldAtOnce = 100;
const heldMs = 1_000;
const mostHeld = 10_000;
/** Those who are exempt have a fourth of all seats for what needs many: with all of them sixty long lists are sent at once, and others wait three times as long. */
const wideShare = 4;

export class FairShare extends SharedTurns implements SeatKeeper {
	readonly #options: FairShareOptions;
	readonly #levels = new Map<string, Level<Ticket>>();
	/** Their objects are gone, and requests of theirs are not over. */
	#quiescing: Level<Ticket>[] = [];
	/**
	 * Nobody who is exempt waits for a seat, but for those that read so much that they need many: of such, too many at once would keep
	 * everybody from the thread.
	 */
	#wide: Level<Ticket> | undefined;
	#schemas: readonly FlowSchema[] = [];
	#matching = new Matching<FlowSchema>([]);
	readonly figures = new Map<string, FlowFigures>();
	/** Requests that have seats. */
	readonly inFlight = { reading: 0, mutating: 0 };
	/** Virtual milliseconds: when the level was due that was served last. */
	#now = 0;
	#waiting = 0;
	/** Refusals that are not told yet. */
	#held = 0;
	#sweep: NodeJS.Timeout | undefined;
	readonly #period: NodeJS.Timeout | undefined;
	/** From 1.26 on; the multiple of what each level needs that it may have. */
	fairMultiple = 0;

	constructor(options: FairShareOptions) {
		super(turnOfFlowsMs);
		this.#options = options;
		if (this.borrows) this.#period = setInterval(() => this.#divide(), periodMs).unref();
		this.configure(options.settings);
	}

	get borrows(): boolean {
		return compareReleases(this.#options.release, '1.26') >= 0;
	}

	get levels(): readonly Level<Ticket>[] {
		return [...this.#levels.values(), ...(this.#wide === undefined ? [] : [this.#wide]), ...this.#quiescing];
	}

	get schemas(): readonly FlowSchema[] {
		return this.#schemas;
	}

	close(): void {
		clearInterval(this.#period);
		clearTimeout(this.#sweep);
	}

	/** From now on other objects are in force; requests that wait stay where they are. */
	configure({ levels, schemas }: FlowSettings): void {
		for (const settings of levels) {
			const known = this.#levels.get(settings.name);
			if (known === undefined) this.#levels.set(settings.name, new Level<Ticket>(settings));
			else known.configure(settings);
		}
		const names = new Set(levels.map(({ name }) => name));
		for (const [name, level] of this.#levels) {
			if (names.has(name)) continue;
			this.#levels.delete(name);
			level.isQuiescing = true;
			this.#quiescing.push(level);
		}
		this.#shareOut(levels);
		this.#schemas = schemas.flatMap((settings) => {
			const level = this.#levels.get(settings.level);
			if (level === undefined) return [];
			const { headers } = this.#options;
			const { uid } = level.settings;
			const told = settings.uid === '' || uid === '' ? [] : [headers.schema, settings.uid, headers.level, uid];
			return [{ settings, level, figures: this.#figuresOf(settings.level, settings.name), headers: told }];
		});
		this.#matching = new Matching(this.#schemas);
	}

	#figuresOf(level: string, schema: string): FlowFigures {
		const key = `${level}\n${schema}`;
		const known = this.figures.get(key) ?? new FlowFigures(level, schema);
		this.figures.set(key, known);
		return known;
	}

	#shareOut(levels: readonly LevelSettings[]): void {
		const shares = levels.reduce((sum, level) => sum + level.shares, 0);
		const { seats } = this.#options;
		for (const level of this.#levels.values()) {
			const { isExempt, lendablePercent, borrowingLimitPercent } = level.settings;
			level.nominal = shares === 0 ? 0 : Math.ceil((seats * level.settings.shares) / shares);
			level.lower = level.nominal - Math.round((level.nominal * lendablePercent) / 100);
			level.upper = level.nominal + (borrowingLimitPercent === undefined ? seats : Math.round((level.nominal * borrowingLimitPercent) / 100));
			level.limit = isExempt ? Number.POSITIVE_INFINITY : level.nominal;
		}
		if (this.borrows) this.#divide();
	}

	#divide(): void {
		this.fairMultiple = divideSeats([...this.#levels.values()], performance.now());
		if (this.#waiting > 0) this.promiseTurn();
	}

	/** Undefined only where no schema is for everybody, which the mandatory ones are. */
	classify({ user, info, path }: ApiRequest): FlowSchema | undefined {
		return this.#matching.find(user, info, path);
	}

	ticket(request: ApiRequest, schema: FlowSchema, width: number): Ticket {
		const { distinguisher } = schema.settings;
		const { user, info } = request;
		const flow = distinguisher === 'ByUser' ? user.name : distinguisher === 'ByNamespace' && info.isResource ? namespaceMeant(info) : '';
		const { level } = schema;
		return new Ticket(this, request, schema, width > 1 && level.settings.isExempt ? this.#wideOf(level) : level, flow, width);
	}

	#wideOf({ settings }: Level<Ticket>): Level<Ticket> {
		if (this.#wide === undefined) {
			this.#wide = new Level<Ticket>(settings);
			this.#wide.limit = Math.ceil(this.#options.seats / wideShare);
		}
		return this.#wide;
	}

	/** Begins with `work` when the ticket has its seats, now if it can be. Throws or rejects with the refusal, or as `work` does. */
	enter<T>(ticket: Ticket, work: () => T | Promise<T>): T | Promise<T> {
		if (this.#canBegin(ticket)) {
			this.#seat(ticket);
			return work();
		}
		ticket.isResumed = false;
		return new Promise<T>((resolve, reject) => {
			this.#wait(ticket, (refusal) => {
				if (refusal !== undefined) return reject(refusal);
				try {
					resolve(work());
				} catch (error) {
					reject(error);
				}
			});
		});
	}

	/** The ticket's request goes on when it has its seats. Throws or rejects with the refusal. */
	resume(ticket: Ticket): void | Promise<void> {
		ticket.isResumed = true;
		if (this.#canBegin(ticket)) return this.#seat(ticket);
		return new Promise<void>((resolve, reject) => {
			this.#wait(ticket, (refusal) => (refusal === undefined ? resolve() : reject(refusal)));
		});
	}

	/** Rejects with the refusal when a request that comes has no chance: what it asks for need not be read. */
	refuseHopeless(ticket: Ticket): Promise<never> | undefined {
		if (!ticket.level.isFull(ticket)) return undefined;
		return new Promise((_, reject) => this.#refuse(ticket, 'queue-full', reject));
	}

	#canBegin({ level, width }: Ticket): boolean {
		return level.waiting === 0 && level.hasSeats(width) && this.hasRoom();
	}

	#seat(ticket: Ticket): void {
		const { level, schema, queue, width } = ticket;
		ticket.seatedAtMs = performance.now();
		this.spend(aroundMs);
		schema.figures.widths.observe(width);
		level.executing++;
		level.dispatched++;
		this.inFlight[ticket.reads ? 'reading' : 'mutating']++;
		level.seatsInUse += width;
		schema.figures.dispatched++;
		schema.figures.executing++;
		schema.figures.seats += width;
		if (ticket.isResumed) this.holds(ticket);
		if (queue === undefined) return;
		queue.executing++;
		queue.seatsInUse += width;
	}

	/** It has its seats beyond the turn in which it got them. */
	holds(ticket: Ticket): void {
		if (ticket.isHeld || ticket.seatedAtMs === undefined) return;
		ticket.isHeld = true;
		ticket.level.demand.change(ticket.width, ticket.seatedAtMs);
	}

	/** Its seats are free again. */
	leave(ticket: Ticket): void {
		const { level, schema, queue, width, seatedAtMs, isHeld } = ticket;
		if (seatedAtMs === undefined) return;
		const nowMs = performance.now();
		ticket.seatedAtMs = undefined;
		ticket.isHeld = false;
		if (isHeld) level.demand.change(-width, nowMs);
		schema.figures.executions.observe((nowMs - seatedAtMs) / 1_000);
		level.executing--;
		this.inFlight[ticket.reads ? 'reading' : 'mutating']--;
		level.seatsInUse -= width;
		schema.figures.executing--;
		schema.figures.seats -= width;
		if (queue !== undefined) {
			queue.executing--;
			queue.seatsInUse -= width;
			level.over(ticket, nowMs - seatedAtMs);
		}
		this.#linger(ticket);
		if (level.waiting > 0) this.promiseTurn();
	}

	/** What its watchers are told of it still costs time: as long as that is thought to take, others wait for these seats. */
	#linger({ level, lingering }: Ticket): void {
		if (lingering === undefined || level.settings.isExempt) return;
		const { seats, ms } = lingering;
		level.seatsInUse += seats;
		const free = (): void => {
			level.seatsInUse -= seats;
			if (level.waiting > 0) this.promiseTurn();
		};
		setTimeout(free, ms).unref();
	}

	#wait(ticket: Ticket, begin: NonNullable<Ticket['begin']>): void {
		const { level, schema, width } = ticket;
		ticket.begin = begin;
		ticket.waitingSinceMs = performance.now();
		if (level.waiting === 0) level.dueAt = Math.max(level.dueAt, this.#now);
		const rejection = level.add(ticket);
		if (rejection !== undefined) {
			this.#refuse(ticket, rejection, begin);
			return;
		}
		this.#waiting++;
		schema.figures.waiting++;
		schema.figures.lengths.observe(ticket.queue?.length ?? 0);
		level.demand.change(width, ticket.waitingSinceMs);
		this.promiseTurn();
		this.#sweep ??= setTimeout(() => this.#sweepOut(), sweepMs).unref();
	}

	/** Where many are sent away in a second, their clients do not wait as they are told to: the server waits for them, or it would do nothing else. */
	#refuse(ticket: Ticket, rejection: Rejection, tell: (refusal: Error) => void): void {
		const refusal = this.#refused(ticket, rejection);
		const isHeld = ticket.level.retryAfter.inSecond > toldAtOnce && this.#held < mostHeld;
		if (!isHeld) {
			tell(refusal);
			return;
		}
		this.#held++;
		const told = (): void => {
			this.#held--;
			tell(refusal);
		};
		setTimeout(told, heldMs).unref();
	}

	#refused({ level, schema }: Ticket, rejection: Rejection): Error {
		const { rejected } = schema.figures;
		rejected.set(rejection, (rejected.get(rejection) ?? 0) + 1);
		if (rejection === 'time-out') level.rejected.timedOut++;
		else if (rejection === 'cancelled') level.rejected.cancelled++;
		else level.rejected.full++;
		level.retryAfter.sentAway(performance.now());
		return this.#options.refusal(level.retryAfter.seconds);
	}

	#sweepOut(): void {
		this.#sweep = undefined;
		const nowMs = performance.now();
		const { mostWaitMs } = this.#options;
		for (const level of this.levels) {
			// Kubernetes never sends an exempt request away.
			if (level.waiting > 0 && !level.settings.isExempt)
				for (const ticket of level.take(({ waitingSinceMs }) => nowMs - waitingSinceMs >= mostWaitMs)) this.#end(ticket, 'time-out');
			level.forgetIdle();
		}
		this.#quiescing = this.#quiescing.filter(({ waiting, executing }) => waiting + executing > 0);
		if (this.#waiting > 0) this.#sweep = setTimeout(() => this.#sweepOut(), sweepMs).unref();
	}

	/** It has left its queue without having begun. */
	#end(ticket: Ticket, rejection: Rejection): void {
		this.#left(ticket, 'false');
		ticket.begin?.(this.#refused(ticket, rejection));
	}

	#left({ level, schema, width, waitingSinceMs }: Ticket, executes: 'true' | 'false'): void {
		const nowMs = performance.now();
		this.#waiting--;
		schema.figures.waiting--;
		schema.figures.waits[executes].observe((nowMs - waitingSinceMs) / 1_000);
		level.demand.change(-width, nowMs);
	}

	protected hasWaiting(): boolean {
		return this.#waiting > 0 && this.#nextLevel() !== undefined;
	}

	#nextLevel(): Level<Ticket> | undefined {
		let best: Level<Ticket> | undefined = this.#wide?.isReady ? this.#wide : undefined;
		for (const level of this.#levels.values()) if (level.isReady && (best === undefined || level.dueAt < best.dueAt)) best = level;
		for (const level of this.#quiescing) if (level.isReady && (best === undefined || level.dueAt < best.dueAt)) best = level;
		return best;
	}

	protected override workOn(): void {
		while (this.beginNext() && this.hasTime());
	}

	/** False: nothing can begin now, or what has begun goes on by itself and will see to the next. */
	protected override beginNext(): boolean {
		const level = this.#nextLevel();
		const ticket = level?.next();
		if (level === undefined || ticket === undefined) return false;
		this.#now = level.dueAt;
		if (ticket.request.isOver === true) {
			this.#end(ticket, 'cancelled');
			level.begun(0);
			return true;
		}
		this.#left(ticket, 'true');
		this.#seat(ticket);
		const beganMs = performance.now();
		ticket.begin?.();
		if (!ticket.isResumed) {
			this.#begun(ticket, performance.now() - beganMs);
			return true;
		}
		// What it does now, it does in microtasks: ticks come after all of them.
		queueMicrotask(() =>
			process.nextTick(() => {
				this.#begun(ticket, performance.now() - beganMs);
				if (this.hasTime()) this.workOn();
			}),
		);
		return false;
	}

	#begun(ticket: Ticket, ms: number): void {
		const { level, schema } = ticket;
		const counted = schema.figures.cost.counted(ms);
		level.begun(counted);
		level.dueAt += counted / this.#weightOf(level);
	}

	/** Exempt levels have as much as all others together: nobody of them waits for a seat, but the thread is everybody's. */
	#weightOf({ settings, nominal }: Level<Ticket>): number {
		return settings.isExempt ? this.#options.seats : Math.max(nominal, 1);
	}
}
