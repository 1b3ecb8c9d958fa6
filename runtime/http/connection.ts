/** What is known of one client connection, found out once when it opens. */
import type { TLSSocket } from 'node:tls';
import type { User } from '../api/request.ts';
import type { SmallPortions } from './body.ts';

/** A connection without requests is closed after this; client-go's pool keeps idle ones for 90 s. */
export const idleTimeoutMs = 90_000;

/**
 * A client that takes nothing of its answer for so long is cut off: it holds what the answer is made of. A watch is not an answer
 * in this sense, but the end of one is.
 */
export const answerStallMs = 60_000;

export interface Connection {
	/** The verified client certificate's subject; undefined without one. */
	readonly user: User | undefined;
	/** Whether it came with a certificate that does not hold. */
	readonly refused: boolean;
	/** In which bodies come. */
	readonly portions: SmallPortions;
	/** Address of the client, for logs. */
	readonly remote: string;
}

/** The user of a verified certificate, from the handshake's peer; `refused` for a certificate that does not hold. */
export type IdentifyPeer = (socket: TLSSocket) => User | 'refused' | undefined;

export function openConnection(socket: TLSSocket, identify: IdentifyPeer, portions: SmallPortions): Connection {
	const peer = identify(socket);
	const refused = peer === 'refused';
	return {
		user: refused ? undefined : peer,
		refused,
		portions,
		remote: `${socket.remoteAddress ?? 'unknown'}:${socket.remotePort ?? 0}`,
	};
}
