/** The HTTP/2 connections that are open, what is known of each, and the end of those on which nothing is asked. */
import type { ServerHttp2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { Allowance } from '../allowance.ts';
import { type Connection, type IdentifyPeer, idleTimeoutMs, openConnection } from '../connection.ts';
import { maxResets } from '../tls-server.ts';

export interface Http2Connection extends Connection {
	/** Requests on it that have not ended; a watch is one. */
	streams: number;
	/** Of streams that ended in a reset, by the client or by what it sent that made Node reset them (CVE-2025-8671): Node counts the client's alone. */
	readonly resets: Allowance;
}

export class Http2Sessions {
	readonly #identify: IdentifyPeer;
	readonly #open = new Map<ServerHttp2Session, Http2Connection>();

	constructor(identify: IdentifyPeer) {
		this.#identify = identify;
	}

	add(session: ServerHttp2Session): void {
		const connection = { ...openConnection(session.socket as TLSSocket, this.#identify), streams: 0, resets: new Allowance(maxResets) };
		this.#open.set(session, connection);
		session.once('close', () => this.#open.delete(session));
		session.on('error', () => session.destroy());
		session.setTimeout(idleTimeoutMs, () => {
			// A quiet watch is not idle.
			if (connection.streams === 0) session.close();
		});
	}

	/** Undefined when it has ended. */
	of(session: ServerHttp2Session): Http2Connection | undefined {
		return this.#open.get(session);
	}

	/** Lets the streams that there are end, and begins no more. */
	close(): void {
		for (const session of this.#open.keys()) session.close();
	}

	destroy(): void {
		for (const session of this.#open.keys()) session.destroy();
	}
}
