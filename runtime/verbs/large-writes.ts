/**
 * Routes writes with a large body, and writes of a large object, to the thread of large requests. For all other writes the check costs a
 * look at one header.
 */
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse, RequestInfo } from '../api/request.ts';
import type { Endpoint, EndpointHandler } from '../model/endpoint.ts';
import { copiesMuch, isLarge, isLargeProtobuf, smallBytes } from '../model/large.ts';
import { verbRecord } from '../model/verb.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { CachedObject } from '../watch/contract.ts';
import { bodyEncoding } from './body.ts';
import type { LargeWork, VerbContext, VerbHandler } from './contract.ts';
import type { Handlers } from './handlers.ts';

/** Size up to which a write takes a fraction of a millisecond. Several of them may run in one event loop iteration. */
const manyAtOnceBytes = 32 * 1024;

const jsonPatch = 'application/json-patch+json';

type Away = ApiResponse | Promise<ApiResponse> | undefined;
type ResourceInfo = Extract<RequestInfo, { readonly isResource: true }>;

/**
 * Returns a function that sends a large request to the thread, and returns undefined for any other request. `ofThread`: handlers of the
 * thread, by kind of endpoint and verb. `handler`: answers a request whose body turns out not to be large.
 */
export function largeWrites(large: LargeWork, ofThread: Readonly<Partial<Record<EndpointHandler, Handlers>>>, context: VerbContext) {
	return (request: ApiRequest, resource: ServedResource, endpoint: Endpoint, handler: VerbHandler): Away => {
		const info = request.info as ResourceInfo;
		if (endpoint.handler === 'connect' || verbRecord(info.verb)?.body === undefined) return undefined;
		const isOfThread = ofThread[endpoint.handler]?.[info.verb] !== undefined;
		const mayCopy = request.header('content-type')?.startsWith(jsonPatch) === true;
		const object = objectOf(info, resource, context);
		if (hasSmallBody(request) && !mayCopy) {
			if (object === undefined || object.bytes.length <= manyAtOnceBytes) return undefined;
			if (isLarge(object.bytes)) return sendToThread(large, request, resource, isOfThread, context);
			return context.slices.hasRoom() ? undefined : context.slices.later(() => handler(request, resource, endpoint));
		}
		return request.body().then((body) => {
			if (!isLargeObject(info, resource, context) && !isLargeBody(body, request, resource, context) && !(mayCopy && copiesMuch(body)))
				return handler(request, resource, endpoint);
			return sendToThread(large, request, resource, isOfThread, context) ?? handler(request, resource, endpoint);
		});
	};
}

/** Judges by the header alone. A body that is longer than its header says is refused earlier. */
function hasSmallBody(request: ApiRequest): boolean {
	const declared = request.header('content-length');
	return declared !== undefined && Number(declared) <= smallBytes;
}

/** Throws ApiError UnsupportedMediaType. */
function isLargeBody(body: Buffer, request: ApiRequest, { schema }: ServedResource, context: VerbContext): boolean {
	if (body.length <= smallBytes) return false;
	const contentType = request.header('content-type');
	const { verb } = request.info as ResourceInfo;
	return verbRecord(verb)?.body?.kind !== 'patch' && bodyEncoding(contentType, schema, context) === 'protobuf' ? isLargeProtobuf(body) : isLarge(body);
}

/** Returns the current object. Returns undefined when it does not exist or cannot be read. */
function objectOf({ verb, namespace, name }: ResourceInfo, { kind }: ServedResource, { cache }: VerbContext): CachedObject | undefined {
	if (name === '' || verbRecord(verb)?.of !== 'object') return undefined;
	const object = cache.get(kind.storageName, namespace, name);
	return object?.damaged === true ? undefined : object;
}

function isLargeObject(info: ResourceInfo, resource: ServedResource, context: VerbContext): boolean {
	const object = objectOf(info, resource, context);
	return object !== undefined && isLarge(object.bytes);
}

/**
 * Sends the request to the thread. An endpoint that only the main thread serves stays here and refuses a large body, because no valid body
 * of it is large. Throws ApiError RequestEntityTooLarge.
 */
function sendToThread(large: LargeWork, request: ApiRequest, resource: ServedResource, isOfThread: boolean, context: VerbContext): Away {
	if (!isOfThread) {
		throw new ApiError('RequestEntityTooLarge', 'Request entity too large: a body of more than 256 KiB or 2048 values is accepted only for a stored object');
	}
	if (!large.serves(resource, context)) return undefined;
	return request.body().then((body) => large.write(request, body, context));
}
