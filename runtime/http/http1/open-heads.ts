/**
 * Incomplete heads of HTTP/1.1 requests, and the bound on the pieces in which a head arrives. For a complete head, only the position in the
 * input is recorded.
 */
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { onSocketActivity } from '../../node/socket-activity.ts';
import type { OpenHead } from '../open-heads.ts';

/** Read state of a connection. */
export interface HeadsRead {
	/** Number of bytes read when the last head was complete, plus the length of the body that it declares. */
	headsRead: number;
	/** Most recent request. */
	readonly newest: IncomingMessage | undefined;
	/** True when the connection has become a WebSocket, which has no more heads. */
	readonly isUpgraded: boolean;
}

/** Records a complete head. Called for each request. Bytes after its body belong to the next head. */
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
 * Reports whether the current input belongs to a head, and not to a body or a WebSocket. `connection`: undefined before the first request.
 */
function isInHead(connection: HeadsRead | undefined): boolean {
	return connection === undefined || (connection.newest?.complete !== false && !connection.isUpgraded);
}

/**
 * Maximum number of pieces of one head. The largest head takes 64 if the client fills its records; a piece for each line is also allowed.
 */
const mostFragments = 1_000;

/**
 * Calls `flood` in the middle of a head that comes in too many pieces. Node's parser reads them directly from OpenSSL and reports only the
 * complete head. With each piece, it processes the earlier ones again. A head in 20,000 records of one byte takes a hundred milliseconds,
 * before any credentials can be checked. `connectionOf` returns undefined before the first request.
 */
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
