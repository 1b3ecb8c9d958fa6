import type { ApiRequest, Filter, RequestInfo } from '../api/request.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { longSubresources, streamingVerbs } from '../model/verb.ts';

export interface RequestNaming {
	readonly parse: (request: ApiRequest) => RequestInfo;
	/** Returns the row of the endpoint table. Returns undefined for a path that serves nothing. */
	readonly find: (info: Extract<RequestInfo, { readonly isResource: true }>) => Endpoint | undefined;
}

/** Sets the verb, the resource and the other request info for all later stages. */
export function withRequestInfo({ parse, find }: RequestNaming): Filter {
	return (next) => (request) => {
		const info = parse(request);
		request.info = info;
		if (info.isResource) {
			const endpoint = find(info);
			request.endpoint = endpoint;
			request.isLongRunning =
				streamingVerbs.has(info.verb) || (endpoint === undefined ? longSubresources.has(info.subresource) : endpoint.handler === 'connect');
		}
		return next(request);
	};
}
