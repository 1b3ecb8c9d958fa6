import type { Filter, RequestInfo } from '../api/request.ts';

/** Says what the request is about, for all stages after it. */
export function withRequestInfo(parse: (method: string, path: string, query: string) => RequestInfo): Filter {
	return (next) => (request) => {
		request.info = parse(request.method, request.path, request.query);
		return next(request);
	};
}
