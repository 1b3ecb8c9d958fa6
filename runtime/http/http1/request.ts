import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderLine } from '../../api/request.ts';
import { type BodySource, ReadableSource } from '../body-source.ts';
import type { Tunnel } from '../tunnel.ts';
import type { Upgrade } from '../websocket/upgrade.ts';
import { linesBeginning, type OpenRequests, WireRequest } from '../wire-request.ts';
import type { Http1Connection } from './connections.ts';

/** Protocols to which a request can switch its connection. */
export interface Changes {
	readonly webSocket: Upgrade | undefined;
	readonly tunnel: Tunnel;
}

/** An HTTP/1.1 request as an ApiRequest. */
export class Http1Request extends WireRequest {
	readonly #incoming: IncomingMessage;
	readonly #outgoing: ServerResponse;
	readonly #connection: Http1Connection;

	override readonly http11: boolean;
	override readonly webSocket: Upgrade | undefined;
	override readonly tunnel: Tunnel | undefined;

	constructor(incoming: IncomingMessage, outgoing: ServerResponse, connection: Http1Connection, open: OpenRequests, changes: Changes | undefined) {
		super(incoming.method ?? 'GET', incoming.url ?? '/', connection, open);
		this.http11 = incoming.httpVersionMinor > 0;
		this.webSocket = changes?.webSocket;
		this.tunnel = changes?.tunnel;
		this.#incoming = incoming;
		this.#outgoing = outgoing;
		this.#connection = connection;
	}

	header(name: string): string | undefined {
		const value = this.#incoming.headers[name];
		return Array.isArray(value) ? value.join(', ') : value;
	}

	headersBeginning(prefix: string): readonly HeaderLine[] {
		return linesBeginning(this.#incoming.rawHeaders, prefix);
	}

	protected source(): BodySource {
		this.#connection.reading?.releaseBody(this.#incoming);
		return new ReadableSource(this.#incoming);
	}

	protected get isClosed(): boolean {
		return this.#outgoing.closed;
	}

	protected onClose(listener: (complete: boolean) => void): void {
		const outgoing = this.#outgoing;
		if (outgoing.closed) listener(outgoing.writableFinished);
		else outgoing.once('close', () => listener(outgoing.writableFinished));
	}
}
