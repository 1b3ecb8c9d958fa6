/** Stream of tRPC messages. A list in it has back pressure, as over REST. */
import { Readable } from 'node:stream';
import type { Piece } from './answers.ts';
import type { SentBytes } from './batch.ts';

export class MessageStream extends Readable {
	readonly #pieces: AsyncIterator<Piece, void>;
	readonly #sent: SentBytes;
	readonly #onEnd: () => void;
	#list: Readable | undefined;
	#isAsking = false;

	/** `onEnd`: called exactly once, even when the stream is not read to its end. */
	constructor(pieces: AsyncIterator<Piece, void>, sent: SentBytes, onEnd: () => void) {
		super();
		this.#pieces = pieces;
		this.#sent = sent;
		this.#onEnd = onEnd;
	}

	override _read(): void {
		if (this.#list === undefined) this.#next();
		else this.#list.resume();
	}

	override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
		this.#list?.destroy();
		this.#onEnd();
		// A suspended generator returns only after its pending step, so destruction does not wait for it.
		void this.#pieces.return?.()?.catch(() => undefined);
		done(error);
	}

	#next(): void {
		if (this.#isAsking) return;
		this.#isAsking = true;
		this.#pieces.next().then(
			({ done, value }) => {
				this.#isAsking = false;
				if (done === true) this.push(null);
				else if (value instanceof Readable) this.#follow(value);
				else if (value.length === 0) this.#next();
				else this.#send(value);
			},
			(error: unknown) => this.destroy(error as Error),
		);
	}

	#send(bytes: Buffer): boolean {
		this.#sent.bytes += bytes.length;
		return this.push(bytes);
	}

	#follow(list: Readable): void {
		this.#list = list;
		list.on('data', (bytes: Buffer) => {
			if (!this.#send(bytes)) list.pause();
		});
		list.once('end', () => {
			this.#list = undefined;
			this.#next();
		});
		const failClosed = (): void => {
			if (this.#list === list) this.destroy(list.errored ?? new Error('a list was closed before its end'));
		};
		list.once('close', failClosed);
		if (list.destroyed) failClosed();
	}
}
