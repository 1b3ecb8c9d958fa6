/** What is known of one client connection, found out once when it opens. */
import type { TLSSocket } from 'node:tls';
import type { Peer } from '../api/request.ts';

/** A connection without requests is closed after this; client-go's pool keeps idle ones for 90 s. */
export const idleTimeoutMs = 90_000;

/** Time for a client to send a request's headers: the incumbent's; a slow client on a bad line needs seconds, a slow loris minutes. */
export const headersTimeoutMs = 32_000;

/**
 * A client that takes nothing of its answer for so long is cut off: it holds what the answer is made of. A watch is not an answer
 * in this sense, but the end of one is.
 */
export const answerStallMs = 60_000;

export interface Connection {
	/** What its certificate proves; undefined without one. */
	readonly peer: Peer | undefined;
	/** Address of the client, for logs. */
	readonly remote: string;
}

/** Called once a connection. */
export type IdentifyPeer = (socket: TLSSocket) => Peer | undefined;

export function openConnection(socket: TLSSocket, identify: IdentifyPeer): Connection {
	return {
		peer: identify(socket),
		remote: `${socket.remoteAddress ?? 'unknown'}:${socket.remotePort ?? 0}`,
	};
}
