/** Disconnects HTTP/1.1 clients that do not read an answer while it is produced. */
import type { ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Http1Connection } from './connections.ts';

/**
 * Watches an answer that is sent while it is produced. Called when the answer has begun. A complete answer holds only its own bytes, and
 * its connection counts as idle.
 */
export function endWhenStalled(connection: Http1Connection, socket: TLSSocket, outgoing: ServerResponse, stallMs: number): void {
	if (connection.streaming++ === 0) socket.setTimeout(stallMs);
	// Without a listener, Node would also end the connection when producing the answer takes long.
	outgoing.on('timeout', () => {
		if (outgoing.writableLength > 0) socket.destroy();
	});
	outgoing.once('close', () => {
		if (--connection.streaming === 0) socket.setTimeout(0);
	});
}
