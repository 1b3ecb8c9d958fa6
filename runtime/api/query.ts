/**
 * Query of a request as parameters: the only parser of queries. A request parses its query on first use (`ApiRequest.parameters`). The
 * bounds apply before authentication.
 */
import { ApiError } from './errors.ts';

/**
 * Longest query in characters. The longest that clients send are selectors, of which a thousand values of 63 characters fit. Proxies seldom
 * accept more than 8 to 16 KiB for a whole URL.
 */
export const maxQueryLength = 64 * 1024;

/** Bound on the parameters of a query. No verb has more than a dozen, but a command to run in a container has one for each of its words. */
export const maxQueryParameters = 1000;

/** Parameters of a query. `get` returns the first of repeated ones, as in Kubernetes. */
export type QueryParameters = Pick<URLSearchParams, 'get' | 'getAll' | 'has'> & Iterable<readonly [name: string, value: string]>;

const none: QueryParameters = Object.freeze(new URLSearchParams());

/** Parses a query, raw and without `?`. One beyond the bounds yields no parameters; `queryProblem` returns the reason. */
export function parseQuery(query: string): QueryParameters {
	return query === '' || queryProblem(query) !== undefined ? none : new URLSearchParams(query);
}

/** Returns the error of a query beyond the bounds, or undefined. */
export function queryProblem(query: string): ApiError | undefined {
	if (query.length > maxQueryLength)
		return new ApiError('RequestEntityTooLarge', `the query of the URL is too long: it has ${query.length} characters, and ${maxQueryLength} are allowed`);
	// Each parameter takes at least a character and a separator.
	if (query.length < 2 * maxQueryParameters) return undefined;
	let count = 1;
	for (let at = query.indexOf('&'); at >= 0; at = query.indexOf('&', at + 1)) count++;
	if (count <= maxQueryParameters) return undefined;
	return new ApiError('BadRequest', `the query of the URL has too many parameters: it has ${count}, and ${maxQueryParameters} are allowed`);
}
