/**
 * Compresses large answers with gzip for clients that accept it. Below the bound, which is that of kube-apiserver, compression takes more
 * time than a local network saves.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { ApiRequest, ApiResponse } from '../api/request.ts';

export const compressFromBytes = 128 * 1024;

/** Compression level, that of kube-apiserver. Higher levels cost several times the CPU and save a few per cent. */
const level = constants.Z_BEST_SPEED;

/** Returns the answer, compressed if that is appropriate. Returns no promise when nothing is compressed. */
export function compress(request: ApiRequest, response: ApiResponse): ApiResponse | Promise<ApiResponse> {
	const { body } = response;
	if (typeof body === 'string' || body instanceof Uint8Array) {
		if (body.length < compressFromBytes || !eligible(request, response)) return response;
		return acceptsGzip(request) ? gzipped(response, Readable.from([body])) : plain(response);
	}
	if (Array.isArray(body)) {
		if (sizeOf(body) < compressFromBytes || !eligible(request, response)) return response;
		return acceptsGzip(request) ? gzipped(response, Readable.from(body)) : plain(response);
	}
	if (!(body instanceof Readable) || !eligible(request, response)) return response;
	return acceptsGzip(request) ? compressStream(response, body) : plain(response);
}

/** Reports whether the client accepts gzip and the answer may be compressed. */
function eligible(request: ApiRequest, response: ApiResponse): boolean {
	return response.status === 200 && request.method === 'GET' && response.headers['content-encoding'] === undefined;
}

function acceptsGzip(request: ApiRequest): boolean {
	const accepted = request.header('accept-encoding');
	return accepted !== undefined && namesGzip(accepted);
}

/** Returns the answer uncompressed, with `Vary: Accept-Encoding`, because clients that accept gzip get it compressed. */
function plain(response: ApiResponse): ApiResponse {
	return { ...response, headers: { ...response.headers, vary: varied(response.headers.vary) } };
}

/** Adds `Accept-Encoding` to the value of the `Vary` header. */
function varied(vary: string | undefined): string {
	if (vary === undefined) return 'Accept-Encoding';
	return /(^|,)\s*(\*|accept-encoding)\s*(,|$)/i.test(vary) ? vary : `${vary}, Accept-Encoding`;
}

/** Reports whether the header has `gzip` or `*` with a quality above zero. */
function namesGzip(header: string): boolean {
	return header.split(',').some((part) => {
		const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
		return (coding === 'gzip' || coding === '*') && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
	});
}

function gzipped(response: ApiResponse, source: Readable): ApiResponse {
	const gzip = createGzip({ level });
	// An error of the source destroys the gzip stream, whose error then reaches the listener.
	pipeline(source, gzip).catch((error: unknown) => gzip.destroy(error instanceof Error ? error : new Error(String(error))));
	const { etag, vary } = response.headers;
	const headers = { ...response.headers, 'content-encoding': 'gzip', vary: varied(vary), ...(etag !== undefined && { etag: weak(etag) }) };
	return { ...response, headers, body: gzip };
}

/**
 * Makes an ETag weak. A strong tag promises identical bytes, which compression changes. A weak tag with the same text still matches
 * If-None-Match.
 */
function weak(etag: string): string {
	return etag.startsWith('W/') ? etag : `W/${etag}`;
}

/** Compresses a stream once its first pieces exceed the bound, because its size is not known in advance. */
async function compressStream(response: ApiResponse, source: Readable): Promise<ApiResponse> {
	const iterator = source[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
	const first: Buffer[] = [];
	let size = 0;
	while (size < compressFromBytes) {
		const next = await iterator.next();
		if (next.done) return { ...response, body: first };
		first.push(next.value);
		size += next.value.length;
	}
	return gzipped(response, Readable.from(chain(first, iterator)));
}

async function* chain(first: readonly Buffer[], rest: AsyncIterableIterator<Buffer>): AsyncGenerator<Buffer> {
	yield* first;
	yield* rest;
}

function sizeOf(pieces: readonly Buffer[]): number {
	return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
