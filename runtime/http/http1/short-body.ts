/**
 * Short bodies of HTTP/1.1 requests, as Node's parser puts them into their streams: mostly one portion, and the end of it in the same
 * read of the connection. As events of a stream they take a dozen calls in three rounds of the task queue, and a twentieth of what
 * a write allocates.
 */
import type { IncomingMessage } from 'node:http';
import { type BodySource, type BodyTaker, ReadableSource } from '../body-source.ts';

/** What Node itself calls of a request without a body, which has no life as a stream (`optimizeEmptyRequests`). */
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

	/** As it is parsed: only what has not begun to come, and comes in no more than the stream would keep of it; else whoever sends has to be told to wait. */
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
