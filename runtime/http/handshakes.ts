/**
 * Connections that shake hands: no request can come from them yet, and Node tells of a failure with the TLS socket, which
 * could only write encrypted.
 */
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** For a client that forgot the `s` of `https`: a sentence in the protocol that it speaks, as from the incumbent, and not a hang-up. */
const plainHttpRefusal = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';

/** Counted for the metrics. */
export interface HandshakeFigures {
	failed: number;
}

export class Handshakes {
	/** The sockets below the TLS ones, by client. */
	readonly #below = new Map<string, Socket>();

	/** Every failed handshake ends its socket here. */
	constructor(server: Server, figures: HandshakeFigures) {
		server.on('connection', (socket: Socket) => {
			const client = clientOf(socket);
			this.#below.set(client, socket);
			socket.once('close', () => {
				if (this.#below.get(client) === socket) this.#below.delete(client);
			});
		});
		server.on('secureConnection', (socket: TLSSocket) => this.#below.delete(clientOf(socket)));
		server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
			figures.failed++;
			const below = this.#below.get(clientOf(socket));
			this.#below.delete(clientOf(socket));
			if (error.code === 'ERR_SSL_HTTP_REQUEST' && below !== undefined) below.write(plainHttpRefusal, () => socket.destroy());
			else socket.destroy();
		});
	}

	/** Ends all that are not finished. */
	destroy(): void {
		for (const socket of this.#below.values()) socket.destroy();
	}
}

function clientOf({ remoteAddress, remotePort }: Socket): string {
	return `${remoteAddress}:${remotePort}`;
}
