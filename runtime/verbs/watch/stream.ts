/** One running watch: the state it begins with, then batches from its cursor, bookmarks between them, and an end in good order. */
import { ClientGone } from '../../api/client-gone.ts';
import { ApiError } from '../../api/errors.ts';
import type { EventWriter } from '../../api/request.ts';
import type { Slices } from '../../api/slices.ts';
import { ToldFailure } from '../../api/told-failure.ts';
import { CompactedError, type Revision } from '../../storage/store.ts';
import type { CacheEvent, Cursor, EventTaker, TakerClass } from '../../watch/contract.ts';
import { type EventBatches, type Piece, pieceBytes } from './batch.ts';
import type { EventEncoder } from './encode.ts';
import { type InitialObjects, InitialState } from './initial.ts';
import type { SentEvents } from './metrics.ts';

/** How often a quiet watcher learns how far it is, as in Kubernetes. */
const bookmarkEveryMs = 60_000;
/**
 * Events asked for at once: enough to join small ones, and of large ones two pieces, since what comes from the log is held by
 * each watcher alone. One at the beginning and after a stall, so that little is read in vain for who does not read.
 */
const mostEvents = 500;
const mostBytes = 2 * pieceBytes;
const fewestEvents = 1;
/** So long a client may take nothing before what it has not taken is let go and asked for again: a few round trips on a long line. */
const heldMs = 200;
/** The objects with which a watch begins are kept as they were for who reads them; a client that takes nothing for so long gets no more of them. */
const stateStallMs = 30_000;

export interface WatchParts {
	readonly cursor: Cursor;
	readonly encoder: EventEncoder;
	readonly batches: EventBatches;
	/** Sent as ADDED; undefined: nothing precedes the events. */
	readonly initial: InitialObjects | undefined;
	readonly timeoutMs: number;
	readonly bookmarks: boolean;
	/** Learns the size of every event. */
	readonly sent: SentEvents;
	/** Shared with what else takes long. */
	readonly slices: Slices;
	/** Whether a bookmark says that the initial events are over (streaming lists). */
	readonly endOfInitial: boolean;
	/** Calls back when what is watched is not served any more as it was: the client begins anew. Returns what stops that. */
	readonly whenChanged: (callback: () => void) => () => void;
}

/** The largest delay that a timer takes. */
const maxTimerMs = 2 ** 31 - 1;

export class WatchStream implements EventTaker {
	/** What each delivery looks at comes first, and not in `parts`: a thousand watchers have it in a thousand places of memory. */
	readonly #encoder: EventEncoder;
	/** Of the stream that runs. */
	#writer: EventWriter | undefined;
	readonly #slices: Slices;
	readonly #sent: SentEvents;
	readonly #parts: WatchParts;
	/** Waiting for events with everything written: what the cursor says may be told. */
	#idle = false;
	/** The writer took no more when what the cursor is about to return was written, all of it or in part: it has been taken already. */
	#isFull = false;
	#limit = fewestEvents;
	/** All up to here is written, of what is held. */
	#written: Revision = 0;
	/** What is behind it, as far as it has been asked for. */
	#held: readonly CacheEvent[] | undefined;
	/** How many of those held are written, in how many pieces, of how many bytes. */
	#over = 0;
	#piece = 0;
	#bytes = 0;
	/** Bytes that are written of the event behind them. */
	#offset = 0;

	constructor(parts: WatchParts) {
		this.#encoder = parts.encoder;
		this.#slices = parts.slices;
		this.#sent = parts.sent;
		this.#parts = parts;
	}

	/** Resolves when the watch is over: at its time, or when the client went away or the server drains. Never rejects for either. */
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
					{ afterMs: stateStallMs, act: (fail) => fail(new ClientGone(`the client took nothing for ${stateStallMs} ms`)) },
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
			// Events are held in a field alone, and neither here nor in a promise, so that they can be let go while this waits.
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
				// A reader that takes nothing must not outlive the watch's time.
				await ready(writer, signal, this.#held === undefined ? [] : [{ afterMs: heldMs, act: () => this.#letGo() }]);
				signal.throwIfAborted();
				mayTakeMore = true;
			}
		}
	}

	/** False when they were taken at once, and the writer took no more then. */
	async #takeNext(next: Promise<readonly CacheEvent[]>): Promise<boolean> {
		const events = await next;
		this.#idle = false;
		const mayTakeMore = !this.#isFull;
		// Held already: what was taken could not be written to its end.
		if (mayTakeMore && this.#held === undefined) this.#hold(events);
		this.#isFull = false;
		return mayTakeMore;
	}

	get takerClass(): TakerClass | undefined {
		return this.#encoder.takerClass;
	}

	/** The commonest delivery is one event that has been made for all: `tell` writes it, and writes nothing down unless the writer is full then. What fails is `take`'s. */
	made(event: CacheEvent): Buffer | undefined | null {
		const encoder = this.#encoder;
		if (encoder.key === undefined || (encoder.judgesLong && !this.#slices.hasRoom())) return null;
		try {
			const bytes = encoder.made(event);
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

	/** What comes while nothing else is under way. True when all is written and the writer takes more. */
	take(events: readonly CacheEvent[]): boolean {
		const encoder = this.#encoder;
		const writer = this.#writer;
		if (writer === undefined || (encoder.judgesLong && !this.#slices.hasRoom())) return false;
		// One of several that is this watcher's alone goes out first, and the cursor has to go back to the others.
		if (encoder.key === undefined && events.length > 1) return false;
		try {
			if (encoder.ahead(events) !== undefined) return false;
			this.#hold(events);
			this.#isFull = !this.#send(writer);
			return !this.#isFull;
		} catch {
			// What failed is not written, and tried again where failures are told.
			return false;
		}
	}

	/** All watchers of a scope are woken in one turn: those whose selectors are judged after a slice of it let others have theirs. */
	#ahead(): Promise<unknown> | undefined {
		const { encoder, slices } = this.#parts;
		const judge = (): Promise<unknown> | undefined => encoder.ahead(this.#held ?? []);
		return encoder.judgesLong && !slices.hasRoom() ? slices.later(judge) : judge();
	}

	#hold(events: readonly CacheEvent[]): void {
		this.#held = events;
		this.#written = (events[0] as CacheEvent).revision - 1;
		this.#piece = 0;
		this.#over = 0;
		this.#bytes = 0;
	}

	/** Writes what the writer takes of what is held. False when the writer is to be waited for. */
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
				// Those behind it have a form that others share.
				else if (isAlone) this.#letGo();
			}
			if (!takesMore) return false;
		}
		return true;
	}

	/** All that is held is written. */
	#done(events: number): void {
		this.#held = undefined;
		const fitting = Math.floor((mostBytes * events) / Math.max(this.#bytes, 1));
		this.#limit = Math.max(1, Math.min(2 * this.#limit, fitting, mostEvents));
	}

	/** Holds nothing, and has the cursor return again what is not written. */
	#letGo(): void {
		const events = this.#held;
		if (events === undefined) return;
		if (this.#over > 0) this.#written = (events[this.#over - 1] as CacheEvent).revision;
		this.#parts.cursor.back(this.#written);
		this.#held = undefined;
		this.#limit = fewestEvents;
	}

	/** False when the writer is to be waited for. An event larger than a piece goes out in slices, from `#offset` on, which is 0 again when it is over. */
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

	/** Only while nothing is under way: it must not overtake an event. */
	#bookmark(writer: EventWriter): void {
		const { cursor, encoder } = this.#parts;
		if (this.#idle) this.#tell(writer, encoder.bookmark(cursor.revision, false));
	}

	/** What the server says of itself, beside the events. */
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
		// What nobody foresaw must reach the log: the listener tells it.
		if (known.reason === 'InternalError') throw new ToldFailure(error);
	}
}

/** Undefined when there is nothing left; false when the writer is to be waited for. */
function writeState(writer: EventWriter, state: InitialState): boolean | undefined {
	const piece = state.next();
	return piece && writer.write(piece);
}

/** Something to be done when a wait has lasted for so long; `fail` ends it. */
interface Late {
	readonly afterMs: number;
	readonly act: (fail: (error: Error) => void) => void;
}

/** Until the writer takes more, or the watch is over. Leaves no listener behind. */
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
