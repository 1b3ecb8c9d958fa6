/**
 * Which writes go to the thread of large requests: those with a large body, and those of a large object. The rest are handled
 * here, and pay for the question by a look at a header.
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

/** Writes of objects up to this size take a fraction of a millisecond: those that come at once need not wait for each other. */
const manyAtOnceBytes = 32 * 1024;

const jsonPatch = 'application/json-patch+json';

type Away = ApiResponse | Promise<ApiResponse> | undefined;
type ResourceInfo = Extract<RequestInfo, { readonly isResource: true }>;

/** Undefined: the request is not large. `ofThread`: what the thread does, by kind of endpoint and verb. `handler`: what handles it when it turns out not to be. */
export function largeWrites(large: LargeWork, ofThread: Readonly<Partial<Record<EndpointHandler, Handlers>>>, context: VerbContext) {
	return (request: ApiRequest, resource: ServedResource, endpoint: Endpoint, handler: VerbHandler): Away => {
		const info = request.info as ResourceInfo;
		if (endpoint.handler === 'connect' || verbRecord(info.verb)?.body === undefined) return undefined;
		const isOfThread = ofThread[endpoint.handler]?.[info.verb] !== undefined;
		const mayCopy = request.header('content-type')?.startsWith(jsonPatch) === true;
		const object = objectOf(info, resource, context);
		if (hasSmallBody(request) && !mayCopy) {
			if (object === undefined || object.bytes.length <= manyAtOnceBytes) return undefined;
			if (isLarge(object.bytes)) return away(large, request, resource, isOfThread, context);
			return context.slices.hasRoom() ? undefined : context.slices.later(() => handler(request, resource, endpoint));
		}
		return request.body().then((body) => {
			if (!isLargeObject(info, resource, context) && !isLargeBody(body, request, resource, context) && !(mayCopy && copiesMuch(body)))
				return handler(request, resource, endpoint);
			return away(large, request, resource, isOfThread, context) ?? handler(request, resource, endpoint);
		});
	};
}

/** As far as the head says: a body that is longer is refused before it comes here. */
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

/** Undefined: there is none, or none that can be read. */
function objectOf({ verb, namespace, name }: ResourceInfo, { kind }: ServedResource, { cache }: VerbContext): CachedObject | undefined {
	if (name === '' || verbRecord(verb)?.of !== 'object') return undefined;
	const object = cache.get(kind.storageName, namespace, name);
	return object?.damaged === true ? undefined : object;
}

function isLargeObject(info: ResourceInfo, resource: ServedResource, context: VerbContext): boolean {
	const object = objectOf(info, resource, context);
	return object !== undefined && isLarge(object.bytes);
}

/** What only this thread can do is done here, but not with any body: nothing that such endpoints take is long. Throws ApiError RequestEntityTooLarge. */
function away(large: LargeWork, request: ApiRequest, resource: ServedResource, isOfThread: boolean, context: VerbContext): Away {
	if (!isOfThread) {
		throw new ApiError(
			'RequestEntityTooLarge',
			'Request entity too large: so many values are only taken in the body of an object that is stored (256 KiB, or 2048 values)',
		);
	}
	if (!large.serves(resource, context)) return undefined;
	return request.body().then((body) => large.write(request, body, context));
}
