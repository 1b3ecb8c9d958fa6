/** The scale subresource: any kind's replicas through one type, mapped by the paths that its spec gives. */
import { ApiError, invalid } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import type { JsonObject, ScaleSubresource } from '../../model/catalog.ts';
import { invalidValue } from '../../model/cause.ts';
import { scaleBody } from '../../model/endpoint.ts';
import { getAt, setAt } from '../../model/path.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { bodyReader } from '../body.ts';
import type { WriteContext } from '../contract.ts';
import { acceptableTyped } from '../respond-typed.ts';
import { metadataText } from '../write/metadata/metadata.ts';
import { writeOptions } from '../write/options.ts';
import { patchMediaType, patchReader } from '../write/patch-body.ts';
import { scopeOf, type WriteScope } from '../write/scope.ts';
import { updateObject } from '../write/update-object.ts';
import { respondScale, scaleApiVersion, scaleOf } from './get.ts';

const scaleKind = { apiVersion: scaleApiVersion, kind: 'Scale' } as const;

export function updateScale(context: WriteContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const options = writeOptions(request, 'update', context);
		acceptableTyped(context, request, scaleBody);
		const scope = scopeOf(context, resource, request, options);
		const schema = context.schemas.type(scaleBody.type);
		const read = await bodyReader(request, { ...scaleKind, schema }, context, options.fieldValidation);
		return change(request, scope, () => {
			const sent = read();
			const name = metadataText(sent, 'name');
			if (name !== scope.name) throw new ApiError('BadRequest', `the name of the object (${name}) does not match the name on the URL (${scope.name})`);
			return sent;
		});
	};
}

export function patchScale(context: WriteContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const mediaType = patchMediaType(request);
		const options = writeOptions(request, 'patch', context);
		acceptableTyped(context, request, scaleBody);
		const scope = scopeOf(context, resource, request, options);
		const patched = { ...scaleKind, schema: context.schemas.type(scaleBody.type), type: scaleBody.type, schemas: context.patchSchemas };
		return change(request, scope, await patchReader(request, mediaType, patched, options.fieldValidation));
	};
}

async function change(request: ApiRequest, scope: WriteScope, propose: (scale: JsonObject) => JsonObject): Promise<ApiResponse> {
	const paths = scope.resource.kind.subresources.scale;
	if (paths === undefined) throw new Error(`${scope.resource.kind.plural} have no scale`);
	const { object } = await updateObject(scope, (old) => withScale(old, propose(scaleOf(old, paths)), paths, scope));
	return respondScale(scope.context, request, scope.resource, object);
}

/** The object with the replicas that a Scale asks for, and with its conditions on uid and resourceVersion. */
function withScale(old: JsonObject, scale: JsonObject, paths: ScaleSubresource, scope: WriteScope): JsonObject {
	const namespace = metadataText(scale, 'namespace');
	if (namespace !== '' && namespace !== scope.namespace) {
		throw new ApiError('BadRequest', 'the namespace of the provided object does not match the namespace sent on the request');
	}
	const replicas = getAt(scale, 'spec.replicas') ?? 0;
	if (typeof replicas === 'number' && replicas < 0) {
		throw invalid('Scale', 'autoscaling', scope.name, [invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0')]);
	}
	const object = setAt(old, paths.replicas, replicas);
	scope.context.metadata.set(object, { uid: metadataText(scale, 'uid') || undefined, resourceVersion: metadataText(scale, 'resourceVersion') || undefined });
	return object;
}
