/**
 * Heads of HTTP/1.1 requests that are not complete. Node's parser holds what has come of them, before anybody could ask for
 * credentials, so that all of them together are bounded. They are looked for now and then: a head that is complete costs nothing more
 * than to note how far its connection was read.
 */
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';

/** Of all heads that are not complete: 64 of the largest; those of clients are there within one TLS record. */
export const mostHeadBytes = 64 * 1024 * 1024;
/** A fast line brings some tens of megabytes in this time. */
const roundMs = 250;

/** Of a connection. */
export interface HeadsRead {
	/** How far it was read when the last head was complete, and the body that the head says. */
	headsRead: number;
	/** The request that came last. */
	readonly newest: IncomingMessage | undefined;
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

/** Closes the largest of what is too much in all, from now on. Call what it returns when the server ends. */
export function boundOpenHeads(sockets: () => Iterable<TLSSocket>, connectionOf: (socket: TLSSocket) => HeadsRead | undefined): () => void {
	const rounds = setInterval(() => {
		let sum = 0;
		const open: { socket: TLSSocket; bytes: number }[] = [];
		for (const socket of sockets()) {
			const bytes = socket.alpnProtocol === 'h2' ? 0 : bytesOfHead(socket, connectionOf(socket));
			if (bytes <= 0) continue;
			sum += bytes;
			open.push({ socket, bytes });
		}
		if (sum <= mostHeadBytes) return;
		open.sort((a, b) => b.bytes - a.bytes);
		for (const { socket, bytes } of open) {
			if (sum <= mostHeadBytes) return;
			sum -= bytes;
			socket.destroy();
		}
	}, roundMs);
	rounds.unref();
	return () => clearInterval(rounds);
}

function bytesOfHead(socket: TLSSocket, connection: HeadsRead | undefined): number {
	if (connection === undefined) return socket.bytesRead;
	// What comes now belongs to a body.
	if (connection.newest?.complete === false) return 0;
	return socket.bytesRead - connection.headsRead;
}
