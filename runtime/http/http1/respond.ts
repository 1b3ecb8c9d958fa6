/** Writes answers to HTTP/1.1 clients. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { ApiResponse, EventBody } from '../../api/request.ts';
import { SizedReadable } from '../../api/sized-readable.ts';
import { http1Events, type OpenEvents, runEvents } from '../event-writer.ts';
import { bodiless, flatHeaders } from '../response-headers.ts';
import { type BodySink, sendStream } from '../sent-stream.ts';
import type { WireRequest } from '../wire-request.ts';
import type { Http1Request } from './request.ts';

/**
 * Size up to which a body is sent as a latin1 string. Node joins it with the head into one write. That is cheaper than two pieces, which
 * TLS would copy.
 */
const joinedBytes = 16 * 1024;

/** Writes an answer. Returns true when all of it has been passed on; otherwise `close` marks the end of the answer. */
export function respondHttp1(
	request: WireRequest,
	outgoing: ServerResponse,
	response: ApiResponse,
	events: OpenEvents,
	onFailure: (error: unknown) => void,
): boolean {
	if (outgoing.destroyed) {
		abandon(response);
		return true;
	}
	const { status } = response;
	// Node writes the head in the encoding of the string that it joins with it, and warnings may have bytes beyond ASCII.
	const body = typeof response.body === 'string' && request.warnings.length > 0 ? Buffer.from(response.body) : response.body;
	const headers = flatHeaders(response, request.outgoing);
	if (request.method === 'HEAD' || bodiless(status)) {
		abandon(response);
		outgoing.writeHead(status, headers).end();
	} else if (typeof body === 'string') {
		headers.push('content-length', String(Buffer.byteLength(body)));
		outgoing.writeHead(status, headers).end(body);
	} else if (body instanceof Uint8Array) {
		headers.push('content-length', String(body.length));
		outgoing.writeHead(status, headers);
		if (body.length <= joinedBytes) outgoing.end((Buffer.isBuffer(body) ? body : Buffer.from(body)).toString('latin1'), 'latin1');
		else outgoing.end(body);
	} else if (Array.isArray(body)) {
		writePieces(outgoing, status, headers, body);
	} else if (body instanceof Readable) {
		if (body instanceof SizedReadable) headers.push('content-length', String(body.byteLength));
		outgoing.writeHead(status, headers);
		sendStream(body, sinkOf(outgoing), onFailure);
		return false;
	} else {
		if (request.http11) headers.push('transfer-encoding', 'chunked');
		outgoing.writeHead(status, headers);
		void runEvents(body as EventBody, http1Events(outgoing, events), events, onFailure);
		return false;
	}
	return true;
}

function sinkOf(outgoing: ServerResponse): BodySink {
	return {
		write: (bytes) => outgoing.write(bytes),
		end: () => outgoing.end(),
		fail: () => outgoing.destroy(),
		on: (event, listener) => outgoing.on(event, listener),
	};
}

/** Writes a 101, followed by events as WebSocket messages or by the bytes of another protocol. */
export function respondUpgraded(
	request: Http1Request,
	outgoing: ServerResponse,
	response: ApiResponse,
	events: OpenEvents,
	onFailure: (error: unknown) => void,
): boolean {
	const { socket } = outgoing;
	const { tunnel, webSocket } = request;
	const stream = tunnel?.isAccepted === true ? () => tunnel.stream() : webSocket && ((of: TLSSocket) => webSocket.events(of));
	if (outgoing.destroyed || socket === null || stream === undefined) {
		abandon(response);
		return true;
	}
	outgoing.writeHead(response.status, flatHeaders(response, request.outgoing)).flushHeaders();
	void runEvents(response.body as EventBody, stream(socket as TLSSocket), events, onFailure);
	return false;
}

function writePieces(outgoing: ServerResponse, status: number, headers: string[], pieces: readonly Buffer[]): void {
	let size = 0;
	for (const piece of pieces) size += piece.length;
	headers.push('content-length', String(size));
	if (size <= joinedBytes) {
		const text = singleBytes(pieces);
		outgoing.writeHead(status, headers).end(text, 'latin1');
		return;
	}
	outgoing.writeHead(status, headers);
	outgoing.cork();
	for (const piece of pieces) outgoing.write(piece);
	outgoing.end();
	outgoing.uncork();
}

function singleBytes(pieces: readonly Buffer[]): string {
	let text = '';
	for (const piece of pieces) {
		// Other values have text, but it is not that of the answer.
		if (!(piece instanceof Uint8Array)) throw new TypeError('a piece of an answer is no bytes');
		text += piece.toString('latin1');
	}
	return text;
}

/** Releases the body of an answer that will not be sent. */
export function abandon({ body }: ApiResponse): void {
	if (body instanceof Readable) body.destroy();
	else if (typeof body === 'object' && 'start' in body) body.abandon?.();
}
