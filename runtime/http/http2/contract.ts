/** What a connection of HTTP/2 is bounded by, and whom it tells. */
import type { RequestHead } from './request-head.ts';
import type { ServerStream } from './stream.ts';

export interface Http2Bounds {
	/** Streams at once. */
	readonly streams: number;
	/** Headers of one request, as RFC 9113, 6.5.2 counts them. Beyond it the request gets 431. */
	readonly headBytes: number;
	readonly headPairs: number;
	/** The same, and the bytes of a header block as it is sent. Beyond it the connection ends. */
	readonly mostHeadBytes: number;
}

export interface ConnectionEvents {
	/** The turn of the event loop. */
	turn(): number;
	/** One more request; `head` undefined: its headers are larger than allowed. */
	request(stream: ServerStream, head: RequestHead | undefined): void;
	/** The client, or what it did wrong, has reset a stream that was begun in that turn. False: the connection is to end. */
	wasReset(begunIn: number): boolean;
	/** What went wrong in the server: it is at fault, and the connection ends. */
	failed(error: unknown): void;
}
