/** Writes an answer to a stream of Node's HTTP/2 server. */
import type { OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { Readable } from 'node:stream';
import type { ApiResponse, EventBody } from '../../api/request.ts';
import { SizedReadable } from '../../api/sized-readable.ts';
import { ofItsOwn } from '../../http2/body-bytes.ts';
import { type EventStream, type OpenEvents, runEvents } from '../event-writer.ts';
import { abandon } from '../http1/respond.ts';
import { bodiless, flatHeaders } from '../response-headers.ts';
import { sendStream } from '../sent-stream.ts';
import type { NodeHttp2Request } from './request.ts';

/** Error code INTERNAL_ERROR of RFC 9113, 7. */
const internalError = 2;

export function respondNodeHttp2(
	request: NodeHttp2Request,
	stream: ServerHttp2Stream,
	response: ApiResponse,
	events: OpenEvents,
	onFailure: (error: unknown) => void,
): void {
	if (stream.closed || stream.destroyed) {
		abandon(response);
		return;
	}
	const { status, body } = response;
	const headers = headersOf(status, flatHeaders(response, request.outgoing));
	if (request.method === 'HEAD' || bodiless(status)) {
		abandon(response);
		stream.respond(headers, { endStream: true });
	} else if (typeof body === 'string' || body instanceof Uint8Array) {
		const bytes = typeof body === 'string' ? Buffer.from(body) : body;
		stream.respond({ ...headers, 'content-length': bytes.length });
		stream.end(bytes);
	} else if (Array.isArray(body)) {
		stream.respond({ ...headers, 'content-length': body.reduce((sum, piece) => sum + piece.length, 0) });
		for (const piece of body) stream.write(piece);
		stream.end();
	} else if (body instanceof Readable) {
		stream.respond(body instanceof SizedReadable ? { ...headers, 'content-length': body.byteLength } : headers);
		const sink = { write: (bytes: Buffer) => stream.write(bytes), end: () => stream.end(), fail: () => stream.close(internalError) };
		sendStream(body, { ...sink, on: (event, listener) => stream.on(event, listener) }, onFailure);
	} else {
		stream.respond(headers);
		void runEvents(body as EventBody, eventsOn(stream), events, onFailure);
	}
}

/** Resets a stream whose answer has begun and cannot be completed. */
export function resetStream(stream: ServerHttp2Stream): void {
	stream.close(internalError);
}

/** Converts a flat list of names and values. A repeated name, such as `warning`, gets a list. */
export function headersOf(status: number, flat: readonly string[]): OutgoingHttpHeaders {
	const headers: Record<string, string | string[]> = {};
	for (let i = 0; i < flat.length; i += 2) {
		const name = flat[i] as string;
		const value = flat[i + 1] as string;
		const before = headers[name];
		headers[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
	}
	return { ':status': status, ...headers };
}

function eventsOn(stream: ServerHttp2Stream): EventStream {
	return {
		out: stream,
		write: (bytes) => stream.destroyed || stream.writableEnded || stream.write(ofItsOwn(bytes)),
		finish: () => {
			if (!stream.destroyed) stream.end();
		},
		fail: () => resetStream(stream),
	};
}
