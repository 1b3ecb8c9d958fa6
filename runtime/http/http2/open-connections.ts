/** Open HTTP/2 connections, the data kept for each, and the closing of idle ones. */
import type { TLSSocket } from 'node:tls';
import { ServerConnection } from '../../http2/connection.ts';
import type { Http2Bounds } from '../../http2/contract.ts';
import { codes } from '../../http2/protocol.ts';
import type { RequestHead } from '../../http2/request-head.ts';
import { SharedByConnections } from '../../http2/shared.ts';
import type { ServerStream } from '../../http2/stream.ts';
import { startReading, stopReading } from '../../node/socket-handle.ts';
import { type Connection, headersTimeoutMs, type IdentifyPeer, idleTimeoutMs, openConnection } from '../connection.ts';
import type { InFlight } from '../in-flight.ts';
import type { OpenHead } from '../open-heads.ts';

/** Interval of the search for idle connections and unfinished heads. */
const roundMs = 5_000;

export type OnRequest = (connection: Connection, stream: ServerStream, head: RequestHead | undefined) => void;

export class OpenConnections {
	readonly #identify: IdentifyPeer;
	readonly #inFlight: InFlight;
	readonly #bounds: Http2Bounds;
	readonly #onRequest: OnRequest;
	readonly #shared = new SharedByConnections({ start: startReading, stop: stopReading });
	readonly #open = new Set<ServerConnection>();

	constructor(identify: IdentifyPeer, inFlight: InFlight, bounds: Http2Bounds, onRequest: OnRequest) {
		this.#identify = identify;
		this.#inFlight = inFlight;
		this.#bounds = bounds;
		this.#onRequest = onRequest;
	}

	/** Adds a connection whose client has negotiated HTTP/2. */
	add(socket: TLSSocket): ServerConnection {
		const { queue, flushQueue, onFailure } = this.#inFlight;
		const about = openConnection(socket, this.#identify);
		const connection = new ServerConnection(socket, this.#bounds, this.#shared, {
			flushLater: (written) => flushQueue.addLast(written),
			request: (stream, head) => this.#onRequest(about, stream, head),
			failed: onFailure,
			iteration: () => queue.iteration,
		});
		this.#open.add(connection);
		socket.once('close', () => this.#open.delete(connection));
		return connection;
	}

	/** Yields the incomplete request heads. */
	*openHeads(): Generator<OpenHead> {
		for (const connection of this.#open) {
			const { openHead } = connection;
			if (openHead !== undefined) yield { bytes: openHead.bytes, connection };
		}
	}

	/** Starts closing idle connections. Returns a function that stops this, to be called when the server ends. */
	watchIdle(): () => void {
		const rounds = setInterval(() => this.endIdle(performance.now()), roundMs);
		rounds.unref();
		return () => clearInterval(rounds);
	}

	/** Closes idle connections. A connection with a watch is never idle, even without events; one with only pings is. */
	endIdle(nowMs: number): void {
		for (const connection of this.#open) {
			const { openHead } = connection;
			if (openHead !== undefined && nowMs - openHead.sinceMs >= headersTimeoutMs) connection.destroy(codes.enhanceYourCalm);
			else if (connection.streams === 0 && nowMs - connection.quietSinceMs >= idleTimeoutMs) connection.close();
		}
	}

	/** Accepts no new streams and lets the open ones end. */
	close(): void {
		for (const connection of this.#open) connection.close();
	}

	destroy(): void {
		for (const connection of this.#open) connection.destroy();
	}
}
