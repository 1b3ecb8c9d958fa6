/** Document that does not change while the server runs. It is made on first use and kept as bytes with its ETag. */
import { createHash } from 'node:crypto';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { compressFromBytes } from '../compression.ts';

export interface Document {
	readonly bytes: Buffer;
	/** Hash in upper-case hexadecimal, as in kube-apiserver. */
	readonly hash: string;
}

export function documentOf(bytes: string | Uint8Array): Document {
	const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return { bytes: buffer, hash: createHash('sha512').update(buffer).digest('hex').toUpperCase() };
}

/** Documents by key. Each is made once, or again after it was evicted. */
export class Documents {
	readonly #made = new Map<string, Document>();
	readonly #pending = new Map<string, Promise<Document>>();
	readonly #mostBytes: number;
	#bytes = 0;

	/** `mostBytes`: bytes of the documents that are kept. The one made last is always kept. */
	constructor(mostBytes = Number.POSITIVE_INFINITY) {
		this.#mostBytes = mostBytes;
	}

	/**
	 * Returns the document of `key`, and makes it on first use. Keys must come from names that the server knows, never from client input,
	 * because documents are kept.
	 */
	of(key: string, make: () => string | Uint8Array): Document {
		return this.#made.get(key) ?? this.#keep(key, documentOf(make()));
	}

	/** Returns a document that is made over several iterations of the event loop. Concurrent callers share it. */
	later(key: string, make: () => Promise<Document>): Document | Promise<Document> {
		const known = this.#made.get(key) ?? this.#pending.get(key);
		if (known !== undefined) return known;
		const pending = make()
			.then((document) => this.#keep(key, document))
			.finally(() => this.#pending.delete(key));
		this.#pending.set(key, pending);
		return pending;
	}

	#keep(key: string, document: Document): Document {
		this.#made.set(key, document);
		this.#bytes += document.bytes.length;
		for (const [oldest, { bytes }] of this.#made) {
			if (this.#bytes <= this.#mostBytes || oldest === key) break;
			this.#made.delete(oldest);
			this.#bytes -= bytes.length;
		}
		return document;
	}
}

/** Responds with the document, or with 304 to a client that already has it. */
export function respondDocument(
	request: ApiRequest,
	{ bytes, hash }: Document,
	contentType: string,
	headers: Readonly<Record<string, string>> = {},
): ApiResponse {
	const etag = `"${hash}"`;
	const all = { 'content-type': contentType, etag, vary: bytes.length < compressFromBytes ? 'Accept' : 'Accept, Accept-Encoding', ...headers };
	const known = matching(request.header('if-none-match'), etag);
	return known === undefined ? { status: 200, headers: all, body: bytes } : { status: 304, headers: { ...all, etag: known }, body: '' };
}

/** Returns the client's ETag that matches the document. It is weak if the document was sent compressed. */
function matching(header: string | undefined, etag: string): string | undefined {
	if (header === undefined) return undefined;
	if (header === '*') return etag;
	// A long list of other tags need not be parsed.
	if (!header.includes(etag)) return undefined;
	return header
		.split(',')
		.map((candidate) => candidate.trim())
		.find((candidate) => candidate.replace(/^W\//, '') === etag);
}
