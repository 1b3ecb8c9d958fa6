/**
 * Connections in their TLS handshake, from which no request can come yet. Node reports a failed handshake with the TLS socket, which can
 * only write encrypted data.
 */
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/**
 * Answer for a client that speaks plain HTTP. It gets a sentence in its protocol, as from kube-apiserver, instead of a closed connection.
 */
const plainHttpRefusal = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';

/** Counters for the metrics. */
export interface HandshakeMetrics {
	failed: number;
}

export class Handshakes {
	/** Sockets under the TLS sockets, by client address. */
	readonly #below = new Map<string, Socket>();

	/** Ends the socket of every failed handshake. */
	constructor(server: Server, metrics: HandshakeMetrics) {
		server.on('connection', (socket: Socket) => {
			const client = clientOf(socket);
			this.#below.set(client, socket);
			socket.once('close', () => {
				if (this.#below.get(client) === socket) this.#below.delete(client);
			});
		});
		server.on('secureConnection', (socket: TLSSocket) => this.#below.delete(clientOf(socket)));
		server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
			metrics.failed++;
			const below = this.#below.get(clientOf(socket));
			this.#below.delete(clientOf(socket));
			if (error.code === 'ERR_SSL_HTTP_REQUEST' && below !== undefined) below.write(plainHttpRefusal, () => socket.destroy());
			else socket.destroy();
		});
	}

	/** Destroys all unfinished handshakes. */
	destroy(): void {
		for (const socket of this.#below.values()) socket.destroy();
	}
}

function clientOf({ remoteAddress, remotePort }: Socket): string {
	return `${remoteAddress}:${remotePort}`;
}
