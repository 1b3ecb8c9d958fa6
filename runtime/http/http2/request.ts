import type { HeaderLine } from '../../api/request.ts';
import type { RequestHead } from '../../http2/request-head.ts';
import type { ServerStream } from '../../http2/stream.ts';
import type { BodySource } from '../body-source.ts';
import type { Connection } from '../connection.ts';
import { linesBeginning, type OpenRequests, WireRequest } from '../wire-request.ts';

/** An HTTP/2 request as an ApiRequest. */
export class Http2Request extends WireRequest {
	readonly #stream: ServerStream;
	readonly #head: RequestHead;

	constructor(stream: ServerStream, head: RequestHead, connection: Connection, open: OpenRequests) {
		super(head.method, head.path, connection, open);
		this.#stream = stream;
		this.#head = head;
	}

	header(name: string): string | undefined {
		return this.#head.fields[name];
	}

	headersBeginning(prefix: string): readonly HeaderLine[] {
		return linesBeginning(this.#head.flat, prefix);
	}

	protected source(): BodySource {
		if (this.#head.fields.expect?.toLowerCase() === '100-continue') this.#stream.askForBody();
		return this.#stream;
	}

	protected get isClosed(): boolean {
		return this.#stream.closed;
	}

	protected onClose(listener: (complete: boolean) => void): void {
		const stream = this.#stream;
		const tell = (): void => listener(stream.isComplete);
		if (stream.closed) tell();
		else stream.once('close', tell);
	}
}
