/** get on the scale subresource: the desired and actual replicas of an object, whatever its kind. */
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { type Item, parseWhole } from '../../codec/item-form.ts';
import { apiVersionOf } from '../../model/api-version.ts';
import type { JsonObject, JsonValue, ScaleSubresource } from '../../model/catalog.ts';
import { scaleBody } from '../../model/endpoint.ts';
import { getAt } from '../../model/path.ts';
import { subresourcesIn } from '../../model/subresource-fields.ts';
import { selectorText } from '../../select/index.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { AnswerContext } from '../contract.ts';
import { respondTyped } from '../respond-typed.ts';

export const scaleApiVersion = apiVersionOf(scaleBody);

/** Returns the Scale of an object. The object must be in the storage version, to which the scale paths refer. */
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

/** Omits replicas of zero, as the type requires. */
function spec(replicas: JsonValue | undefined): JsonObject {
	return typeof replicas === 'number' && replicas !== 0 ? { replicas } : {};
}

export function respondScale(context: AnswerContext, request: ApiRequest, resource: ServedResource, object: Item, status = 200): ApiResponse {
	const paths = subresourcesIn(resource.kind, resource.version).scale;
	if (paths === undefined) throw new Error(`${resource.kind.kind} has no scale subresource: the route must not lead here`);
	return respondTyped(context, request, scaleBody, scaleOf(parseWhole(object), paths), status);
}
