/**
 * TLS 1.3 lets a client change its keys whenever it likes (KeyUpdate, RFC 8446 4.6.3). OpenSSL derives others for each 27 bytes that
 * come, in a loop that nothing of ours sees the end of, before anybody could ask for credentials. What it does tell is that there are
 * secrets to be logged: they are counted, and never looked at.
 */
import type { Http2SecureServer } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { Allowance } from './allowance.ts';

/**
 * At once, and a second thereafter: a handshake makes five, a KeyUpdate one, or two when it asks the server for its own. Libraries
 * send one for millions of records.
 */
const mostSecrets = 20;

/** The part of a socket that reads, which Node's types do not name: a stream that is paused goes on with what the system has by now. */
interface Reader {
	readonly _handle?: { readStart(): void; readStop(): void } | null;
}

/** `established`: the connections whose handshake is over. */
export function boundKeyUpdates(server: Http2SecureServer, established: () => Iterable<TLSSocket>): void {
	const secrets = new Secrets(established);
	server.on('keylog', (_secret: Buffer, socket: TLSSocket) => secrets.madeOn(socket));
}

class Secrets {
	readonly #open = new Map<TLSSocket, Allowance>();
	readonly #established: () => Iterable<TLSSocket>;
	/** Those that are not read in this turn of the event loop. */
	readonly #held = new Set<TLSSocket>();

	constructor(established: () => Iterable<TLSSocket>) {
		this.#established = established;
	}

	madeOn(socket: TLSSocket): void {
		if (!this.#allowanceOf(socket).take()) this.#cutOff(socket);
	}

	#allowanceOf(socket: TLSSocket): Allowance {
		const known = this.#open.get(socket);
		if (known !== undefined) return known;
		const allowance = new Allowance(mostSecrets);
		this.#open.set(socket, allowance);
		socket.once('close', () => this.#open.delete(socket));
		return allowance;
	}

	/** OpenSSL is at work on the connection, which must not go before that is done; what was read of it takes some 15 ms. */
	#cutOff(socket: TLSSocket): void {
		if (this.#held.has(socket)) return;
		if (this.#held.size === 0) this.#holdSilent();
		this.#held.add(socket);
		readerOf(socket)?.readStop();
		setImmediate(() => {
			this.#held.delete(socket);
			socket.destroy();
			this.#release();
		});
	}

	/** A flood seldom comes alone: of connections that have said nothing yet, one has its turn, so that others are served in between. */
	#holdSilent(): void {
		for (const socket of this.#established()) {
			if (socket.bytesRead > 0) continue;
			this.#held.add(socket);
			readerOf(socket)?.readStop();
		}
	}

	#release(): void {
		for (const socket of this.#held) readerOf(socket)?.readStart();
		this.#held.clear();
	}
}

/** Null when it is closed. */
function readerOf(socket: TLSSocket): Reader['_handle'] {
	return (socket as Reader)._handle;
}
