/**
 * Short bodies of HTTP/1.1 requests, taken directly from Node's parser. Most arrive as one portion, with their end in the same read of the
 * connection. As events of a stream they would take a dozen calls in three rounds of the task queue. They would also take a twentieth of
 * the memory that a write allocates.
 */
import type { IncomingMessage } from 'node:http';
import { type BodySource, type BodyTaker, ReadableSource } from '../body-source.ts';

/** Node's own method for a request without a body, which never lives as a stream (`optimizeEmptyRequests`). */
type Incoming = IncomingMessage & { _dumpAndCloseReadable?(): void };

export function sourceOf(incoming: IncomingMessage): BodySource {
	return new IncomingSource(incoming);
}

class IncomingSource extends ReadableSource {
	readonly #incoming: Incoming;

	constructor(incoming: Incoming) {
		super(incoming);
		this.#incoming = incoming;
	}

	/**
	 * Passes the body on while it is parsed. This holds only for a body that has not begun to arrive and fits into the stream's buffer. For
	 * a longer one, the client must be slowed down.
	 */
	override take(taker: BodyTaker): void {
		const incoming = this.#incoming;
		if (incoming.complete || incoming.readableLength > 0 || !isShort(incoming) || incoming._dumpAndCloseReadable === undefined) {
			super.take(taker);
			return;
		}
		let isWhole = false;
		incoming.push = (bytes: Buffer | null): boolean => {
			if (bytes !== null) taker.data(bytes);
			else {
				isWhole = true;
				// Ended for Node as well: the parser lets go of it with the answer.
				incoming._dumpAndCloseReadable?.();
				taker.end();
			}
			return true;
		};
		// The connection is gone.
		incoming.on('close', () => {
			if (!isWhole) taker.close();
		});
	}
}

function isShort({ headers, readableHighWaterMark }: IncomingMessage): boolean {
	return headers['transfer-encoding'] === undefined && Number(headers['content-length']) < readableHighWaterMark;
}
