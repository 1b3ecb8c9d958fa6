/** Status bodies, of failures and of deletes that return no object; JSON, YAML or protobuf, as the client accepts. */
import { type ApiError, statusOf } from '../api/errors.ts';
import { messagesOf, type Rewording } from '../api/messages-by-release.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import type { JsonObject } from '../model/catalog.ts';
import { stringifyJson } from '../wire/json/json.ts';
import { wrapUnknown } from '../wire/protobuf/unknown.ts';
import { type Negotiator, negotiator } from './negotiate.ts';
import { plainJson, type Representation } from './representation.ts';
import type { CodecParts } from './served.ts';
import { textForm } from './text-form.ts';

const statusType = 'meta/v1.Status';

export interface StatusEncoder {
	/** Encodes a failure, with Retry-After where the error has one. Invalid request headers never make it throw. */
	encodeStatus(request: ApiRequest, error: ApiError): ApiResponse;
	/** Encodes any Status object, for example of a successful delete. */
	answer(request: ApiRequest, status: number, object: JsonObject): ApiResponse;
	statusOf(error: ApiError): JsonObject;
	/** Encodes the object as protobuf for a watch event. */
	protobuf(object: JsonObject): Buffer;
}

export function statusEncoder(parts: CodecParts, negotiate: Negotiator = negotiator(parts.vocabulary)): StatusEncoder {
	const hasProtobuf = parts.catalog.typeNames.includes(statusType) && parts.schemas.type(statusType).hasProtobuf;
	const words: Rewording = messagesOf(parts.catalog.release);
	const protobuf = (object: JsonObject): Buffer => {
		const schema = parts.schemas.type(statusType);
		return wrapUnknown('v1', 'Status', schema.encode(schema.read(object, { notices: [] })));
	};

	function answer(request: ApiRequest, status: number, object: JsonObject): ApiResponse {
		const representation = representationOf(request, hasProtobuf, negotiate);
		const body = representation.encoding === 'protobuf' ? protobuf(object) : textForm(stringifyJson(object), representation);
		return { status, headers: { 'content-type': representation.mediaType }, body };
	}

	return {
		encodeStatus(request, error) {
			const response = answer(request, error.code, statusOf(error, words) as JsonObject);
			const after = error.details?.retryAfterSeconds;
			return after === undefined ? response : { ...response, headers: { ...response.headers, 'retry-after': String(after) } };
		},
		statusOf: (error) => statusOf(error, words) as JsonObject,
		answer,
		protobuf,
	};
}

/** Returns JSON when the client accepts no known type, so that it still sees the error. */
function representationOf(request: ApiRequest, protobuf: boolean, negotiate: Negotiator): Representation {
	try {
		return negotiate.answer(request, { protobuf, transforms: 'none', stream: false });
	} catch {
		return plainJson;
	}
}
