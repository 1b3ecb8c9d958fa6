/** A document that stays the same while the server runs: made on first use, kept as bytes with its ETag. */
import { createHash } from 'node:crypto';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { compressFromBytes } from '../compression.ts';

export interface Document {
	readonly bytes: Buffer;
	/** Upper-case hexadecimal, as the incumbent writes it. */
	readonly hash: string;
}

export function documentOf(bytes: string | Uint8Array): Document {
	const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return { bytes: buffer, hash: createHash('sha512').update(buffer).digest('hex').toUpperCase() };
}

/** Documents by key, each made once. */
export class Documents {
	readonly #made = new Map<string, Document>();

	/** `key` must be bounded: made from names that the server knows, never from what a client sends. */
	of(key: string, make: () => string | Uint8Array): Document {
		const known = this.#made.get(key);
		if (known !== undefined) return known;
		const made = documentOf(make());
		this.#made.set(key, made);
		return made;
	}
}

/** The document, or 304 to a client that has it. */
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

/** The tag by which the client has the document: weak when it got it compressed. */
function matching(header: string | undefined, etag: string): string | undefined {
	if (header === undefined) return undefined;
	if (header === '*') return etag;
	// A long list of others is not taken apart.
	if (!header.includes(etag)) return undefined;
	return header
		.split(',')
		.map((candidate) => candidate.trim())
		.find((candidate) => candidate.replace(/^W\//, '') === etag);
}
