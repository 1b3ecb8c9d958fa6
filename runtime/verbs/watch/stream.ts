/** One running watch: the state it begins with, then batches from its cursor, bookmarks between them, and an end in good order. */
import { ApiError } from '../../api/errors.ts';
import type { EventWriter } from '../../api/request.ts';
import { CompactedError, type Revision } from '../../storage/store.ts';
import type { Histogram } from '../../telemetry/family.ts';
import type { CachedObject, CacheEvent, Cursor } from '../../watch/contract.ts';
import { type EventBatches, joined } from './batch.ts';
import type { EventEncoder } from './encode.ts';

/** How often a quiet watcher learns how far it is, as in Kubernetes. */
const bookmarkEveryMs = 60_000;
/** Events taken at once: enough to join small ones, few enough that a reader far behind holds little. */
const batchEvents = 500;

export interface WatchParts {
	readonly cursor: Cursor;
	readonly encoder: EventEncoder;
	readonly batches: EventBatches;
	/** Sent as ADDED; undefined: nothing precedes the events. */
	readonly initial: Iterable<CachedObject> | undefined;
	readonly timeoutMs: number;
	readonly bookmarks: boolean;
	/** Learns the size of every event. */
	readonly sent: Histogram;
	/** Whether a bookmark says that the initial events are over (streaming lists). */
	readonly endOfInitial: boolean;
}

/** The largest delay that a timer takes. */
const maxTimerMs = 2 ** 31 - 1;

export class WatchStream {
	readonly #parts: WatchParts;
	/** Waiting for events with everything written: what the cursor says may be told. */
	#idle = false;

	constructor(parts: WatchParts) {
		this.#parts = parts;
	}

	/** Resolves when the watch is over: at its time, or when the client went away or the server drains. Never rejects for either. */
	async run(writer: EventWriter): Promise<void> {
		const { cursor, timeoutMs, bookmarks } = this.#parts;
		const ending = new AbortController();
		const end = (): void => ending.abort();
		const deadline = setTimeout(end, Math.max(0, Math.min(timeoutMs, maxTimerMs)));
		const progress = bookmarks ? setInterval(() => this.#bookmark(writer), bookmarkEveryMs) : undefined;
		if (writer.signal.aborted) end();
		writer.signal.addEventListener('abort', end, { once: true });
		try {
			await this.#begin(writer, ending.signal);
			await this.#follow(writer, ending.signal);
		} catch (error) {
			if (!ending.signal.aborted) this.#fail(writer, error);
			else if (bookmarks && !writer.signal.aborted) this.#bookmark(writer);
		} finally {
			clearTimeout(deadline);
			clearInterval(progress);
			writer.signal.removeEventListener('abort', end);
			cursor.close();
		}
	}

	async #begin(writer: EventWriter, signal: AbortSignal): Promise<void> {
		const { initial, encoder, bookmarks, endOfInitial, cursor, sent } = this.#parts;
		const start: Revision = cursor.revision;
		if (initial !== undefined) await this.#write(writer, joined(mapped(initial, encoder, sent)), signal);
		if (endOfInitial && bookmarks) this.#tell(writer, encoder.bookmark(start, true));
	}

	async #follow(writer: EventWriter, signal: AbortSignal): Promise<void> {
		const { cursor, encoder, batches, sent } = this.#parts;
		for (;;) {
			const waiting = cursor.next(batchEvents, signal);
			this.#idle = true;
			const events: readonly CacheEvent[] = await waiting;
			this.#idle = false;
			await this.#write(writer, batches.pieces(events, encoder, sent), signal);
		}
	}

	async #write(writer: EventWriter, pieces: Iterable<Buffer>, signal: AbortSignal): Promise<void> {
		for (const piece of pieces) {
			// A reader that takes nothing must not outlive the watch's time.
			if (!writer.write(piece)) await ready(writer, signal);
			signal.throwIfAborted();
		}
	}

	/** Only while nothing is under way: it must not overtake an event. */
	#bookmark(writer: EventWriter): void {
		const { cursor, encoder } = this.#parts;
		if (this.#idle) this.#tell(writer, encoder.bookmark(cursor.revision, false));
	}

	/** What the server says of itself, beside the events. */
	#tell(writer: EventWriter, bytes: Buffer): void {
		this.#parts.sent.observe(bytes.length);
		writer.write(bytes);
	}

	#fail(writer: EventWriter, error: unknown): void {
		const { cursor, encoder } = this.#parts;
		const known =
			error instanceof CompactedError ? new ApiError('Expired', `too old resource version: ${cursor.revision} (${error.oldest})`) : ApiError.from(error);
		this.#tell(writer, encoder.error(known));
		// What nobody foresaw must reach the log: the listener tells it.
		if (known.reason === 'InternalError') throw error;
	}
}

/** Until the writer takes more, or the watch is over. Leaves no listener behind. */
function ready(writer: EventWriter, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const done = (): void => {
			signal.removeEventListener('abort', done);
			resolve();
		};
		if (signal.aborted) return done();
		signal.addEventListener('abort', done);
		writer.drained().then(done, done);
	});
}

function* mapped(objects: Iterable<CachedObject>, encoder: EventEncoder, sent: Histogram): Generator<Buffer> {
	for (const object of objects) {
		const bytes = encoder.initial(object);
		sent.observe(bytes.length);
		yield bytes;
	}
}
