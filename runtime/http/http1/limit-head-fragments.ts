/**
 * Bounds the pieces of HTTP/1.1 heads. Node's parser takes them straight from OpenSSL, each together with the earlier ones, and reports
 * only the complete head. 20,000 records of one byte take a hundred milliseconds from one client, before any credentials can be checked.
 */
import type { TLSSocket } from 'node:tls';
import { onSocketActivity } from '../../node/socket-activity.ts';
import { type HeadsRead, isInHead } from './open-heads.ts';

/** Bound on the pieces of one head. The largest head has 64 from clients that fill their records; one piece a line is also within it. */
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
		// Without new bytes, the call was for a write.
		if (socket.bytesRead === bytesRead) return;
		bytesRead = socket.bytesRead;
		if (isInHead(connection) && ++pieces > mostFragments) flood();
	});
}
