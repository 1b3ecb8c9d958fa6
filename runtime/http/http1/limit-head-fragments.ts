/**
 * Bounds the number of pieces in which the head of an HTTP/1.1 request arrives. Node's parser reads them directly from OpenSSL and reports
 * only the complete head. With each piece, it processes the earlier ones again. A head in 20,000 records of one byte takes a hundred
 * milliseconds, before any credentials can be checked.
 */
import type { TLSSocket } from 'node:tls';
import { onSocketActivity } from '../../node/socket-activity.ts';
import { type HeadsRead, isInHead } from './open-heads.ts';

/**
 * Maximum number of pieces of one head. The largest head takes 64 if the client fills its records; a piece for each line is also allowed.
 */
const mostFragments = 1_000;

/** Calls `flood` in the middle of a head that comes in too many pieces. `connectionOf` returns undefined before the first request. */
export function limitHeadFragments(socket: TLSSocket, connectionOf: () => HeadsRead | undefined, flood: () => void): void {
	let bytesRead = 0;
	let headsRead = 0;
	let pieces = 0;
	onSocketActivity(socket, () => {
		const connection = connectionOf();
		if (connection !== undefined && connection.headsRead !== headsRead) {
			headsRead = connection.headsRead;
			pieces = 0;
		}
		// Without new bytes, Node made the call for a write.
		if (socket.bytesRead === bytesRead) return;
		bytesRead = socket.bytesRead;
		if (isInHead(connection) && ++pieces > mostFragments) flood();
	});
}
