/**
 * Stored versions of each kind and their rewriting, as non-resource paths for authorized users.
 *
 * | request | answer |
 * |---|---|
 * | `GET /storage/versions` | all kinds |
 * | `GET /storage/versions/RESOURCE` | one kind, by the name under which its objects are stored |
 * | `POST /storage/versions/RESOURCE` | rewrites outdated objects, for a second at most, and reports how many are left |
 *
 * A client that wants everything rewritten repeats the POST until none are left. It can stop at any time without losing progress.
 */
import { ApiError } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { storagePath } from '../../migration/path.ts';
import type { Rewriter } from '../../migration/rewriter.ts';
import { type StatusParts, statusOf, storageStatus } from '../../migration/status.ts';

/** Time limit for the rewriting in one request, well below the deadline of requests. */
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
