/** Reads or discards a request's body within bounds. */
import { ClientGone } from '../api/client-gone.ts';
import { ApiError } from '../api/errors.ts';
import type { ApiRequest } from '../api/request.ts';
import { BodyBytes } from '../http2/body-bytes.ts';
import type { BodySource, BodyTaker } from './body-source.ts';
import { largeBodyBytes } from './large-bodies.ts';
import type { OpenBodies } from './open-bodies.ts';

/** Maximum size of a body in bytes, that of kube-apiserver. It is twice the largest object of a store with values of 1.5 MiB. */
const maxBodyBytes = 3 * 1024 * 1024;

/**
 * Number of portions that a body of any size may have. A program that writes word by word sends portions (chunks, frames) of a few bytes.
 * Each costs some microseconds, so this many take a third of a second, interleaved with other requests. As many portions as the largest
 * body could have would take ten seconds.
 */
export const fewPortions = 100_000;
const smallestMeanBytes = 16;

/** Counts the received bytes and portions. */
class Portions {
	bytes = 0;
	#count = 0;

	/** Adds a portion. Returns false beyond the bounds, which only a hostile client exceeds. */
	add(bytes: number, mostBytes: number): boolean {
		this.bytes += bytes;
		this.#count++;
		return this.bytes <= mostBytes && (this.#count <= fewPortions || this.bytes >= this.#count * smallestMeanBytes);
	}
}

/** Request that waits for its body. */
type SeatHolder = Pick<ApiRequest, 'seats'>;

/**
 * Reads a body. `declared`: value of the content-length header; a wrong one is detected while reading. The request releases its seats while
 * it waits. Rejects with ApiError RequestEntityTooLarge, with TooManyRequests when no seats are free afterwards, or with ClientGone.
 */
export function readBody(source: BodySource, declared: string | undefined, open: OpenBodies, request: SeatHolder): Promise<Buffer> {
	if (declared !== undefined && Number(declared) > maxBodyBytes) return Promise.reject(tooLarge());
	if (source.readableEnded) return Promise.resolve(Buffer.alloc(0));
	if (source.destroyed) return Promise.reject(gone());
	const whole = source.whole(largeBodyBytes);
	if (whole !== undefined) return Promise.resolve(whole);
	return new Promise((resolve, reject) => source.take(new ReadBody(source, open, request, resolve, reject)));
}

class ReadBody implements BodyTaker {
	readonly #source: BodySource;
	readonly #open: OpenBodies;
	readonly #request: SeatHolder;
	readonly #resolve: (bytes: Buffer) => void;
	readonly #reject: (error: unknown) => void;
	readonly #bytes = new BodyBytes();
	readonly #portions = new Portions();
	/** Seats of the request, released while the body arrives. */
	readonly #seats: SeatHolder['seats'];
	#isSettled = false;
	#isCutOff = false;
	/** Number of this body's bytes that `open` counts. */
	#held = 0;

	constructor(source: BodySource, open: OpenBodies, request: SeatHolder, resolve: (bytes: Buffer) => void, reject: (error: unknown) => void) {
		this.#source = source;
		this.#open = open;
		this.#request = request;
		this.#resolve = resolve;
		this.#reject = reject;
		this.#seats = request.seats;
		open.add(source);
		request.seats?.release();
		request.seats = undefined;
	}

	data(bytes: Buffer): void {
		// Bytes that were already read from the socket still arrive, possibly as ten thousand portions.
		if (this.#isCutOff) return;
		// Excess bytes are discarded, up to the same amount again. The client can then finish sending and read the answer.
		if (!this.#portions.add(bytes.length, 2 * maxBodyBytes)) {
			this.#isCutOff = true;
			this.#source.destroy();
			return;
		}
		if (this.#isSettled) return;
		this.#bytes.add(bytes);
		this.#held += bytes.length;
		this.#open.countBytes(bytes.length);
		if (this.#portions.bytes <= maxBodyBytes) return;
		this.#settled();
		this.#bytes.clear();
		this.#reject(tooLarge());
	}

	end(): void {
		if (this.#isSettled) return;
		this.#settled();
		if (this.#portions.bytes < largeBodyBytes) this.#whole();
		else this.#open.large.add(() => this.#whole());
	}

	close(): void {
		if (this.#isSettled) return;
		this.#settled();
		this.#reject(gone());
	}

	#settled(): void {
		this.#isSettled = true;
		this.#open.delete(this.#source, this.#held);
	}

	#whole(): void {
		try {
			const waits = this.#seats?.take();
			if (waits === undefined) this.#seated();
			else waits.then(() => this.#seated(), this.#reject);
		} catch (error) {
			this.#reject(error);
		}
	}

	#seated(): void {
		this.#request.seats = this.#seats;
		this.#resolve(this.#bytes.take());
	}
}

/** Reads and discards an unused body within the same bounds, so that the client can finish sending and read the answer. */
export function discardBody(source: BodySource): void {
	const portions = new Portions();
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
