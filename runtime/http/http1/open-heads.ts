/** Heads of HTTP/1.1 requests that are not complete: one that is costs nothing more than to note how far its connection was read. */
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { OpenHead } from '../open-heads.ts';

/** Of a connection. */
export interface HeadsRead {
	/** How far it was read when the last head was complete, and the body that the head says. */
	headsRead: number;
	/** The request that came last. */
	readonly newest: IncomingMessage | undefined;
	/** It has become a WebSocket, which has no heads. */
	readonly isUpgraded: boolean;
}

/** To be called for each request: what the connection brings behind its body belongs to the next head. */
export function headComplete(connection: HeadsRead, incoming: IncomingMessage): void {
	const { headers, socket } = incoming;
	const { bytesRead } = socket;
	const length = headers['content-length'];
	connection.headsRead = length === undefined ? bytesRead : bytesRead + Number(length);
	if (headers['transfer-encoding'] === undefined) return;
	incoming.once('close', () => {
		connection.headsRead = Math.max(connection.headsRead, socket.bytesRead);
	});
}

export function* openHeadsOf(sockets: Iterable<TLSSocket>, connectionOf: (socket: TLSSocket) => HeadsRead | undefined): Generator<OpenHead> {
	for (const socket of sockets) {
		if (socket.alpnProtocol === 'h2') continue;
		const bytes = bytesOfHead(socket, connectionOf(socket));
		if (bytes > 0) yield { bytes, connection: socket };
	}
}

function bytesOfHead(socket: TLSSocket, connection: HeadsRead | undefined): number {
	return isInHead(connection) ? socket.bytesRead - (connection?.headsRead ?? 0) : 0;
}

/** Whether what comes now belongs to a head; else to a body, or to a WebSocket. Undefined: nothing has come before. */
export function isInHead(connection: HeadsRead | undefined): boolean {
	return connection === undefined || (connection.newest?.complete !== false && !connection.isUpgraded);
}
