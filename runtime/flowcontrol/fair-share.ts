/**
 * Priority and fairness (KEP-1040) for a single-threaded server. Requests wait for seats of their priority level and for the thread. A
 * request holds seats while it waits for a commit, a webhook or a slow reader of a long list. Requests beyond the time limit of an event
 * loop iteration are queued by flow and start in later iterations. The level with the least service for its shares goes first, and within
 * it the least served queue. A client with few requests therefore goes next: a client with five hundred connections delays it by one
 * iteration, not by five hundred requests. docs/decisions/0020-priority-and-fairness.md has the reasons.
 */
import { namespaceMeant } from '../api/authorization.ts';
import type { ApiRequest } from '../api/request.ts';
import type { Release } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import { IterationBudget } from '../scheduling/iteration-budget.ts';
import { divideSeats } from './borrowing.ts';
import { FlowMetrics, type Rejection } from './flow-metrics.ts';
import { Level } from './level.ts';
import { Matching } from './matching.ts';
import { Rejections } from './rejections.ts';
import type { FlowSettings, LevelSettings } from './settings.ts';
import { type FlowSchema, type SeatKeeper, Ticket } from './ticket.ts';

export interface FairShareOptions {
	readonly release: Release;
	/** Total seats of all levels: the sum of `--max-requests-inflight` and `--max-mutating-requests-inflight`. */
	readonly seats: number;
	/** Maximum wait of a request before it is rejected; exempt levels have none. */
	readonly mostWaitMs: number;
	/** Settings until the objects have been read. */
	readonly settings: FlowSettings;
	/** Makes the error for a rejected request. */
	readonly refusal: (retryAfterSeconds: number) => Error;
	/** Names of the response headers. */
	readonly headers: { readonly schema: string; readonly level: string };
}

/**
 * Time in an event loop iteration for running requests; the rest is queued by flow. It is shorter than the time for reading connections, so
 * that waiting requests are known before one is chosen. With 2 ms, throughput is 5% lower; with 5 ms, other clients wait twice as long.
 */
const turnOfFlowsMs = 3;
/** Cost of a request in an iteration besides running it: reading it, answering it, and reading the client's next one. */
const aroundMs = 0.025;
/** Interval at which requests past their maximum wait are rejected. */
const sweepMs = 1_000;
/** Interval at which seats are divided among the levels again. */
const periodMs = 10_000;
/**
 * Divisor of the server's seats that gives the limit for wide requests of exempt clients. Without this limit, sixty long lists run at once
 * and other clients wait three times as long.
 */
const wideShare = 4;

export class FairShare extends IterationBudget implements SeatKeeper {
	readonly #options: FairShareOptions;
	readonly #levels = new Map<string, Level<Ticket>>();
	/** Levels whose objects are deleted while some of their requests are unfinished. */
	#quiescing: Level<Ticket>[] = [];
	/**
	 * Level for exempt requests that need many seats. Other exempt requests need no seat, but too many wide ones at once would block the
	 * thread.
	 */
	#wide: Level<Ticket> | undefined;
	#schemas: readonly FlowSchema[] = [];
	#matching = new Matching<FlowSchema>([]);
	readonly metrics = new Map<string, FlowMetrics>();
	/** Number of requests that hold seats. */
	readonly inFlight = { reading: 0, mutating: 0 };
	/** Virtual time, in ms, at which the last served level was due. */
	#now = 0;
	#waiting = 0;
	readonly #rejections: Rejections;
	#sweep: NodeJS.Timeout | undefined;
	readonly #period: NodeJS.Timeout | undefined;
	/** Multiple of its estimated demand that each level may use, from 1.26 on. */
	fairMultiple = 0;

	constructor(options: FairShareOptions) {
		super(turnOfFlowsMs);
		this.#options = options;
		this.#rejections = new Rejections(options.refusal);
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

	/** Applies new settings; waiting requests stay queued. */
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
			return [{ settings, level, metrics: this.#figuresOf(settings.level, settings.name), headers: told }];
		});
		this.#matching = new Matching(this.#schemas);
	}

	#figuresOf(level: string, schema: string): FlowMetrics {
		const key = `${level}\n${schema}`;
		const known = this.metrics.get(key) ?? new FlowMetrics(level, schema);
		this.metrics.set(key, known);
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
		if (this.#waiting > 0) this.scheduleIteration();
	}

	/** Returns the matching flow schema. Undefined only without the mandatory schemas, which match every request. */
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

	/** Calls `work` once the ticket has seats, immediately where possible. Throws or rejects with the refusal, or as `work` does. */
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

	/** Resolves when the ticket has seats again. Throws or rejects with the refusal. */
	resume(ticket: Ticket): void | Promise<void> {
		ticket.isResumed = true;
		if (this.#canBegin(ticket)) return this.#seat(ticket);
		return new Promise<void>((resolve, reject) => {
			this.#wait(ticket, (refusal) => (refusal === undefined ? resolve() : reject(refusal)));
		});
	}

	/** Rejects with the refusal when a new request could not be queued, so that its body need not be read. */
	refuseHopeless(ticket: Ticket): Promise<never> | undefined {
		if (!ticket.level.isFull(ticket)) return undefined;
		return new Promise((_, reject) => this.#rejections.send(ticket, 'queue-full', reject));
	}

	#canBegin({ level, width }: Ticket): boolean {
		return level.waiting === 0 && level.hasSeats(width) && this.hasRoom();
	}

	#seat(ticket: Ticket): void {
		const { level, schema, queue, width } = ticket;
		ticket.seatedAtMs = performance.now();
		this.spend(aroundMs);
		schema.metrics.widths.observe(width);
		level.executing++;
		level.dispatched++;
		this.inFlight[ticket.reads ? 'reading' : 'mutating']++;
		level.seatsInUse += width;
		schema.metrics.dispatched++;
		schema.metrics.executing++;
		schema.metrics.seats += width;
		if (ticket.isResumed) this.holds(ticket);
		if (queue === undefined) return;
		queue.executing++;
		queue.seatsInUse += width;
	}

	/** Records that the ticket holds its seats beyond the iteration in which it got them. */
	holds(ticket: Ticket): void {
		if (ticket.isHeld || ticket.seatedAtMs === undefined) return;
		ticket.isHeld = true;
		ticket.level.demand.change(ticket.width, ticket.seatedAtMs);
	}

	/** Releases the ticket's seats. */
	leave(ticket: Ticket): void {
		const { level, schema, queue, width, seatedAtMs, isHeld } = ticket;
		if (seatedAtMs === undefined) return;
		const nowMs = performance.now();
		ticket.seatedAtMs = undefined;
		ticket.isHeld = false;
		if (isHeld) level.demand.change(-width, nowMs);
		schema.metrics.executions.observe((nowMs - seatedAtMs) / 1_000);
		level.executing--;
		this.inFlight[ticket.reads ? 'reading' : 'mutating']--;
		level.seatsInUse -= width;
		schema.metrics.executing--;
		schema.metrics.seats -= width;
		if (queue !== undefined) {
			queue.executing--;
			queue.seatsInUse -= width;
			level.over(ticket, nowMs - seatedAtMs);
		}
		this.#linger(ticket);
		if (level.waiting > 0) this.scheduleIteration();
	}

	/** Keeps the seats of a finished write for the estimated time in which its watchers are notified. */
	#linger({ level, lingering }: Ticket): void {
		if (lingering === undefined || level.settings.isExempt) return;
		const { seats, ms } = lingering;
		level.seatsInUse += seats;
		const free = (): void => {
			level.seatsInUse -= seats;
			if (level.waiting > 0) this.scheduleIteration();
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
			this.#rejections.send(ticket, rejection, begin);
			return;
		}
		this.#waiting++;
		schema.metrics.waiting++;
		schema.metrics.lengths.observe(ticket.queue?.length ?? 0);
		level.demand.change(width, ticket.waitingSinceMs);
		this.scheduleIteration();
		this.#sweep ??= setTimeout(() => this.#sweepOut(), sweepMs).unref();
	}

	#sweepOut(): void {
		this.#sweep = undefined;
		const nowMs = performance.now();
		const { mostWaitMs } = this.#options;
		for (const level of this.levels) {
			// Kubernetes never rejects an exempt request.
			if (level.waiting > 0 && !level.settings.isExempt)
				for (const ticket of level.take(({ waitingSinceMs }) => nowMs - waitingSinceMs >= mostWaitMs)) this.#end(ticket, 'time-out');
			level.forgetIdle();
		}
		this.#quiescing = this.#quiescing.filter(({ waiting, executing }) => waiting + executing > 0);
		if (this.#waiting > 0) this.#sweep = setTimeout(() => this.#sweepOut(), sweepMs).unref();
	}

	/** Rejects a request that left its queue without having started. */
	#end(ticket: Ticket, rejection: Rejection): void {
		this.#endWait(ticket, 'false');
		ticket.begin?.(this.#rejections.error(ticket, rejection));
	}

	#endWait({ level, schema, width, waitingSinceMs }: Ticket, executes: 'true' | 'false'): void {
		const nowMs = performance.now();
		this.#waiting--;
		schema.metrics.waiting--;
		schema.metrics.waits[executes].observe((nowMs - waitingSinceMs) / 1_000);
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

	/**
	 * Starts the next request. Returns false when none can start, or when the request continues in microtasks and then starts the next one
	 * itself.
	 */
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
		this.#endWait(ticket, 'true');
		this.#seat(ticket);
		const beganMs = performance.now();
		ticket.begin?.();
		if (!ticket.isResumed) {
			this.#begun(ticket, performance.now() - beganMs);
			return true;
		}
		// The resumed request runs in microtasks; `nextTick` callbacks run after all of them.
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
		const counted = schema.metrics.cost.counted(ms);
		level.begun(counted);
		level.dueAt += counted / this.#weightOf(level);
	}

	/**
	 * Returns the weight of a level in the order of levels. Exempt levels weigh as much as all others together: they need no seats but
	 * share the thread.
	 */
	#weightOf({ settings, nominal }: Level<Ticket>): number {
		return settings.isExempt ? this.#options.seats : Math.max(nominal, 1);
	}
}
