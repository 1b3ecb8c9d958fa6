/**
 * Request of a client to continue its HTTP/1.1 connection in another protocol (RFC 9110, 7.8). The server passes SPDY/3.1 and WebSocket on
 * to the agent of a node, or to a pod, without reading the bytes.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { ApiError } from '../api/errors.ts';
import type { TunnelOffer } from '../api/request.ts';
import type { EventStream } from './event-writer.ts';
import { isAllowedOrigin } from './websocket/origins.ts';
import type { OriginBound } from './websocket/upgrade.ts';

const protocols: ReadonlySet<string> = new Set(['spdy/3.1', 'websocket']);

/** Reports whether the request asks for a protocol that can be passed on, has a Host, and has no body. */
export function asksForTunnel({ headers }: IncomingMessage): boolean {
	if (!protocols.has(headers.upgrade?.toLowerCase() ?? '')) return false;
	return headers.host !== undefined && Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined;
}

export class Tunnel implements TunnelOffer {
	readonly #incoming: IncomingMessage;
	readonly #socket: TLSSocket;
	/** Bytes that the client sent after its request. */
	#head: Buffer;
	readonly #origins: OriginBound;
	isAccepted = false;

	constructor(incoming: IncomingMessage, socket: TLSSocket, head: Buffer, origins: OriginBound) {
		this.#incoming = incoming;
		this.#socket = socket;
		this.#head = head;
		this.#origins = origins;
	}

	/**
	 * Throws Forbidden when a web page of a disallowed origin would use the browser's client certificate. Clients other than browsers send
	 * no Origin, and pass. Watches over WebSocket, in contrast, require an Origin (`websocket/upgrade.ts`).
	 */
	check(): void {
		const { origin, host } = this.#incoming.headers;
		if (origin === undefined || this.#origins === undefined || isAllowedOrigin(origin, host, this.#origins)) return;
		throw new ApiError('Forbidden', `an upgrade with a client certificate needs an allowed Origin, found ${JSON.stringify(origin.slice(0, 100))}`);
	}

	accept(): Readable {
		this.isAccepted = true;
		if (this.#head.length > 0) this.#socket.unshift(this.#head);
		this.#head = Buffer.alloc(0);
		return this.#socket;
	}

	/** Returns the stream to the client. Called when the 101 is written. */
	stream(): EventStream {
		const socket = this.#socket;
		return {
			out: socket,
			write: (bytes) => !socket.writableEnded && socket.write(bytes),
			finish: () => socket.end(),
			fail: () => socket.destroy(),
		};
	}
}
