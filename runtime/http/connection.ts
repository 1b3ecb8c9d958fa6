/** Data about a client connection, collected once when it opens. */
import type { TLSSocket } from 'node:tls';
import type { Peer } from '../api/request.ts';

/** Time after which a connection without requests is closed; client-go's pool keeps idle connections for 90 s. */
export const idleTimeoutMs = 90_000;

/** Time for a client to send a request's headers, as in the incumbent. A slow client on a bad line needs seconds, a slow loris minutes. */
export const headersTimeoutMs = 32_000;

/**
 * Time after which a client that reads nothing of its answer is cut off, because it holds the objects that the answer is made of. It does
 * not apply to an open watch, but to the end of one.
 */
export const answerStallMs = 60_000;

export interface Connection {
	/** Identity proved by the client's certificate; undefined without one. */
	readonly peer: Peer | undefined;
	/** Client address, for logs. */
	readonly remote: string;
}

/** Called once for each connection. */
export type IdentifyPeer = (socket: TLSSocket) => Peer | undefined;

export function openConnection(socket: TLSSocket, identify: IdentifyPeer): Connection {
	return {
		peer: identify(socket),
		remote: `${socket.remoteAddress ?? 'unknown'}:${socket.remotePort ?? 0}`,
	};
}
