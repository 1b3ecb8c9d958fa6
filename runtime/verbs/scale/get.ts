/** The scale subresource, read: how many replicas an object wants and has, whatever its kind. */
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import type { Representation } from '../../codec/representation.ts';
import { textForm } from '../../codec/text-form.ts';
import type { JsonObject, JsonValue, ScaleSubresource } from '../../model/catalog.ts';
import { getAt } from '../../model/path.ts';
import { selectorText } from '../../select/index.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { parseJson, stringifyJson } from '../../wire/json/json.ts';
import { wrapUnknown } from '../../wire/protobuf/unknown.ts';
import type { VerbContext } from '../contract.ts';

export const scaleApiVersion = 'autoscaling/v1';
const scaleType = 'autoscaling/v1.Scale';

/** The Scale of an object (in the version that the scale paths speak of: the storage version). */
export function scaleOf(object: JsonObject, paths: ScaleSubresource): JsonObject {
	const { name, namespace, uid, resourceVersion, creationTimestamp } = (object.metadata ?? {}) as JsonObject;
	const metadata = Object.fromEntries(Object.entries({ name, namespace, uid, resourceVersion, creationTimestamp }).filter(([, value]) => value !== undefined));
	const selector = paths.selector === undefined ? '' : selectorText(getAt(object, paths.selector));
	return {
		kind: 'Scale',
		apiVersion: scaleApiVersion,
		metadata: metadata as JsonObject,
		spec: spec(getAt(object, paths.replicas)),
		status: { replicas: getAt(object, paths.statusReplicas) ?? 0, ...(selector && { selector }) },
	};
}

/** Zero replicas are not written, as the type says. */
function spec(replicas: JsonValue | undefined): JsonObject {
	return typeof replicas === 'number' && replicas !== 0 ? { replicas } : {};
}

/** Throws ApiError NotAcceptable when a Scale could not be given: before it is written. */
export function acceptableScale(context: VerbContext, request: ApiRequest): void {
	representationOfScale(context, request);
}

export function respondScale(
	context: VerbContext,
	request: ApiRequest,
	resource: ServedResource,
	object: Pick<CachedObject, 'bytes'>,
	status = 200,
): ApiResponse {
	const paths = resource.kind.subresources.scale;
	if (paths === undefined) throw new Error(`${resource.kind.kind} has no scale subresource: the route must not lead here`);
	const representation = representationOfScale(context, request);
	const scale = scaleOf(parseJson(object.bytes) as JsonObject, paths);
	const headers = context.answers.headers(representation.mediaType);
	if (representation.encoding !== 'protobuf') return { status, headers, body: textForm(stringifyJson(scale), representation) };
	const schema = context.schemas.type(scaleType);
	return { status, headers, body: wrapUnknown(scaleApiVersion, 'Scale', schema.encode(schema.read(scale, { notices: [] }))) };
}

function representationOfScale(context: VerbContext, request: ApiRequest): Representation {
	const protobuf = context.catalog.typeNames.includes(scaleType);
	return context.answers.negotiate.answer(request, { protobuf, transforms: 'none', stream: false });
}
