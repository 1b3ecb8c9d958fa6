/** The end of HTTP/1.1 connections whose client takes nothing of an answer that is still being made. */
import type { ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Http1Connection } from './connections.ts';

/**
 * To be called when an answer has begun that goes out as it is made. What was handed over whole costs its own size, and the
 * connection is looked after as an idle one.
 */
export function endWhenStalled(connection: Http1Connection, socket: TLSSocket, outgoing: ServerResponse, stallMs: number): void {
	if (connection.streaming++ === 0) socket.setTimeout(stallMs);
	// Without a listener Node would end the connection when what makes the answer takes long, too.
	outgoing.on('timeout', () => {
		if (outgoing.writableLength > 0) socket.destroy();
	});
	outgoing.once('close', () => {
		if (--connection.streaming === 0) socket.setTimeout(0);
	});
}
