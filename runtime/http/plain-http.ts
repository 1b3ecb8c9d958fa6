/** A client that forgot the `s` of `https` gets a sentence in the protocol that it speaks, as from the incumbent, and not a hang-up. */
import type { Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

const refusal = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';

/** Every failed handshake ends its socket here. */
export function refusePlainHttp(server: Http2SecureServer): void {
	/** Sockets below the TLS ones, while they shake hands: Node tells of a failure with the TLS socket, which could only write encrypted. */
	const shaking = new Map<string, Socket>();
	const taken = (socket: Socket): Socket | undefined => {
		const client = `${socket.remoteAddress}:${socket.remotePort}`;
		const below = shaking.get(client);
		shaking.delete(client);
		return below;
	};
	server.on('connection', (socket: Socket) => {
		const client = `${socket.remoteAddress}:${socket.remotePort}`;
		shaking.set(client, socket);
		socket.once('close', () => {
			if (shaking.get(client) === socket) shaking.delete(client);
		});
	});
	server.on('secureConnection', taken);
	server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
		const below = taken(socket);
		if (error.code === 'ERR_SSL_HTTP_REQUEST' && below !== undefined) below.write(refusal, () => socket.destroy());
		else socket.destroy();
	});
}
