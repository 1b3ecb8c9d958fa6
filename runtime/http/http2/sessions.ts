/** The HTTP/2 connections that are open, what is known of each, and the end of those on which nothing is asked. */
import type { ServerHttp2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { Allowance } from '../allowance.ts';
import { type PortionsSource, SmallPortions } from '../body.ts';
import { type Connection, type IdentifyPeer, idleTimeoutMs, openConnection } from '../connection.ts';
import type { OpenHead } from '../open-heads.ts';
import { readerOf } from '../socket-reader.ts';

export interface Http2Connection extends Connection {
	/** Requests on it that have not ended; a watch is one. */
	streams: number;
	/** Of streams that were reset in the turn of the event loop in which they were opened, by the client or by what it sent that made Node reset them (CVE-2025-8671). */
	readonly hastyResets: Allowance;
	/** How far it was read when the newest head was complete. */
	headsRead: number;
	/** The stream of that head. */
	newestStream: number;
}

/**
 * What may be a head is looked at more closely from here on: less is in frames of clients that say no more than how much they read.
 * nghttp2 takes 8 CONTINUATION frames of a head, so that it has 144 KiB at most.
 */
const smallHeadBytes = 16 * 1024;

/**
 * At once, and a second thereafter. A stream that is reset gives its place to the next: a client that opens and resets streams in one
 * write has as many of them begun as a read brings (rapid reset, CVE-2023-44487). One that was there before this turn began had a
 * place among those that a connection may have; such may be reset at any rate, as clients reset watches and whatever they wait for no more.
 * Where turns are long, since the server has much to do, a client that gives up soon resets some in the turn of their opening, too.
 */
const hastyResets = { atOnce: 200, perSecond: 1_000 };

/** To say farewell to a client that asks nothing. A head that never ends is a stream to Node, which waits for it. */
const farewellMs = 5_000;

export class Http2Sessions {
	readonly #identify: IdentifyPeer;
	readonly #open = new Map<ServerHttp2Session, Http2Connection>();

	constructor(identify: IdentifyPeer) {
		this.#identify = identify;
	}

	add(session: ServerHttp2Session): void {
		const connection = {
			...openConnection(session.socket as TLSSocket, this.#identify, new SmallPortions(portionsOf(session))),
			streams: 0,
			hastyResets: new Allowance(hastyResets.perSecond, hastyResets.atOnce),
			headsRead: 0,
			newestStream: 0,
		};
		this.#open.set(session, connection);
		session.once('close', () => this.#open.delete(session));
		session.on('error', () => session.destroy());
		session.setTimeout(idleTimeoutMs, () => {
			// A quiet watch is not idle.
			if (connection.streams > 0) return;
			session.close();
			const timer = setTimeout(() => session.destroy(), farewellMs);
			session.once('close', () => clearTimeout(timer));
		});
	}

	/** To be called for each stream. */
	headComplete(session: ServerHttp2Session, connection: Http2Connection, stream: number): void {
		if (session.destroyed) return;
		connection.headsRead = session.socket.bytesRead;
		connection.newestStream = stream;
	}

	/** Those of requests; one of them began with the highest number that the session has seen. */
	*openHeads(): Generator<OpenHead> {
		for (const [session, connection] of this.#open) {
			if (session.destroyed) continue;
			const bytes = session.socket.bytesRead - connection.headsRead;
			if (bytes >= smallHeadBytes && (session.state.lastProcStreamID ?? 0) > connection.newestStream) yield { bytes, connection: session };
		}
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

/** The session may be gone: its socket cannot be asked then. */
function portionsOf(session: ServerHttp2Session): PortionsSource {
	const reader = () => (session.destroyed ? undefined : readerOf(session.socket as TLSSocket));
	return {
		hold: () => reader()?.readStop(),
		goOn: () => reader()?.readStart(),
		end: () => session.destroy(),
	};
}
