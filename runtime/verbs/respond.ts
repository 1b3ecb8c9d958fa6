/** Responds with one object in the representation that the request asks for. */
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import { encodeObject, usualOptions } from '../codec/encode-object.ts';
import { type Item, wholePieces } from '../codec/item-form.ts';
import type { Representation } from '../codec/representation.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { CachedObject } from '../watch/contract.ts';
import { answersStoredBytes, encodingKey } from './context/response-formats.ts';
import type { AnswerContext, ReadContext } from './contract.ts';
import { shownElsewhere } from './large-objects.ts';
import { includeObject } from './read-options.ts';

/** Object of an answer: its form as a list item, and its whole text if available. */
export type AnsweredObject = Item & { readonly text?: string };

/**
 * Returns the representation that the request asks for. Throws ApiError NotAcceptable. A write calls it before it changes anything, so that
 * a write whose answer cannot be sent has no effect.
 */
export function representationOf(context: AnswerContext, request: ApiRequest, { schema }: ServedResource): Representation {
	return context.formats.negotiate.answer(request, schema.hasProtobuf ? withProtobuf : withoutProtobuf);
}

interface Answer {
	readonly representation: Representation;
	readonly object: AnsweredObject;
	readonly status?: number;
}

/** Responds with the object in a representation of `representationOf`. */
export function respondObject(
	context: AnswerContext,
	request: ApiRequest,
	resource: ServedResource,
	{ representation, object, status = 200 }: Answer,
): ApiResponse {
	const headers = context.formats.headers(representation.mediaType);
	if (answersStoredBytes(resource, representation)) return { status, headers, body: object.text ?? wholePieces(object) };
	const include = representation.as === 'Table' ? includeObject(request, context) : 'Metadata';
	return { status, headers, body: encodeObject(resource, context, representation, object, { ...usualOptions, include }) };
}

/** Responds with an object of the cache, which also keeps its other encodings. */
export function respondCached(context: ReadContext, request: ApiRequest, resource: ServedResource, object: CachedObject): ApiResponse | Promise<ApiResponse> {
	const representation = representationOf(context, request, resource);
	const headers = context.formats.headers(representation.mediaType);
	if (answersStoredBytes(resource, representation)) return { status: 200, headers, body: wholePieces(object) };
	const include = representation.as === 'Table' ? includeObject(request, context) : usualOptions.include;
	const away = shownElsewhere({ as: 'answer', representation, options: { include, headers: true }, item: object, caller: request }, resource, context);
	if (away !== undefined) return away.then((body) => ({ status: 200, headers, body }));
	if (representation.as === 'Table' || representation.pretty || representation.encoding === 'yaml')
		return respondObject(context, request, resource, { representation, object });
	const key = `one ${encodingKey(resource, representation)}`;
	const body = context.cache.encoded(object, key, (cached) => asBuffer(encodeObject(resource, context, representation, cached)));
	return { status: 200, headers, body };
}

export function asBuffer(text: Buffer | string): Buffer {
	return typeof text === 'string' ? Buffer.from(text) : text;
}

const withProtobuf = { protobuf: true, transforms: 'objects', stream: false } as const;
const withoutProtobuf = { protobuf: false, transforms: 'objects', stream: false } as const;
