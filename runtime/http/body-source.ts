/** Where the body of a request comes from: a stream of Node's over HTTP/1.1, or one of HTTP/2. */
import type { Readable } from 'node:stream';

/** Takes a body as it comes: any number of `data`, then one of the others. */
export interface BodyTaker {
	data(bytes: Buffer): void;
	end(): void;
	/** It will not come whole. Nothing after an end. */
	close(): void;
}

export interface BodySource {
	/** All of it has been taken. */
	readonly readableEnded: boolean;
	/** Nothing more will come. */
	readonly destroyed: boolean;
	/** All of it, if it is there already and shorter than `bytes`; it is not to be taken then. */
	whole(bytes: number): Buffer | undefined;
	/** Once. What is there already is given at once. */
	take(taker: BodyTaker): void;
	destroy(): void;
}

/** By the events of a stream. */
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

	/** The listeners stay, since taking them away costs more: they end with the request. */
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
