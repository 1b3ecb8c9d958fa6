/** Reads a request's body whole, or away, within bounds. */
import { ClientGone } from '../api/client-gone.ts';
import { ApiError } from '../api/errors.ts';
import type { ApiRequest } from '../api/request.ts';
import { BodyBytes } from './body-bytes.ts';
import type { BodySource } from './body-source.ts';
import { largeBodyBytes } from './large-bodies.ts';
import type { OpenBodies } from './open-bodies.ts';

/** The incumbent's bound; twice the largest object that a store of 1.5 MiB values takes. */
const maxBodyBytes = 3 * 1024 * 1024;

/**
 * A body may come in portions (chunks, frames) of a few bytes, as from a program that writes word by word: each costs some
 * microseconds, so that a body of so many takes a third of a second, in turns with others. As many as a body of the largest size could
 * have would take ten.
 */
export const fewPortions = 100_000;
const smallestMeanBytes = 16;

/**
 * A connection that brings so many small portions in a turn of the event loop is not read before the next: some milliseconds. Those of a
 * program that flushes each are a TLS record each, so that what has been read by then holds no more than `mostInTurn`.
 */
const enoughInTurn = 1_000;
const mostInTurn = 4_000;

/**
 * A small portion after one of so many bytes is not counted: a frame of HTTP/2 is longer than a TLS record by its header, so that each
 * frame of a large body comes as one large portion and one of a few bytes.
 */
const paidForBytes = 256;

/** What can be done about a connection that brings many small portions. */
export interface PortionsSource {
	/** No more is read until `goOn`. */
	hold(): void;
	goOn(): void;
	end(): void;
}

/** The small portions that come on a connection: many bodies that come at once could each have theirs. */
export class SmallPortions {
	readonly #source: PortionsSource | undefined;
	#inTurn = 0;

	/** Undefined: it is read in turns with others already. */
	constructor(source: PortionsSource | undefined) {
		this.#source = source;
	}

	/** False when it is more than anybody sends who is not hostile; the connection is ended then. */
	add(): boolean {
		if (this.#source === undefined) return true;
		if (this.#inTurn === 0) setImmediate(() => this.#endTurn());
		this.#inTurn++;
		if (this.#inTurn === enoughInTurn) this.#source.hold();
		if (this.#inTurn <= mostInTurn) return true;
		this.#source.end();
		return false;
	}

	#endTurn(): void {
		if (this.#inTurn >= enoughInTurn) this.#source?.goOn();
		this.#inTurn = 0;
	}
}

/** How much has come, in how many portions. */
class Portions {
	bytes = 0;
	#count = 0;
	#isPaidFor = true;
	readonly #small: SmallPortions;

	constructor(small: SmallPortions) {
		this.#small = small;
	}

	/** False when it is more than anybody reads who is not hostile. */
	add(bytes: number, mostBytes: number): boolean {
		this.bytes += bytes;
		this.#count++;
		if (bytes < smallestMeanBytes && !this.#isPaidFor && !this.#small.add()) return false;
		this.#isPaidFor = bytes >= paidForBytes;
		return this.bytes <= mostBytes && (this.#count <= fewPortions || this.bytes >= this.#count * smallestMeanBytes);
	}
}

/** What a body is counted in. */
export interface BodyBounds {
	readonly open: OpenBodies;
	readonly portions: SmallPortions;
}

/** Who waits for a body. */
type Waiting = Pick<ApiRequest, 'seats'>;

/**
 * `declared` is the content-length header; a lie is caught while reading. While it waits, the request gives its seats
 * to others. Rejects with ApiError RequestEntityTooLarge, or TooManyRequests when there are none for it then, or ClientGone.
 */
export function readBody(source: BodySource, declared: string | undefined, { open, portions: small }: BodyBounds, request: Waiting): Promise<Buffer> {
	if (declared !== undefined && Number(declared) > maxBodyBytes) return Promise.reject(tooLarge());
	if (source.readableEnded) return Promise.resolve(Buffer.alloc(0));
	if (source.destroyed) return Promise.reject(gone());
	const whole = source.whole(largeBodyBytes);
	if (whole !== undefined) return Promise.resolve(whole);
	return new Promise((resolve, reject) => {
		const bytes = new BodyBytes();
		const portions = new Portions(small);
		const { seats } = request;
		let settled = false;
		let isCutOff = false;
		/** As much as `open` knows of. */
		let held = 0;
		open.add(source);
		seats?.giveBack();
		request.seats = undefined;
		source.take({
			data: (chunk) => {
				// What has been read from the socket already comes all the same, and may be ten thousand portions.
				if (isCutOff) return;
				// What is too much is thrown away up to as much again, so that the client can finish sending and read the answer.
				if (!portions.add(chunk.length, 2 * maxBodyBytes)) {
					isCutOff = true;
					source.destroy();
					return;
				}
				if (settled) return;
				bytes.add(chunk);
				held += chunk.length;
				open.grew(chunk.length);
				if (portions.bytes <= maxBodyBytes) return;
				settled = true;
				open.delete(source, held);
				bytes.clear();
				reject(tooLarge());
			},
			end: () => {
				if (settled) return;
				settled = true;
				open.delete(source, held);
				const complete = (): void => {
					const seated = (): void => {
						request.seats = seats;
						resolve(bytes.take());
					};
					try {
						const waits = seats?.take();
						if (waits === undefined) seated();
						else waits.then(seated, reject);
					} catch (error) {
						reject(error);
					}
				};
				if (portions.bytes < largeBodyBytes) complete();
				else open.large.add(complete);
			},
			close: () => {
				if (settled) return;
				settled = true;
				open.delete(source, held);
				reject(gone());
			},
		});
	});
}

/** Reads away what comes of a body that nobody asked for: the client can finish sending and read the answer, within the same bounds. */
export function discardBody(source: BodySource, small: SmallPortions): void {
	const portions = new Portions(small);
	let isCutOff = false;
	source.take({
		data: ({ length }) => {
			if (isCutOff || portions.add(length, maxBodyBytes)) return;
			isCutOff = true;
			source.destroy();
		},
		end: () => undefined,
		close: () => undefined,
	});
}

function gone(): ClientGone {
	return new ClientGone('the client closed the connection before the request body was complete');
}

function tooLarge(): ApiError {
	return new ApiError('RequestEntityTooLarge', `Request entity too large: limit is ${maxBodyBytes}`);
}
