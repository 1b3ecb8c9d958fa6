/**
 * Writer of an EventBody over HTTP/1.1, HTTP/2 or a WebSocket. A buffer is framed here as an HTTP/1.1 chunk once, however many watchers get
 * it. Each watcher therefore costs a write and no copy.
 */
import type { ServerResponse } from 'node:http';
import { ClientGone } from '../api/client-gone.ts';
import { ReportedError } from '../api/reported-error.ts';
import type { EventBody, EventWriter } from '../api/request.ts';
import { ofItsOwn } from '../http2/body-bytes.ts';

/** Members of a Writable that an event stream needs. */
export interface EventOutput {
	readonly destroyed: boolean;
	readonly closed: boolean;
	readonly writableEnded: boolean;
	/** True when the caller should wait for `drain`. */
	readonly writableNeedDrain: boolean;
	on(event: 'close' | 'drain', listener: () => void): this;
	once(event: 'close' | 'drain', listener: () => void): this;
	off(event: 'close' | 'drain', listener: () => void): this;
	destroy(error?: Error): unknown;
}

/** Event streams of a listener, and what they share. */
export interface OpenEvents {
	/** Time without reading after which a client is disconnected at the end of its stream. */
	readonly stallMs: number;
	/** Running streams. The listener ends them when it drains. */
	readonly running: Set<AbortController>;
	/** Ended streams whose clients have not read the end yet. */
	readonly unread: Set<EventOutput>;
	readonly chunks: Chunks;
}

export interface EventStream {
	readonly out: EventOutput;
	/** Writes framed bytes to `out`, unless it has ended. Returns false when the caller should wait for `drain`. */
	write(bytes: Buffer): boolean;
	/** Calls the listener when the client ends the stream but keeps its connection open. */
	whenClosed?(listener: () => void): void;
	/** Ends the body normally. */
	finish(): void;
	/** Aborts the body, so that the client notices that it is incomplete. */
	fail(): void;
}

/** Runs an event body on a stream whose headers have been sent. Never rejects. `onFailure`: receives errors of the body. */
export async function runEvents(body: EventBody, stream: EventStream, open: OpenEvents, onFailure: (error: unknown) => void): Promise<void> {
	const controller = new AbortController();
	open.running.add(controller);
	const gone = (): void => controller.abort(new Error('the client went away'));
	stream.out.once('close', gone);
	stream.whenClosed?.(gone);
	try {
		await body.start(new StreamWriter(stream, controller.signal));
		stream.finish();
	} catch (error) {
		if (controller.signal.aborted) stream.finish();
		else if (error instanceof ReportedError) {
			onFailure(error.cause);
			stream.finish();
		} else {
			if (!(error instanceof ClientGone)) onFailure(error);
			stream.fail();
		}
	} finally {
		open.running.delete(controller);
		stream.out.off('close', gone);
		untilRead(stream.out, controller.signal.aborted ? drainMs : open.stallMs, open);
	}
}

/** Ends all event streams. Called when the listener drains. */
export function endEvents(open: OpenEvents): void {
	for (const controller of open.running) controller.abort(new Error('the server is shutting down'));
	for (const out of open.unread) cutOffLater(out, drainMs);
	open.unread.clear();
}

/** Time during a drain for clients to read the end of their streams. */
const drainMs = 2_000;

function untilRead(out: EventOutput, ms: number, { unread }: OpenEvents): void {
	if (out.closed) return;
	cutOffLater(out, ms);
	unread.add(out);
	out.once('close', () => unread.delete(out));
}

function cutOffLater(out: EventOutput, ms: number): void {
	const timer = setTimeout(() => out.destroy(), ms);
	out.once('close', () => clearTimeout(timer));
}

class StreamWriter implements EventWriter {
	readonly #stream: EventStream;
	readonly signal: AbortSignal;

	constructor(stream: EventStream, signal: AbortSignal) {
		this.#stream = stream;
		this.signal = signal;
	}

	write(bytes: Buffer): boolean {
		return bytes.length === 0 || this.#stream.write(bytes);
	}

	drained(): Promise<void> {
		return drained(this.#stream.out, this.signal);
	}
}

/** Resolves when the stream accepts more, or will never accept more. The writer's signal tells which. */
function drained(out: EventOutput, signal: AbortSignal): Promise<void> {
	if (!out.writableNeedDrain || out.destroyed || signal.aborted) return Promise.resolve();
	return new Promise((resolve) => {
		const done = (): void => {
			out.off('drain', done).off('close', done);
			signal.removeEventListener('abort', done);
			resolve();
		};
		out.on('drain', done).on('close', done);
		signal.addEventListener('abort', done);
	});
}

/** Cache of HTTP/1.1 chunks by their content, with weak references. A buffer is framed once, however many watchers get it. */
export class Chunks {
	readonly #framed = new WeakMap<Buffer, Buffer>();

	of(bytes: Buffer): Buffer {
		const known = this.#framed.get(bytes);
		if (known !== undefined) return known;
		const head = `${bytes.length.toString(16)}\r\n`;
		const chunk = Buffer.allocUnsafeSlow(head.length + bytes.length + 2);
		chunk.write(head, 0, 'latin1');
		bytes.copy(chunk, head.length);
		chunk.write('\r\n', head.length + bytes.length, 'latin1');
		this.#framed.set(bytes, chunk);
		return chunk;
	}
}

const lastChunk = Buffer.from('0\r\n\r\n');

/**
 * Returns the event stream of an HTTP/1.1 answer. `writeHead` must have set `transfer-encoding: chunked`; this stream writes the chunks
 * itself.
 */
export function http1Events(response: ServerResponse, { chunks }: OpenEvents): EventStream {
	// Sends the head. `flushHeaders` would encode bytes beyond ASCII as UTF-8 a second time.
	response.write('', 'latin1');
	const chunked = response.chunkedEncoding;
	// With this option, Node would frame each write again, and join the pieces in a new buffer for each watcher.
	response.chunkedEncoding = false;
	return {
		out: response,
		write: (bytes) => response.destroyed || response.writableEnded || response.write(chunked ? chunks.of(bytes) : ofItsOwn(bytes)),
		finish: () => {
			if (!response.destroyed) response.end(chunked ? lastChunk : undefined);
		},
		fail: () => response.destroy(),
	};
}
