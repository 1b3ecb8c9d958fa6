/** Data about a client connection, collected once when it opens. */
import type { TLSSocket } from 'node:tls';
import type { Peer } from '../api/request.ts';
import type { OpenHead } from './open-heads.ts';

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

/** Implementations of HTTP/2 by the names that a flag takes: that of this project, and Node's. */
export const http2Implementations = ['own', 'node'] as const;
export type Http2Implementation = (typeof http2Implementations)[number];

/** A server of HTTP/2 on connections that the listener accepted. */
export interface Http2Protocol {
	/** Adds a connection whose client has negotiated HTTP/2. */
	add(socket: TLSSocket): void;
	/** Returns the incomplete request heads. */
	openHeads(): Iterable<OpenHead>;
	/** Starts closing idle connections. Returns a function that stops this, to be called when the server ends. */
	watchIdle(): () => void;
	/** Accepts no new streams and lets the open ones end. */
	close(): void;
	destroy(): void;
}
