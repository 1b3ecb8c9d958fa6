/** A document that stays the same while the server runs: made on first use, kept as bytes with its ETag. */
import { createHash } from 'node:crypto';
import type { ApiRequest, ApiResponse } from '../api/request.ts';

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
	const all = { 'content-type': contentType, etag, vary: 'Accept', ...headers };
	return matches(request.header('if-none-match'), etag) ? { status: 304, headers: all, body: '' } : { status: 200, headers: all, body: bytes };
}

function matches(header: string | undefined, etag: string): boolean {
	if (header === undefined) return false;
	return header === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
