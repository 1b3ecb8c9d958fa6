/** Bounds and events of an HTTP/2 connection. */
import type { TLSSocket } from 'node:tls';
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
	/** Time in which a client must end its body after the answer has been sent, in milliseconds. */
	readonly bodyEndMs: number;
}

export interface Flushed {
	/** Sends the frames that are laid out. Does not throw. */
	flush(): void;
}

/** Starts and stops reading a socket without a stream's pause, which would keep what it has read. */
export interface SocketReads {
	start(socket: TLSSocket): void;
	stop(socket: TLSSocket): void;
}

export interface ConnectionEvents {
	/** Returns the number of the event loop iteration. */
	iteration(): number;
	/** Begins a request; `head` is undefined where its headers are larger than allowed. */
	request(stream: ServerStream, head: RequestHead | undefined): void;
	/** Calls `flush` of the connection once, after the other work of the event loop iteration. */
	flushLater(connection: Flushed): void;
	/** Called with an internal error of the server, which ends the connection. */
	failed(error: unknown): void;
}
