/** Responds with one object in the representation that the request asks for. */
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import { encodeObject, usualOptions } from '../codec/encode-object.ts';
import { type Item, wholePieces } from '../codec/item-form.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { CachedObject } from '../watch/contract.ts';
import { answersStoredBytes, encodingKey } from './context/response-formats.ts';
import type { AnswerContext, ReadContext } from './contract.ts';
import { shownElsewhere } from './large-objects.ts';
import { includeObject } from './read-options.ts';

/** Object of an answer: its form as a list item, and its whole text if available. */
export type AnsweredObject = Item & { readonly text?: string };

/**
 * Responds with the object in the requested representation. Throws ApiError NotAcceptable. A write calls `acceptable` first, before it
 * changes anything.
 */
export function respondObject(context: AnswerContext, request: ApiRequest, resource: ServedResource, object: AnsweredObject, status = 200): ApiResponse {
	const representation = context.formats.negotiate.answer(request, resource.schema.hasProtobuf ? withProtobuf : withoutProtobuf);
	const headers = context.formats.headers(representation.mediaType);
	if (answersStoredBytes(resource, representation)) return { status, headers, body: object.text ?? wholePieces(object) };
	const include = representation.as === 'Table' ? includeObject(request, context) : 'Metadata';
	return { status, headers, body: encodeObject(resource, context, representation, object, { ...usualOptions, include }) };
}

/** Responds with an object of the cache, which also keeps its other encodings. */
export function respondCached(context: ReadContext, request: ApiRequest, resource: ServedResource, object: CachedObject): ApiResponse | Promise<ApiResponse> {
	const representation = context.formats.negotiate.answer(request, resource.schema.hasProtobuf ? withProtobuf : withoutProtobuf);
	const headers = context.formats.headers(representation.mediaType);
	if (answersStoredBytes(resource, representation)) return { status: 200, headers, body: wholePieces(object) };
	const include = representation.as === 'Table' ? includeObject(request, context) : usualOptions.include;
	const away = shownElsewhere({ as: 'answer', representation, options: { include, headers: true }, item: object, caller: request }, resource, context);
	if (away !== undefined) return away.then((body) => ({ status: 200, headers, body }));
	if (representation.as === 'Table' || representation.pretty || representation.encoding === 'yaml') return respondObject(context, request, resource, object);
	const key = `one ${encodingKey(resource, representation)}`;
	const body = context.cache.encoded(object, key, (cached) => asBuffer(encodeObject(resource, context, representation, cached)));
	return { status: 200, headers, body };
}

/**
 * Throws ApiError NotAcceptable when the requested representation is not available. Called before a write, so that a write whose answer
 * cannot be sent has no effect.
 */
export function acceptable(context: AnswerContext, request: ApiRequest, resource: ServedResource): void {
	const accept = request.header('accept');
	if (accept !== undefined) context.formats.negotiate.answer(request, resource.schema.hasProtobuf ? withProtobuf : withoutProtobuf);
}

export function asBuffer(text: Buffer | string): Buffer {
	return typeof text === 'string' ? Buffer.from(text) : text;
}

const withProtobuf = { protobuf: true, transforms: 'objects', stream: false } as const;
const withoutProtobuf = { protobuf: false, transforms: 'objects', stream: false } as const;
