/** PATCH: JSON patch, merge patch and strategic merge patch on an object or its status (seed 1, "Media types"). */
import { invalid } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { invalidValue } from '../../model/cause.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { VerbWork, WriteContext } from '../contract.ts';
import { acceptable, respondObject } from '../respond.ts';
import { patchScale } from '../scale/update.ts';
import { checkNamespace } from './create.ts';
import { metadataText } from './metadata/metadata.ts';
import { writeOptions } from './options.ts';
import { patchMediaType, patchReader } from './patch-body.ts';
import { scopeOf } from './scope.ts';
import { inStorage } from './taken-over.ts';
import { checkName } from './update.ts';
import { updateObject } from './update-object.ts';

export const verb: VerbWork = {
	inThread: true,
	handlers: (context) => {
		const write = patch(context);
		return { stored: write, status: write, scale: patchScale(context) };
	},
};

function patch(context: WriteContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const mediaType = patchMediaType(request);
		const options = writeOptions(request, 'patch', context);
		acceptable(context, request, resource);
		const scope = scopeOf(context, resource, request, options);
		const { version, kind, apiVersion, schema } = resource;
		const patched = { apiVersion, kind: kind.kind, schema, type: version.type, schemas: context.patchSchemas };
		const apply = await patchReader(request, mediaType, patched, options.fieldValidation);
		const { object } = await updateObject(scope, (old) => {
			const next = apply(resource.fromStorage(old));
			checkName(next, scope.name);
			checkNamespace(next, resource, request);
			checkUid(next, old, resource);
			return inStorage(next, old, resource);
		});
		return respondObject(context, request, resource, object, 200);
	};
}

/** A patch that names another identity asks for a change; the same in a PUT says which object was meant. */
function checkUid(next: JsonObject, old: JsonObject, { kind, version }: ServedResource): void {
	const uid = metadataText(next, 'uid');
	if (uid === '' || uid === metadataText(old, 'uid')) return;
	throw invalid(kind.kind, version.group, metadataText(next, 'name'), [invalidValue('metadata.uid', uid, 'field is immutable')]);
}
