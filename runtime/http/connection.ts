/** Data about a client connection, collected once when it opens. */
import type { TLSSocket } from 'node:tls';
import type { Peer } from '../api/request.ts';

/** Time after which a connection without requests is closed. client-go keeps idle connections for 90 s. */
export const idleTimeoutMs = 90_000;

/**
 * Time for a client to send the headers of a request, as in kube-apiserver. A slow client on a bad line needs seconds; a slowloris attacker
 * takes minutes.
 */
export const headersTimeoutMs = 32_000;

/**
 * Time without reading after which a client is disconnected, because it holds the objects of its answer. It does not apply to an open
 * watch, but to the end of one.
 */
export const answerStallMs = 60_000;

export interface Connection {
	/** Identity that the client's certificate proves. Undefined without a certificate. */
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
