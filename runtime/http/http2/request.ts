import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Readable } from 'node:stream';
import type { HeaderLine } from '../../api/request.ts';
import type { Connection } from '../connection.ts';
import { linesBeginning, type OpenRequests, WireRequest } from '../wire-request.ts';

/** An HTTP/2 request as an ApiRequest. */
export class Http2Request extends WireRequest {
	readonly #stream: ServerHttp2Stream;
	readonly #headers: IncomingHttpHeaders;
	readonly #rawHeaders: readonly string[];

	constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[], connection: Connection, open: OpenRequests) {
		super((headers[':method'] as string | undefined) ?? 'GET', (headers[':path'] as string | undefined) ?? '/', connection, open);
		this.#stream = stream;
		this.#headers = headers;
		this.#rawHeaders = rawHeaders;
	}

	header(name: string): string | undefined {
		const value = this.#headers[name];
		return Array.isArray(value) ? value.join(', ') : value;
	}

	headersBeginning(prefix: string): readonly HeaderLine[] {
		return linesBeginning(this.#rawHeaders, prefix);
	}

	protected source(): Readable {
		// HTTP/1.1 does this by itself.
		if (this.#headers.expect?.toLowerCase() === '100-continue' && !this.#stream.headersSent) this.#stream.additionalHeaders({ ':status': 100 });
		return this.#stream;
	}

	protected get isClosed(): boolean {
		return this.#stream.closed;
	}

	protected onClose(listener: (complete: boolean) => void): void {
		const stream = this.#stream;
		// A reset ends the writable side too, so that it looks finished.
		const tell = (): void => listener(stream.writableFinished && !stream.aborted && stream.rstCode === constants.NGHTTP2_NO_ERROR);
		if (stream.closed) tell();
		else stream.once('close', tell);
	}
}
