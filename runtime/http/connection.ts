/** What is known of one client connection, found out once when it opens. */
import type { TLSSocket } from 'node:tls';
import type { User } from '../api/request.ts';

export interface Connection {
	/** The verified client certificate's subject; undefined without one. */
	readonly user: User | undefined;
	/** Address of the client, for logs. */
	readonly remote: string;
}

/** The user of a verified certificate, from the handshake's peer. */
export type IdentifyPeer = (socket: TLSSocket) => User | undefined;

export function openConnection(socket: TLSSocket, identify: IdentifyPeer): Connection {
	return { user: identify(socket), remote: `${socket.remoteAddress ?? 'unknown'}:${socket.remotePort ?? 0}` };
}
