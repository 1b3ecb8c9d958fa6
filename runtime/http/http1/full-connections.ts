/**
 * Connections on which so much is asked that no more is read for now. When there is room again they are read on one in a turn of the
 * event loop: what is read at once, a TLS record, may hold hundreds of requests.
 */
import type { TLSSocket } from 'node:tls';

export class FullConnections {
	readonly #waiting: TLSSocket[] = [];

	/** Nothing more is read from it. It must be read as a stream, not by Node's parser alone. */
	stop(socket: TLSSocket): void {
		socket.pause();
		// Node resumes a connection behind each message that it has parsed.
		socket.resume = stay;
	}

	/** Reads on when its turn has come. */
	goOn(socket: TLSSocket): void {
		if (this.#waiting.push(socket) === 1) setImmediate(() => this.#next());
	}

	#next(): void {
		const socket = this.#waiting.shift();
		if (socket !== undefined) resume(socket);
		if (this.#waiting.length > 0) setImmediate(() => this.#next());
	}
}

function stay(this: TLSSocket): TLSSocket {
	return this;
}

function resume(socket: TLSSocket): void {
	// The method of all sockets again.
	Reflect.deleteProperty(socket, 'resume');
	if (!socket.destroyed) socket.resume();
}
