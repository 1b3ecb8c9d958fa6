/** One running watch: the initial objects, then batches of events with bookmarks between them, and an orderly end. */
import { ClientGone } from '../../api/client-gone.ts';
import { ApiError } from '../../api/errors.ts';
import { ReportedError } from '../../api/reported-error.ts';
import type { EventWriter } from '../../api/request.ts';
import type { TimeSlicer } from '../../scheduling/time-slicer.ts';
import { CompactedError, type Revision } from '../../storage/store.ts';
import type { CacheEvent, Cursor, EventTaker, TakerClass } from '../../watch/contract.ts';
import { type EventBatches, type Piece, pieceBytes } from '../context/event-batches.ts';
import type { SentEvents } from '../context/watch-event-metrics.ts';
import type { EventEncoder } from './encode.ts';
import { type InitialObjects, InitialState } from './initial.ts';

/** Interval of bookmarks while no events arrive, as in Kubernetes. */
const bookmarkEveryMs = 60_000;
/**
 * Maximum number of events to request at once, enough to join small ones. The bound in bytes allows two pieces of large events, because
 * each watcher holds events that were read from the log. At the start and after a stall, only one event is requested, so that little is
 * read for a client that does not read.
 */
const mostEvents = 500;
const mostBytes = 2 * pieceBytes;
const fewestEvents = 1;
/**
 * Time without progress of the client after which its events are released, to be requested again later: a few round trips on a long line.
 */
const heldMs = 200;
/**
 * Time without progress of the client after which the watch ends during its initial objects. The snapshot of the initial objects is held
 * for the client.
 */
const stateStallMs = 30_000;

export interface WatchParts {
	readonly cursor: Cursor;
	readonly encoder: EventEncoder;
	readonly batches: EventBatches;
	/** Initial objects, sent as ADDED events. Undefined when the watch begins with changes. */
	readonly initial: InitialObjects | undefined;
	readonly timeoutMs: number;
	readonly bookmarks: boolean;
	/** Histogram of the sizes of all events. */
	readonly sent: SentEvents;
	/** Scheduler shared with other long work. */
	readonly slices: TimeSlicer;
	/** True when a bookmark marks the end of the initial events (streaming lists). */
	readonly endOfInitial: boolean;
	/**
	 * Calls `callback` when the watched resource is no longer served, or no longer in the same form. The client must then start over.
	 * Returns a function that unsubscribes.
	 */
	readonly whenChanged: (callback: () => void) => () => void;
}

/** Largest delay that a timer accepts. */
const maxTimerMs = 2 ** 31 - 1;

export class WatchStream implements EventTaker {
	/**
	 * Fields that each delivery reads come first, and directly in the object: with a thousand watchers, each indirection is another cache
	 * miss.
	 */
	readonly #encoder: EventEncoder;
	/** Writer of the running stream. */
	#writer: EventWriter | undefined;
	readonly #slices: TimeSlicer;
	readonly #sent: SentEvents;
	readonly #parts: WatchParts;
	/** True while everything is written and the stream waits for events. Only then may it send bookmarks. */
	#idle = false;
	/**
	 * True when the events that the cursor is about to return are written already and filled the writer's buffer. They must not be written
	 * again.
	 */
	#isFull = false;
	#limit = fewestEvents;
	/** Revision up to which all events are written. */
	#written: Revision = 0;
	/** Events after that revision that the cursor has returned. */
	#held: readonly CacheEvent[] | undefined;
	/** Number of held events that are written, number of pieces, and their bytes. */
	#over = 0;
	#piece = 0;
	#bytes = 0;
	/** Number of bytes of the next event that are already written. */
	#offset = 0;

	constructor(parts: WatchParts) {
		this.#encoder = parts.encoder;
		this.#slices = parts.slices;
		this.#sent = parts.sent;
		this.#parts = parts;
	}

	/**
	 * Resolves when the watch is over: at its timeout, when the client has gone, or when the server drains. Never rejects in these cases.
	 */
	async run(writer: EventWriter): Promise<void> {
		const { cursor, timeoutMs, bookmarks, whenChanged } = this.#parts;
		this.#writer = writer;
		const ending = new AbortController();
		const end = (): void => ending.abort();
		const deadline = setTimeout(end, Math.max(0, Math.min(timeoutMs, maxTimerMs)));
		const progress = bookmarks ? setInterval(() => this.#bookmark(writer), bookmarkEveryMs) : undefined;
		if (writer.signal.aborted) end();
		writer.signal.addEventListener('abort', end, { once: true });
		const stopListening = whenChanged(end);
		try {
			await this.#begin(writer, ending.signal);
			await this.#follow(writer, ending.signal);
		} catch (error) {
			if (error instanceof ClientGone) throw error;
			if (!ending.signal.aborted) this.#fail(writer, error);
			else if (bookmarks && !writer.signal.aborted) this.#bookmark(writer);
		} finally {
			clearTimeout(deadline);
			clearInterval(progress);
			writer.signal.removeEventListener('abort', end);
			stopListening();
			cursor.close();
		}
	}

	async #begin(writer: EventWriter, signal: AbortSignal): Promise<void> {
		const { initial, encoder, bookmarks, endOfInitial, cursor, sent, slices } = this.#parts;
		if (initial !== undefined) await this.#tellState(writer, new InitialState(initial, encoder, sent, slices), signal);
		if (endOfInitial && bookmarks) this.#tell(writer, encoder.bookmark(cursor.revision, true));
	}

	async #tellState(writer: EventWriter, state: InitialState, signal: AbortSignal): Promise<void> {
		await state.ahead(signal);
		for (let takesMore = writeState(writer, state); takesMore !== undefined; takesMore = writeState(writer, state)) {
			if (!takesMore) {
				await ready(writer, signal, [
					{ afterMs: heldMs, act: () => state.rest() },
					{ afterMs: stateStallMs, act: (fail) => fail(new ClientGone(`the client read no data for ${stateStallMs} ms`)) },
				]);
			}
			signal.throwIfAborted();
			await state.ahead(signal);
		}
	}

	async #follow(writer: EventWriter, signal: AbortSignal): Promise<void> {
		const { cursor } = this.#parts;
		for (;;) {
			let mayTakeMore = true;
			// Only the field refers to the events, and no local variable or promise, so that they can be released during the wait.
			if (this.#held === undefined) {
				this.#idle = true;
				mayTakeMore = await this.#takeNext(cursor.next(this.#limit, signal, this));
				const pending = mayTakeMore ? this.#ahead() : undefined;
				if (pending !== undefined) {
					await pending;
					signal.throwIfAborted();
				}
			}
			while (!(mayTakeMore && this.#send(writer))) {
				// A client that does not read must not outlive the watch's timeout.
				await ready(writer, signal, this.#held === undefined ? [] : [{ afterMs: heldMs, act: () => this.#rewind() }]);
				signal.throwIfAborted();
				mayTakeMore = true;
			}
		}
	}

	/** Writes the next events. Returns false when `take` has written them already and the writer's buffer is full. */
	async #takeNext(next: Promise<readonly CacheEvent[]>): Promise<boolean> {
		const events = await next;
		this.#idle = false;
		const mayTakeMore = !this.#isFull;
		// `take` sets the field when it cannot write all events.
		if (mayTakeMore && this.#held === undefined) this.#holdEvents(events);
		this.#isFull = false;
		return mayTakeMore;
	}

	get takerClass(): TakerClass | undefined {
		return this.#encoder.takerClass;
	}

	/**
	 * Returns an event that is already encoded for all watchers, the most common case. `tell` then writes it, and changes no state unless
	 * the writer's buffer becomes full. Errors are left to `take`.
	 */
	alreadyEncoded(event: CacheEvent): Buffer | undefined | null {
		const encoder = this.#encoder;
		if (encoder.key === undefined || (encoder.judgesLong && !this.#slices.hasRoom())) return null;
		try {
			const bytes = encoder.alreadyEncoded(event);
			return bytes && bytes.length > pieceBytes ? null : bytes;
		} catch {
			return null;
		}
	}

	tell(bytes: Buffer): boolean {
		if (this.#writer === undefined) return false;
		try {
			this.#isFull = !this.#writer.write(bytes);
			this.#sent.observe(bytes.length);
			return !this.#isFull;
		} catch {
			return false;
		}
	}

	/** Writes events synchronously. Returns true when all are written and the writer accepts more. */
	take(events: readonly CacheEvent[]): boolean {
		const encoder = this.#encoder;
		const writer = this.#writer;
		if (writer === undefined || (encoder.judgesLong && !this.#slices.hasRoom())) return false;
		// An encoder without a key writes only its next event. The cursor must return the others again.
		if (encoder.key === undefined && events.length > 1) return false;
		try {
			if (encoder.ahead(events) !== undefined) return false;
			this.#holdEvents(events);
			this.#isFull = !this.#send(writer);
			return !this.#isFull;
		} catch {
			// The event that failed is not written. The next attempt, in `#follow`, reports the error.
			return false;
		}
	}

	/**
	 * Encodes large events before they are written. All watchers of a scope wake in one event loop iteration. Those with expensive selectors
	 * wait for a later time slice when those of this iteration are used up.
	 */
	#ahead(): Promise<unknown> | undefined {
		const { encoder, slices } = this.#parts;
		const judge = (): Promise<unknown> | undefined => encoder.ahead(this.#held ?? []);
		return encoder.judgesLong && !slices.hasRoom() ? slices.later(judge) : judge();
	}

	#holdEvents(events: readonly CacheEvent[]): void {
		this.#held = events;
		this.#written = (events[0] as CacheEvent).revision - 1;
		this.#piece = 0;
		this.#over = 0;
		this.#bytes = 0;
	}

	/** Writes the held events until the writer's buffer is full. Returns false when the stream must wait. */
	#send(writer: EventWriter): boolean {
		const { encoder, batches } = this.#parts;
		for (let events = this.#held; events !== undefined; events = this.#held) {
			const isAlone = encoder.key === undefined;
			const piece = batches.piece(events, this.#piece, encoder);
			if (piece === undefined) {
				this.#done(events.length);
				break;
			}
			const takesMore = this.#put(writer, piece);
			if (this.#offset === 0) {
				this.#piece++;
				this.#over = piece.events;
				if (this.#over === events.length) this.#done(events.length);
				// The events after this one have an encoding that other watchers share.
				else if (isAlone) this.#rewind();
			}
			if (!takesMore) return false;
		}
		return true;
	}

	/** Releases the held events after all are written, and adapts the limit of the next request. */
	#done(events: number): void {
		this.#held = undefined;
		const fitting = Math.floor((mostBytes * events) / Math.max(this.#bytes, 1));
		this.#limit = Math.max(1, Math.min(2 * this.#limit, fitting, mostEvents));
	}

	/** Releases the held events, and rewinds the cursor to the first one that is not written. */
	#rewind(): void {
		const events = this.#held;
		if (events === undefined) return;
		if (this.#over > 0) this.#written = (events[this.#over - 1] as CacheEvent).revision;
		this.#parts.cursor.back(this.#written);
		this.#held = undefined;
		this.#limit = fewestEvents;
	}

	/**
	 * Writes a piece. Returns false when the stream must wait for the writer. An event larger than a piece is written in slices from
	 * `#offset`, which is 0 again at the end.
	 */
	#put(writer: EventWriter, { bytes, sizes }: Piece): boolean {
		const { batches, encoder, sent } = this.#parts;
		let takesMore = true;
		if (bytes.length <= pieceBytes) takesMore = writer.write(bytes);
		else {
			while (takesMore && this.#offset < bytes.length) {
				const slice = batches.slice(bytes, this.#offset);
				this.#offset += slice.length;
				takesMore = writer.write(slice);
			}
			if (this.#offset < bytes.length) return false;
			this.#offset = 0;
		}
		this.#bytes += bytes.length;
		if (sizes === undefined) sent.observe(bytes.length);
		else sent.add(sizes);
		encoder.told();
		return takesMore;
	}

	/** Writes a bookmark, but not while events are pending, because it must not overtake them. */
	#bookmark(writer: EventWriter): void {
		const { cursor, encoder } = this.#parts;
		if (this.#idle) this.#tell(writer, encoder.bookmark(cursor.revision, false));
	}

	/** Writes a message that is not an event of an object: a bookmark or an error. */
	#tell(writer: EventWriter, bytes: Buffer): void {
		const { encoder, sent } = this.#parts;
		sent.observe(bytes.length);
		encoder.told();
		writer.write(bytes);
	}

	#fail(writer: EventWriter, error: unknown): void {
		const { cursor, encoder } = this.#parts;
		const known =
			error instanceof CompactedError ? new ApiError('Expired', `too old resource version: ${cursor.revision} (${error.oldest})`) : ApiError.from(error);
		this.#tell(writer, encoder.error(known));
		// The listener logs unexpected errors.
		if (known.reason === 'InternalError') throw new ReportedError(error);
	}
}

/** Writes the next piece of the initial objects. Returns undefined at the end, and false when the stream must wait for the writer. */
function writeState(writer: EventWriter, state: InitialState): boolean | undefined {
	const piece = state.next();
	return piece && writer.write(piece);
}

/** Action to run when a wait has lasted `afterMs`. `fail` ends the wait with an error. */
interface Late {
	readonly afterMs: number;
	readonly act: (fail: (error: Error) => void) => void;
}

/** Resolves when the writer accepts more, and rejects when the watch is over. Removes its listeners in both cases. */
function ready(writer: EventWriter, signal: AbortSignal, late: readonly Late[]): Promise<void> {
	return new Promise((resolve, reject) => {
		const fail = (error: Error): void => end(() => reject(error));
		const timers = late.map(({ afterMs, act }) => setTimeout(act, afterMs, fail));
		const end = (settle: () => void): void => {
			for (const timer of timers) clearTimeout(timer);
			signal.removeEventListener('abort', done);
			settle();
		};
		const done = (): void => end(resolve);
		if (signal.aborted) return done();
		signal.addEventListener('abort', done);
		writer.drained().then(done, done);
	});
}
