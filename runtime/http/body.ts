/** Reads or discards a request's body within bounds. */
import { ClientGone } from '../api/client-gone.ts';
import { ApiError } from '../api/errors.ts';
import type { ApiRequest } from '../api/request.ts';
import { BodyBytes } from './body-bytes.ts';
import type { BodySource, BodyTaker } from './body-source.ts';
import { largeBodyBytes } from './large-bodies.ts';
import type { OpenBodies } from './open-bodies.ts';

/** Largest body: the incumbent's bound, twice the largest object of a store with values of 1.5 MiB. */
const maxBodyBytes = 3 * 1024 * 1024;

/**
 * Portions of any size that a body may have. A body may come in portions (chunks, frames) of a few bytes, as from a program that writes
 * word by word. Each costs some microseconds, so this many take a third of a second, interleaved with other requests. As many as the
 * largest body could have would take ten seconds.
 */
export const fewPortions = 100_000;
const smallestMeanBytes = 16;

/** Counts the bytes and portions received. */
class Portions {
	bytes = 0;
	#count = 0;

	/** Adds a portion. Returns false beyond the bounds, which only a hostile client reaches. */
	add(bytes: number, mostBytes: number): boolean {
		this.bytes += bytes;
		this.#count++;
		return this.bytes <= mostBytes && (this.#count <= fewPortions || this.bytes >= this.#count * smallestMeanBytes);
	}
}

/** A request that waits for its body. */
type SeatHolder = Pick<ApiRequest, 'seats'>;

/**
 * Reads a body. `declared` is the content-length header; a false one is detected while reading. The request releases its seats while it
 * waits. Rejects with ApiError RequestEntityTooLarge, with TooManyRequests when no seats are free afterwards, or with ClientGone.
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
	/** Seats released while the body is arriving. */
	readonly #seats: SeatHolder['seats'];
	#isSettled = false;
	#isCutOff = false;
	/** Bytes of this body counted in `open`. */
	#held = 0;

	constructor(source: BodySource, open: OpenBodies, request: SeatHolder, resolve: (bytes: Buffer) => void, reject: (error: unknown) => void) {
		this.#source = source;
		this.#open = open;
		this.#request = request;
		this.#resolve = resolve;
		this.#reject = reject;
		this.#seats = request.seats;
		open.add(source);
		request.seats?.giveBack();
		request.seats = undefined;
	}

	data(bytes: Buffer): void {
		// Bytes already read from the socket still arrive, possibly as ten thousand portions.
		if (this.#isCutOff) return;
		// Excess bytes are discarded, up to the same amount again, so that the client can finish sending and read the answer.
		if (!this.#portions.add(bytes.length, 2 * maxBodyBytes)) {
			this.#isCutOff = true;
			this.#source.destroy();
			return;
		}
		if (this.#isSettled) return;
		this.#bytes.add(bytes);
		this.#held += bytes.length;
		this.#open.grew(bytes.length);
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

/** Reads and discards an unused body, within the same bounds, so that the client can finish sending and read the answer. */
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
