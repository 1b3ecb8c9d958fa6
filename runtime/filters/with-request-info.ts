import type { ApiRequest, Filter, RequestInfo } from '../api/request.ts';
import type { Endpoint } from '../model/endpoint.ts';

export interface RequestNaming {
	readonly parse: (request: ApiRequest) => RequestInfo;
	/** The row of the endpoint table; undefined where nothing is served. */
	readonly find: (info: Extract<RequestInfo, { readonly isResource: true }>) => Endpoint | undefined;
}

/** Says what the request is about, for all stages after it. */
export function withRequestInfo({ parse, find }: RequestNaming): Filter {
	return (next) => (request) => {
		const info = parse(request);
		request.info = info;
		if (info.isResource) request.endpoint = find(info);
		return next(request);
	};
}
