/** Source of a request's body: a Node stream over HTTP/1.1, or an HTTP/2 stream. */
import type { Readable } from 'node:stream';

/** Receives a body: any number of `data` calls, then one of the others. */
export interface BodyTaker {
	data(bytes: Buffer): void;
	end(): void;
	/** Called when the body will not be complete; never called after `end`. */
	close(): void;
}

export interface BodySource {
	/** True when the whole body has been taken. */
	readonly readableEnded: boolean;
	/** True when no more bytes will come. */
	readonly destroyed: boolean;
	/** Returns the whole body if it is already complete and shorter than `bytes`. It must not be taken then. */
	whole(bytes: number): Buffer | undefined;
	/** Passes the body to the taker, at most once. Bytes already received are passed synchronously. */
	take(taker: BodyTaker): void;
	destroy(): void;
}

/** A source that reads the events of a Node stream. */
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

	/** Passes the stream's events to the taker. The listeners are never removed, since that costs more; they end with the request. */
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
