/** The HTTP/2 connections that are open, what is known of each, and the end of those on which nothing is asked. */
import type { TLSSocket } from 'node:tls';
import { Allowance } from '../allowance.ts';
import { type Connection, headersTimeoutMs, type IdentifyPeer, idleTimeoutMs, openConnection } from '../connection.ts';
import type { Exchanges } from '../exchanges.ts';
import type { OpenHead } from '../open-heads.ts';
import { ServerConnection } from './connection.ts';
import type { Http2Bounds } from './contract.ts';
import { codes } from './protocol.ts';
import type { RequestHead } from './request-head.ts';
import { SharedByConnections } from './shared.ts';
import type { ServerStream } from './stream.ts';

/**
 * At once, and a second thereafter, of streams that were reset in the turn of the event loop in which they were opened, by the client or
 * for what it did wrong (CVE-2025-8671). A stream that is reset gives its place to the next: a client that opens and resets streams in one
 * write has as many of them begun as a read brings (rapid reset, CVE-2023-44487). One that was there before this turn began had a
 * place among those that a connection may have; such may be reset at any rate, as clients reset watches and whatever they wait for no more.
 * Where turns are long, since the server has much to do, a client that gives up soon resets some in the turn of their opening, too.
 */
const hastyResets = { atOnce: 200, perSecond: 1_000 };

/** Idle connections, and heads that do not end, are looked for at this interval. */
const roundMs = 5_000;

export type OnRequest = (connection: Connection, stream: ServerStream, head: RequestHead | undefined) => void;

export class OpenConnections {
	readonly #identify: IdentifyPeer;
	readonly #exchanges: Exchanges;
	readonly #bounds: Http2Bounds;
	readonly #onRequest: OnRequest;
	readonly #shared = new SharedByConnections();
	readonly #open = new Set<ServerConnection>();

	constructor(identify: IdentifyPeer, exchanges: Exchanges, bounds: Http2Bounds, onRequest: OnRequest) {
		this.#identify = identify;
		this.#exchanges = exchanges;
		this.#bounds = bounds;
		this.#onRequest = onRequest;
	}

	/** A connection whose client has chosen HTTP/2. */
	add(socket: TLSSocket): ServerConnection {
		const { turns, endOfTurn, onFailure } = this.#exchanges;
		const about = openConnection(socket, this.#identify);
		const hasty = new Allowance(hastyResets.perSecond, hastyResets.atOnce);
		const connection = new ServerConnection(socket, this.#bounds, this.#shared, endOfTurn, {
			request: (stream, head) => this.#onRequest(about, stream, head),
			wasReset: (openedIn) => openedIn !== turns.current || hasty.take(),
			failed: onFailure,
			turn: () => turns.current,
		});
		this.#open.add(connection);
		socket.once('close', () => this.#open.delete(connection));
		return connection;
	}

	/** Heads of requests that are not whole. */
	*openHeads(): Generator<OpenHead> {
		for (const connection of this.#open) {
			const { openHead } = connection;
			if (openHead !== undefined) yield { bytes: openHead.bytes, connection };
		}
	}

	/** From now on those are ended on which nothing is asked. Call what it returns when the server ends. */
	watchIdle(): () => void {
		const rounds = setInterval(() => this.endIdle(performance.now()), roundMs);
		rounds.unref();
		return () => clearInterval(rounds);
	}

	/** A quiet watch is not idle. A client that only says that it is there asks nothing. */
	endIdle(nowMs: number): void {
		for (const connection of this.#open) {
			const { openHead } = connection;
			if (openHead !== undefined && nowMs - openHead.sinceMs >= headersTimeoutMs) connection.destroy(codes.enhanceYourCalm);
			else if (connection.streams === 0 && nowMs - connection.quietSinceMs >= idleTimeoutMs) connection.close();
		}
	}

	/** Lets the streams that there are end, and begins no more. */
	close(): void {
		for (const connection of this.#open) connection.close();
	}

	destroy(): void {
		for (const connection of this.#open) connection.destroy();
	}
}
