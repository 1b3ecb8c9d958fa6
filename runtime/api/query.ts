/**
 * The query of a request as parameters: the one parser of queries. A request parses its own when it is first asked
 * (`ApiRequest.parameters`), within bounds that hold before anybody knows who asks.
 */
import { ApiError } from './errors.ts';

/**
 * Characters of a query. The longest that clients send are selectors: a thousand values of 63 characters fit. Proxies on the
 * way seldom take more than 8 to 16 KiB of a whole URL.
 */
export const maxQueryLength = 64 * 1024;

/** Parameters of a query. No verb knows more than a dozen; a command to be run in a container has one for each of its words. */
export const maxQueryParameters = 1000;

/** Of a parameter given several times, `get` tells the first, as Kubernetes takes it. */
export type QueryParameters = Pick<URLSearchParams, 'get' | 'getAll' | 'has'> & Iterable<readonly [name: string, value: string]>;

const none: QueryParameters = Object.freeze(new URLSearchParams());

/** `query` is raw and without `?`. One that is beyond the bounds has no parameters: `queryProblem` tells of it. */
export function parseQuery(query: string): QueryParameters {
	return query === '' || queryProblem(query) !== undefined ? none : new URLSearchParams(query);
}

/** Why a query is refused; undefined when it is within the bounds. */
export function queryProblem(query: string): ApiError | undefined {
	if (query.length > maxQueryLength)
		return new ApiError('RequestEntityTooLarge', `the query of the URL is too long: it has ${query.length} characters, and ${maxQueryLength} are allowed`);
	// Each parameter takes a character and what divides it from the next.
	if (query.length < 2 * maxQueryParameters) return undefined;
	let count = 1;
	for (let at = query.indexOf('&'); at >= 0; at = query.indexOf('&', at + 1)) count++;
	if (count <= maxQueryParameters) return undefined;
	return new ApiError('BadRequest', `the query of the URL has too many parameters: it has ${count}, and ${maxQueryParameters} are allowed`);
}
