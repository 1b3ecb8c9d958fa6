/** Writes an answer to an HTTP/2 stream. */
import { Readable } from 'node:stream';
import type { ApiResponse, EventBody } from '../../api/request.ts';
import { SizedReadable } from '../../api/sized-readable.ts';
import type { ServerStream } from '../../http2/stream.ts';
import { type OpenEvents, runEvents } from '../event-writer.ts';
import { abandon } from '../http1/respond.ts';
import { bodiless, flatHeaders } from '../response-headers.ts';
import { type BodySink, sendStream } from '../sent-stream.ts';
import type { WireRequest } from '../wire-request.ts';

export function respondHttp2(request: WireRequest, stream: ServerStream, response: ApiResponse, events: OpenEvents, onFailure: (error: unknown) => void): void {
	if (stream.closed) {
		abandon(response);
		return;
	}
	const { status, body } = response;
	const headers = flatHeaders(response, request.outgoing);
	if (request.method === 'HEAD' || bodiless(status)) {
		abandon(response);
		stream.respond(status, headers, true);
	} else if (typeof body === 'string' || body instanceof Uint8Array) {
		const bytes = typeof body === 'string' ? Buffer.from(body) : body;
		headers.push('content-length', String(bytes.length));
		stream.respond(status, headers);
		stream.end(bytes);
	} else if (Array.isArray(body)) {
		let size = 0;
		for (const piece of body) {
			// Other values have a `length`, but it is not the number of bytes sent.
			if (!(piece instanceof Uint8Array)) throw new TypeError('a piece of an answer is no bytes');
			size += piece.length;
		}
		headers.push('content-length', String(size));
		stream.respond(status, headers);
		stream.endWith(body);
	} else if (body instanceof Readable) {
		if (body instanceof SizedReadable) headers.push('content-length', String(body.byteLength));
		stream.respond(status, headers);
		sendStream(body, sinkOf(stream), onFailure);
	} else {
		stream.respond(status, headers);
		void runEvents(body as EventBody, stream, events, onFailure);
	}
}

function sinkOf(stream: ServerStream): BodySink {
	return {
		write: (bytes) => stream.send(bytes),
		end: () => stream.end(),
		fail: () => stream.fail(),
		on: (event, listener) => stream.on(event, listener),
	};
}
