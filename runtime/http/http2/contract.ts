/** Bounds and events of an HTTP/2 connection. */
import type { RequestHead } from './request-head.ts';
import type { ServerStream } from './stream.ts';

export interface Http2Bounds {
	/** Maximum number of concurrent streams. */
	readonly streams: number;
	/** Maximum size of the headers of a request in bytes, counted as in RFC 9113, 6.5.2. A larger request is answered with 431. */
	readonly headBytes: number;
	readonly headPairs: number;
	/** Size, and bytes of a header block as sent, beyond which the connection ends. */
	readonly mostHeadBytes: number;
}

export interface ConnectionEvents {
	/** Returns the number of the event loop iteration. */
	iteration(): number;
	/** Begins a request; `head` is undefined where its headers are larger than allowed. */
	request(stream: ServerStream, head: RequestHead | undefined): void;
	/** Called with an internal error of the server, which ends the connection. */
	failed(error: unknown): void;
}
