import type { ApiRequest, Filter, RequestInfo } from '../api/request.ts';

/** Says what the request is about, for all stages after it. */
export function withRequestInfo(parse: (request: ApiRequest) => RequestInfo): Filter {
	return (next) => (request) => {
		request.info = parse(request);
		return next(request);
	};
}
