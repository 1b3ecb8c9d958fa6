import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Readable } from 'node:stream';
import type { Connection } from './connection.ts';
import { type Abortable, WireRequest } from './wire-request.ts';

/** An HTTP/2 request as an ApiRequest. */
export class Http2Request extends WireRequest {
	readonly #stream: ServerHttp2Stream;
	readonly #headers: IncomingHttpHeaders;

	constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, connection: Connection, abortable: Abortable) {
		super((headers[':method'] as string | undefined) ?? 'GET', (headers[':path'] as string | undefined) ?? '/', connection, abortable);
		this.#stream = stream;
		this.#headers = headers;
	}

	header(name: string): string | undefined {
		const value = this.#headers[name];
		return Array.isArray(value) ? value.join(', ') : value;
	}

	protected source(): Readable {
		return this.#stream;
	}

	protected onClose(listener: (complete: boolean) => void): void {
		const stream = this.#stream;
		if (stream.closed) listener(stream.writableFinished);
		else stream.once('close', () => listener(stream.writableFinished));
	}
}
