/** Answers with an object that is not stored and has a type from the endpoint table: a Scale, a review, a token. */
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import type { TableColumn } from '../codec/columns.ts';
import { metaApiVersion, partialKind, partialMessage, partialObject } from '../codec/partial.ts';
import type { Representation } from '../codec/representation.ts';
import { objectTable } from '../codec/table.ts';
import { textForm } from '../codec/text-form.ts';
import { apiVersionOf } from '../model/api-version.ts';
import type { JsonObject } from '../model/catalog.ts';
import { type EndpointBody, scaleBody } from '../model/endpoint.ts';
import { stringifyJson } from '../wire/json/json.ts';
import { wrapUnknown } from '../wire/protobuf/unknown.ts';
import type { AnswerContext } from './contract.ts';
import { includeObject } from './read-options.ts';
import { scaleColumns } from './scale/columns.ts';

/** Throws ApiError NotAcceptable when the type cannot be answered as requested; called before the request has any effect. */
export function acceptableTyped(context: AnswerContext, request: ApiRequest, body: EndpointBody): void {
	if (request.header('accept') !== undefined) representationOf(context, request, body);
}

/** Responds with `object`; a missing kind and apiVersion are taken from `body`. */
export function respondTyped(context: AnswerContext, request: ApiRequest, body: EndpointBody, object: JsonObject, status: number): ApiResponse {
	const representation = representationOf(context, request, body);
	const apiVersion = apiVersionOf(body);
	const { kind: _kind, apiVersion: _apiVersion, ...rest } = typed(context, body, object);
	const named: JsonObject = { kind: body.kind, apiVersion, ...rest };
	const headers = context.formats.headers(representation.mediaType);
	if (representation.as !== 'none') return { status, headers, body: transformed(context, request, representation, named, body) };
	if (representation.encoding !== 'protobuf') return { status, headers, body: textForm(stringifyJson(named), representation) };
	const schema = context.schemas.type(body.type ?? '');
	return { status, headers, body: wrapUnknown(apiVersion, body.kind, schema.encode(schema.read(named, { notices: [] }))) };
}

/** Encodes the object as a Table, or its metadata alone. */
function transformed(context: AnswerContext, request: ApiRequest, representation: Representation, named: JsonObject, body: EndpointBody): Buffer | string {
	if (representation.as === 'Table') {
		const tabled = { columns: () => columnsOf(body) ?? [], hooks: {}, fromStorage: (object: JsonObject) => object };
		return textForm(objectTable(tabled, representation, named, includeObject(request, context)), representation);
	}
	if (representation.encoding === 'protobuf') return wrapUnknown(metaApiVersion(representation), partialKind, partialMessage(named, context));
	return textForm(stringifyJson(partialObject(named, representation)), representation);
}

/** Returns the columns of the body's Table. Returns undefined for a type without columns, which cannot be answered as a Table. */
function columnsOf({ type }: EndpointBody): readonly TableColumn[] | undefined {
	return type === scaleBody.type ? scaleColumns : undefined;
}

/** Returns the object with the field order and presence of its type, without write-only fields. */
function typed(context: AnswerContext, { type }: EndpointBody, object: JsonObject): JsonObject {
	if (type === undefined) return object;
	const schema = context.schemas.type(type);
	const read = schema.read(object, { notices: [] });
	schema.dropWriteOnly(read);
	return read;
}

function representationOf(context: AnswerContext, request: ApiRequest, body: EndpointBody): Representation {
	const { type } = body;
	const protobuf = type !== undefined && context.schemas.type(type).hasProtobuf;
	return context.formats.negotiate.answer(request, { protobuf, transforms: columnsOf(body) === undefined ? 'none' : 'objects', stream: false });
}
