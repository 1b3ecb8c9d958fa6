/**
 * Heads of HTTP/1.1 requests in many pieces. Node's parser takes them straight from OpenSSL, each with what came before it once more,
 * and tells nobody before the head is complete: 20,000 records of one byte are a hundred milliseconds from one client, before anybody
 * could ask for credentials.
 */
import type { TLSSocket } from 'node:tls';
import { type HeadsRead, isInHead } from './open-heads.ts';

/** Of one head: the largest has 64 of them from clients that fill their records; one a line of the longest are within. */
const mostPieces = 1_000;

/** What Node calls whenever a connection was read or written, to put its timeouts off. */
interface Timed {
	_unrefTimer(): void;
}

/** Calls `flood` in the middle of a head that has come in too many pieces. `connectionOf`: undefined before the first request. */
export function boundPieces(socket: TLSSocket, connectionOf: () => HeadsRead | undefined, flood: () => void): void {
	const timed = socket as unknown as Timed;
	const putOff = timed._unrefTimer;
	let bytesRead = 0;
	let headsRead = 0;
	let pieces = 0;
	timed._unrefTimer = () => {
		putOff.call(socket);
		const connection = connectionOf();
		if (connection !== undefined && connection.headsRead !== headsRead) {
			headsRead = connection.headsRead;
			pieces = 0;
		}
		// Else something was written.
		if (socket.bytesRead === bytesRead) return;
		bytesRead = socket.bytesRead;
		if (isInHead(connection) && ++pieces > mostPieces) flood();
	};
}
