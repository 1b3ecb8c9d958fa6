import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { HeaderLine } from '../../api/request.ts';
import { type BodySource, ReadableSource } from '../body-source.ts';
import type { Connection } from '../connection.ts';
import { linesBeginning, type OpenRequests, WireRequest } from '../wire-request.ts';

/** A request over Node's HTTP/2 server as an ApiRequest. */
export class NodeHttp2Request extends WireRequest {
	readonly #stream: ServerHttp2Stream;
	readonly #headers: IncomingHttpHeaders;
	readonly #flat: readonly string[];

	/** `flat`: names and values as received, without pseudo-headers. */
	constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, flat: readonly string[], connection: Connection, open: OpenRequests) {
		super(headers[':method'] ?? 'GET', headers[':path'] ?? '/', connection, open);
		this.#stream = stream;
		this.#headers = headers;
		this.#flat = flat;
	}

	header(name: string): string | undefined {
		const value = this.#headers[name];
		return Array.isArray(value) ? value.join(', ') : value;
	}

	headersBeginning(prefix: string): readonly HeaderLine[] {
		return linesBeginning(this.#flat, prefix);
	}

	protected source(): BodySource {
		const stream = this.#stream;
		if (this.header('expect')?.toLowerCase() === '100-continue' && !stream.headersSent) stream.additionalHeaders({ ':status': 100 });
		return new ReadableSource(stream);
	}

	protected get isClosed(): boolean {
		return this.#stream.closed;
	}

	protected onClose(listener: (complete: boolean) => void): void {
		const stream = this.#stream;
		const tell = (): void => listener(stream.writableFinished && stream.rstCode === 0);
		if (stream.destroyed) tell();
		else stream.once('close', tell);
	}
}
