/**
 * How a client of HTTP/2 behaves. What it may send without an end, and each frame of which costs more than it is long, is counted: a client
 * that goes on with it is told to be calm (RFC 9113, 10.5), whatever it means by it.
 */
import { Allowance } from '../allowance.ts';
import { ConnectionError, codes } from './protocol.ts';

/**
 * Frames that nobody needs, at once and a second: pings, settings, frames of nothing, of streams that are over, of unknown types, and
 * windows for more than was sent. Clients have some a minute.
 */
const useless = { atOnce: 2_000, perSecond: 1_000 };
/**
 * A client may say for each frame of DATA that it was read, of the stream and of the connection; and that its windows are large, at first.
 * Frames that its own windows cut short do not count: a client that opens a window a byte at a time would pay for each update with its answer.
 */
const updatesForFrame = 4;
const updatesAtFirst = 1_000;
/** Streams that are refused one after the other: who has all that it may have, and begins one for each that it resets, may be early. */
const mostRefused = 10_000;
/** Streams that were reset here while the client was sending still: what is under way of them is passed over. */
const mostForgiven = 1_000;
/** A frame of thousands of settings costs as much as many frames. */
const settingsBytesOfFrame = 60;
/** So many streams whose window a SETTINGS frame changes cost as much as a frame. */
const resizedOfFrame = 10;
/**
 * A header block beyond its bound, whose request is answered with 431, costs as much as so many frames: it is decoded whole. Forty at once
 * and twenty a second are more than a client sends that tries again.
 */
const framesOfOversized = 50;

export class Conduct {
	readonly #useless = new Allowance(useless.perSecond, useless.atOnce);
	#refused = 0;
	readonly #forgiven = new Set<number>();
	#updates = 0;

	/** Throws ConnectionError, as all of these do. */
	useless(frames = 1): void {
		if (!this.#useless.take(frames)) throw calm('too many frames that nobody needs');
	}

	/** Returns as how many frames they count. */
	settings(bytes: number): number {
		const frames = 1 + Math.floor(bytes / settingsBytesOfFrame);
		this.useless(frames);
		return frames;
	}

	/** SETTINGS have changed the windows of so many streams. */
	resized(streams: number): void {
		this.useless(Math.floor(streams / resizedOfFrame));
	}

	/** A header block is larger than the server announced. */
	oversized(): void {
		this.useless(framesOfOversized);
	}

	/** `sent`: frames of DATA by now that no window of the client cut short. */
	windowUpdate(sent: number): void {
		if (++this.#updates > updatesAtFirst + updatesForFrame * sent) this.useless();
	}

	refused(): void {
		if (++this.#refused > mostRefused) throw calm('too many streams were begun beyond those that there may be');
	}

	accepted(): void {
		this.#refused = 0;
	}

	/** More may come of a stream that is over for the server alone. */
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

export function calm(message: string): ConnectionError {
	return new ConnectionError(codes.enhanceYourCalm, message);
}
