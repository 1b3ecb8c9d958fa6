/** Headers of an answer as a flat list of names and values, which is the cheapest form for HTTP/1.1. */
import type { ApiResponse } from '../api/request.ts';

/** Default caching: answers are private and not cached. */
const defaultCacheControl = 'no-cache, private';

export function flatHeaders(response: ApiResponse, outgoing: readonly string[]): string[] {
	const { headers } = response;
	const flat: string[] = [];
	for (const name in headers) {
		const value = headers[name];
		if (value !== undefined) flat.push(name, value);
	}
	if (headers['cache-control'] === undefined) flat.push('cache-control', defaultCacheControl);
	for (let i = 0; i < outgoing.length; i++) flat.push(outgoing[i] as string);
	return flat;
}

/** Reports whether answers with this status have no body and no content-length. */
export function bodiless(status: number): boolean {
	return status === 304 || status === 204;
}
