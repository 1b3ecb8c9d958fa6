/** Source of a request's body: a Node stream over HTTP/1.1, or a stream of HTTP/2. */
import type { Readable } from 'node:stream';

/** Receives a body: any number of `data` calls, then one call of another method. */
export interface BodyTaker {
	data(bytes: Buffer): void;
	end(): void;
	/** Called when the body will never be complete. Never called after `end`. */
	close(): void;
}

export interface BodySource {
	/** True when the whole body has been passed on. */
	readonly readableEnded: boolean;
	/** True when no more bytes will arrive. */
	readonly destroyed: boolean;
	/** Returns the whole body, if it is complete and shorter than `bytes`. The body must not be taken then. */
	whole(bytes: number): Buffer | undefined;
	/** Passes the body to the taker, at most once. Bytes that have already arrived are passed synchronously. */
	take(taker: BodyTaker): void;
	destroy(): void;
}

/** Source that reads a Node stream. */
export class ReadableSource implements BodySource {
	readonly #readable: Readable;

	constructor(readable: Readable) {
		this.#readable = readable;
	}

	get readableEnded(): boolean {
		return this.#readable.readableEnded;
	}

	get destroyed(): boolean {
		return this.#readable.destroyed;
	}

	whole(): undefined {
		return undefined;
	}

	/**
	 * Passes the stream's events to the taker. The listeners are never removed, which would cost more than keeping them; they are freed
	 * with the request.
	 */
	take(taker: BodyTaker): void {
		const readable = this.#readable;
		readable.on('data', (bytes: Buffer) => taker.data(bytes));
		readable.on('end', () => taker.end());
		readable.on('close', () => {
			if (!readable.readableEnded) taker.close();
		});
	}

	destroy(): void {
		this.#readable.destroy();
	}
}
