/**
 * The only parser of URL queries. A request parses its query on first use (`ApiRequest.parameters`). The limits apply before
 * authentication.
 */
import { ApiError } from './errors.ts';

/**
 * Maximum query length in characters, enough for a selector of a thousand values of 63 characters. Proxies usually accept at most 8 to 16
 * KiB for the URL.
 */
export const maxQueryLength = 64 * 1024;

/** Maximum number of parameters. Exec has one for each word of the command; all other requests have at most a dozen. */
export const maxQueryParameters = 1000;

/** Parameters of a query. `get` returns the first value of a repeated parameter, as in Kubernetes. */
export type QueryParameters = Pick<URLSearchParams, 'get' | 'getAll' | 'has'> & Iterable<readonly [name: string, value: string]>;

const none: QueryParameters = Object.freeze(new URLSearchParams());

/** Parses a raw query without `?`. A query beyond the limits has no parameters; `queryProblem` returns the error. */
export function parseQuery(query: string): QueryParameters {
	return query === '' || queryProblem(query) !== undefined ? none : new URLSearchParams(query);
}

/** Returns the error for a query beyond the limits, or undefined. */
export function queryProblem(query: string): ApiError | undefined {
	if (query.length > maxQueryLength)
		return new ApiError('RequestEntityTooLarge', `the query of the URL is too long: it has ${query.length} characters, and ${maxQueryLength} are allowed`);
	// Each parameter needs at least one character and a separator.
	if (query.length < 2 * maxQueryParameters) return undefined;
	let count = 1;
	for (let at = query.indexOf('&'); at >= 0; at = query.indexOf('&', at + 1)) count++;
	if (count <= maxQueryParameters) return undefined;
	return new ApiError('BadRequest', `the query of the URL has too many parameters: it has ${count}, and ${maxQueryParameters} are allowed`);
}
