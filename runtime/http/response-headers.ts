/** The headers of an answer as a flat list (name, value, ...), the form that costs HTTP/1.1 least. */
import type { ApiResponse } from '../api/request.ts';

/** Answers of an API are nobody else's and not kept, unless they say otherwise. */
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

/** Whether a status carries no body and no content-length. */
export function bodiless(status: number): boolean {
	return status === 304 || status === 204;
}
