/**
 * Limits of a connection on frames that are cheap to send and costly to handle: useless frames, refused streams and rapid resets. Beyond a
 * limit the connection ends with ENHANCE_YOUR_CALM (RFC 9113, 10.5), whatever the client intends.
 */
import { ConnectionError, codes } from './protocol.ts';
import { TokenBucket } from './token-bucket.ts';

/**
 * Token bucket of useless frames (burst, rate a second). It counts pings, settings, empty frames, frames of closed streams and of unknown
 * types, and window updates beyond those that sent DATA allows. Ordinary clients send a few a minute.
 */
const useless = { atOnce: 2_000, perSecond: 1_000 };
/**
 * Window updates that do not count as useless. Each DATA frame sent allows two for the stream and two for the connection. The first ones
 * let a client enlarge its windows. DATA frames that the client's own window cut short do not count. Otherwise a client that opens its
 * window a byte at a time would earn each update with the answer to it.
 */
const updatesForFrame = 4;
const updatesAtFirst = 1_000;
/**
 * Maximum number of consecutive refused streams. A client at its limit that begins a stream for each one it resets may begin it too early.
 */
const mostRefused = 10_000;
/** Maximum number of remembered streams that the server reset while the client was still sending. Their frames in flight are ignored. */
const mostForgiven = 1_000;
/** Bytes of SETTINGS that count as a useless frame, because a frame may hold thousands of settings. */
const settingsBytesOfFrame = 60;
/** Streams resized by a SETTINGS frame that count as a useless frame. */
const resizedOfFrame = 10;
/**
 * Useless frames that an oversized header block counts as. It is decoded completely and its request answered with 431. The limit allows
 * forty at once and twenty a second, more than a client that retries.
 */
const framesOfOversized = 50;
/**
 * Token bucket (burst, rate a second) of rapid resets: streams reset in the event loop iteration in which they were opened
 * (CVE-2023-44487). Resets by the client and resets for its errors count (CVE-2025-8671). A reset frees a place for the next stream, so
 * without this limit a single write of the client could begin any number of streams. Streams of earlier iterations count against the
 * connection's limit of concurrent streams and may be reset at any rate, as clients do with watches. The burst serves impatient clients of
 * a busy server, whose iterations are long.
 */
const rapidResets = { atOnce: 200, perSecond: 1_000 };

export class AbuseLimits {
	readonly #useless = new TokenBucket(useless.perSecond, useless.atOnce);
	readonly #rapidResets = new TokenBucket(rapidResets.perSecond, rapidResets.atOnce);
	#refused = 0;
	readonly #forgiven = new Set<number>();
	#updates = 0;

	/** Counts useless frames. Throws ConnectionError, as all methods here do. */
	useless(frames = 1): void {
		if (!this.#useless.take(frames)) throw enhanceYourCalm('too many frames without use');
	}

	/** Counts a SETTINGS frame. Returns the number of useless frames that it counts as. */
	settings(bytes: number): number {
		const frames = 1 + Math.floor(bytes / settingsBytesOfFrame);
		this.useless(frames);
		return frames;
	}

	/** Counts a SETTINGS frame that changed the windows of `streams` streams. */
	resized(streams: number): void {
		this.useless(Math.floor(streams / resizedOfFrame));
	}

	/** Counts a header block that is larger than the server announced. */
	oversized(): void {
		this.useless(framesOfOversized);
	}

	/** Counts a window update. `sent`: number of DATA frames sent so far that no window of the client cut short. */
	windowUpdate(sent: number): void {
		if (++this.#updates > updatesAtFirst + updatesForFrame * sent) this.useless();
	}

	/** Counts a stream that was reset in the iteration in which it was opened. */
	rapidReset(): void {
		if (!this.#rapidResets.take()) throw enhanceYourCalm('too many streams were reset');
	}

	/** Counts a stream that was refused because the client had too many open. */
	refused(): void {
		if (++this.#refused > mostRefused) throw enhanceYourCalm('too many streams were begun beyond those that there may be');
	}

	/** Ends a series of refused streams. */
	accepted(): void {
		this.#refused = 0;
	}

	/** Remembers a stream that only the server has closed. The client may still be sending frames of it. */
	forgive(stream: number): void {
		if (this.#forgiven.size >= mostForgiven) {
			for (const oldest of this.#forgiven) {
				this.#forgiven.delete(oldest);
				break;
			}
		}
		this.#forgiven.add(stream);
	}

	isForgiven(stream: number): boolean {
		return this.#forgiven.has(stream);
	}
}

export function enhanceYourCalm(message: string): ConnectionError {
	return new ConnectionError(codes.enhanceYourCalm, message);
}
