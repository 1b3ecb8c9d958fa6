/**
 * What is stored in which version, and rewriting it, for who may: below `/storage/versions`, as paths of no resource.
 *
 *     GET  /storage/versions            all kinds
 *     GET  /storage/versions/RESOURCE   one, by the name under which its objects are stored
 *     POST /storage/versions/RESOURCE   rewrites some of what is left, for a second at most, and tells what is left then
 *
 * Who wants all to be rewritten asks again until nothing is left: it goes on for as long as somebody does, and whoever ends loses nothing.
 */
import { ApiError } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { storagePath } from '../../migration/path.ts';
import type { Rewriter } from '../../migration/rewriter.ts';
import { type StatusParts, statusOf, storageStatus } from '../../migration/status.ts';

/** Well within any bound of a request. */
const mostMs = 1000;

export interface StorageEndpointParts extends StatusParts {
	readonly rewriter: Rewriter;
}

export function storageEndpoints(parts: StorageEndpointParts): (request: ApiRequest) => ApiResponse | undefined | Promise<ApiResponse> {
	return (request) => {
		const { path, method } = request;
		const reads = method !== 'POST';
		if (path === storagePath && reads) return json(storageStatus(parts));
		const resource = path.startsWith(`${storagePath}/`) ? path.slice(storagePath.length + 1) : '';
		if (resource === '') return undefined;
		return reads ? json(found(resource, parts)) : rewriteSome(resource, request, parts);
	};
}

async function rewriteSome(resource: string, { signal }: ApiRequest, parts: StorageEndpointParts): Promise<ApiResponse> {
	found(resource, parts);
	await parts.rewriter.rewrite(resource, AbortSignal.any([signal, AbortSignal.timeout(mostMs)]));
	return json(found(resource, parts));
}

function found(resource: string, parts: StatusParts) {
	const status = statusOf(resource, parts);
	if (status === undefined) throw new ApiError('NotFound', `no kind is stored as ${JSON.stringify(resource)}: GET ${storagePath} lists those that are`, {});
	return status;
}

function json(value: object): ApiResponse {
	return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
