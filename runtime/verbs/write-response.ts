/**
 * Answers of writes. The representation is settled before anything is written: a client that accepts nothing that there
 * is must not find out after its write was done.
 */
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import { encodeObject } from '../codec/encode-object.ts';
import { stringifyJson } from '../codec/json.ts';
import { wrapUnknown } from '../codec/protobuf.ts';
import { isPlainJson } from '../codec/representation.ts';
import { type StatusEncoder, statusEncoder } from '../codec/status.ts';
import { textForm } from '../codec/text-form.ts';
import type { CompiledType } from '../schema/compiled.ts';
import type { JsonObject } from '../schema/model.ts';
import type { CachedObject } from '../watch/contract.ts';
import { negotiatorOf } from './body.ts';
import type { ServedResource, VerbContext } from './contract.ts';

export interface WriteResponses {
	/** Throws ApiError NotAcceptable. The answer is an object of the resource. */
	object(request: ApiRequest, resource: ServedResource): (object: CachedObject, status: number) => ApiResponse;
	/** Throws ApiError NotAcceptable. The answer is an object of a type that is not stored (Scale). */
	unstored(request: ApiRequest, schema: CompiledType): (object: JsonObject) => ApiResponse;
	/** The answer is a Status that reports a success. */
	success(request: ApiRequest, status: { readonly code?: number; readonly details: JsonObject }): ApiResponse;
}

export function writeResponses(context: VerbContext): WriteResponses {
	const negotiate = negotiatorOf(context);
	let statuses: StatusEncoder | undefined;
	return {
		object(request, resource) {
			const representation = negotiate.answer(request, { protobuf: resource.schema.hasProtobuf, transforms: 'objects', stream: false });
			const headers = { 'content-type': representation.mediaType };
			if (isPlainJson(representation) && resource.servesStoredBytes) return (object, status) => ({ status, headers, body: textOf(object) });
			return (object, status) => ({ status, headers, body: encodeObject(resource, context, representation, object.bytes) });
		},
		unstored(request, schema) {
			const representation = negotiate.answer(request, { protobuf: schema.hasProtobuf, transforms: 'none', stream: false });
			const headers = { 'content-type': representation.mediaType };
			return (object) => {
				const { apiVersion, kind } = object as { apiVersion: string; kind: string };
				const protobuf = representation.encoding === 'protobuf';
				return {
					status: 200,
					headers,
					body: protobuf ? wrapUnknown(apiVersion, kind, schema.encode(object)) : textForm(stringifyJson(object), representation),
				};
			};
		},
		success(request, { code, details }) {
			statuses ??= statusEncoder(context, negotiate);
			const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details, ...(code === undefined ? {} : { code }) };
			return statuses.answer(request, 200, status);
		},
	};
}

/** What was just written is at hand as text; what an unchanged object has is its bytes in the cache. */
function textOf(object: CachedObject & { readonly text?: string }): string | Buffer {
	return object.text ?? object.bytes;
}
