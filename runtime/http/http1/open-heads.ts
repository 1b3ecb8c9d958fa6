/** Incomplete heads of HTTP/1.1 requests. A complete one only costs recording how far its connection was read. */
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { OpenHead } from '../open-heads.ts';

/** Read state of a connection. */
export interface HeadsRead {
	/** Bytes read when the last head was complete, plus the body that it declares. */
	headsRead: number;
	/** Most recent request. */
	readonly newest: IncomingMessage | undefined;
	/** True when the connection has become a WebSocket, which has no heads. */
	readonly isUpgraded: boolean;
}

/** Records a complete head; called for each request. Bytes behind its body belong to the next head. */
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

/**
 * Reports whether the current input belongs to a head, not to a body or a WebSocket. `connection` is undefined before the first request.
 */
export function isInHead(connection: HeadsRead | undefined): boolean {
	return connection === undefined || (connection.newest?.complete !== false && !connection.isUpgraded);
}
