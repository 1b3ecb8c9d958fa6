/** Writes an answer to an HTTP/2 stream. */
import type { ServerHttp2Stream } from 'node:http2';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiResponse, EventBody } from '../../api/request.ts';
import { SizedReadable } from '../../api/sized-readable.ts';
import { type EventStream, type OpenEvents, ofItsOwn, runEvents } from '../event-writer.ts';
import { abandon, isClientGone } from '../http1/respond.ts';
import { bodiless, flatHeaders, headerRecord } from '../response-headers.ts';
import type { WireRequest } from '../wire-request.ts';

/** Up to this size pieces go out as one: a copy costs less than another frame. */
const joinedBytes = 16 * 1024;

export function respondHttp2(
	request: WireRequest,
	stream: ServerHttp2Stream,
	response: ApiResponse,
	events: OpenEvents,
	onFailure: (error: unknown) => void,
): void {
	if (stream.destroyed || stream.closed) {
		abandon(response);
		return;
	}
	const { status, body } = response;
	const headers: Record<string, string | number> = headerRecord(flatHeaders(response, request.outgoing));
	headers[':status'] = status;
	if (request.method === 'HEAD' || bodiless(status)) {
		abandon(response);
		stream.respond(headers, { endStream: true });
	} else if (typeof body === 'string') {
		headers['content-length'] = Buffer.byteLength(body);
		stream.respond(headers);
		stream.end(body);
	} else if (body instanceof Uint8Array) {
		headers['content-length'] = body.length;
		stream.respond(headers);
		stream.end(body);
	} else if (Array.isArray(body)) {
		writePieces(stream, headers, body);
	} else if (body instanceof Readable) {
		if (body instanceof SizedReadable) headers['content-length'] = body.byteLength;
		stream.respond(headers);
		pipeline(body, stream).catch((error: unknown) => {
			if (!isClientGone(error)) onFailure(error);
		});
	} else {
		stream.respond(headers);
		void runEvents(body as EventBody, new Http2Events(stream), events, onFailure);
	}
}

function writePieces(stream: ServerHttp2Stream, headers: Record<string, string | number>, pieces: readonly Buffer[]): void {
	let size = 0;
	for (const piece of pieces) size += piece.length;
	headers['content-length'] = size;
	if (size <= joinedBytes) {
		const whole = Buffer.concat(pieces, size);
		stream.respond(headers);
		stream.end(whole);
		return;
	}
	stream.respond(headers);
	stream.cork();
	for (const piece of pieces) stream.write(piece);
	stream.end();
	stream.uncork();
}

class Http2Events implements EventStream {
	readonly out: ServerHttp2Stream;

	constructor(stream: ServerHttp2Stream) {
		this.out = stream;
	}

	write(bytes: Buffer): boolean {
		return this.out.write(ofItsOwn(bytes));
	}

	finish(): void {
		if (!this.out.destroyed) this.out.end();
	}

	/** `close` would end the body first, which reads as complete; this resets the stream. */
	fail(): void {
		this.out.destroy(new Error('the event stream failed'));
	}
}
