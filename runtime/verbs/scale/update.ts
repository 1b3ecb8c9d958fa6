/** update on the scale subresource: the replicas of any kind through one type, mapped by the paths in its spec. */
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { scaleBody } from '../../model/endpoint.ts';
import { applyMediaType } from '../../model/verb.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { bodyReader, startingWith } from '../body.ts';
import type { WriteContext } from '../contract.ts';
import { acceptableTyped } from '../respond-typed.ts';
import { patchMediaType, patchReader } from '../write/bodies/patch.ts';
import { checkName } from '../write/identity.ts';
import { writeOptions } from '../write/options.ts';
import { scopeOf, type WriteScope } from '../write/scope.ts';
import { updateObject } from '../write/update-object.ts';
import { applyScale } from './apply.ts';
import { respondScale, scaleOf } from './get.ts';
import { pathsOf, scaleKind, withScale } from './with-scale.ts';

export function updateScale(context: WriteContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const options = writeOptions(request, 'update', context);
		acceptableTyped(context, request, scaleBody);
		const scope = scopeOf(context, resource, request, options);
		const schema = context.schemas.type(scaleBody.type);
		const read = await bodyReader(request, { ...scaleKind, schema }, context, options.fieldValidation);
		const sent = read();
		checkName(sent, scope.name);
		return change(request, scope, startingWith(sent, read));
	};
}

export function patchScale(context: WriteContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const mediaType = patchMediaType(request, resource);
		if (mediaType === applyMediaType) return applyScale(context, request, resource);
		const options = writeOptions(request, 'patch', context);
		acceptableTyped(context, request, scaleBody);
		const scope = scopeOf(context, resource, request, options);
		const patched = { ...scaleKind, schema: context.schemas.type(scaleBody.type), type: scaleBody.type, schemas: context.patchSchemas };
		const patcher = await patchReader(request, mediaType, patched, options.fieldValidation);
		return change(request, scope, (scale) => {
			const next = patcher.apply(scale);
			checkName(next, scope.name);
			return next;
		});
	};
}

async function change(request: ApiRequest, scope: WriteScope, propose: (scale: JsonObject) => JsonObject): Promise<ApiResponse> {
	const paths = pathsOf(scope.resource);
	const { object } = await updateObject(scope, (old) => withScale(old, propose(scaleOf(old, paths)), paths, scope));
	return respondScale(scope.context, request, scope.resource, object);
}
