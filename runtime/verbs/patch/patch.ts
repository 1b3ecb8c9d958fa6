/**
 * PATCH: JSON patch, merge patch and strategic merge patch on an object or its status (seed 1, "Media types"). `apply.ts` handles applies.
 */
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { applyMediaType } from '../../model/verb.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { applyObject } from '../apply/apply.ts';
import type { VerbWork, WriteContext } from '../contract.ts';
import { representationOf, respondObject } from '../respond.ts';
import { patchScale } from '../scale/update.ts';
import { patchMediaType, patchReader } from '../write/bodies/patch.ts';
import { checkName, checkNamespace, checkUid } from '../write/identity.ts';
import { writeOptions } from '../write/options.ts';
import { toProposal } from '../write/proposal.ts';
import { misfitsFor, scopeOf } from '../write/scope.ts';
import { updateObject } from '../write/update-object.ts';

export const verb: VerbWork = {
	inThread: true,
	handlers: (context) => {
		const write = patch(context);
		return { stored: write, status: write, scale: patchScale(context) };
	},
};

function patch(context: WriteContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const mediaType = patchMediaType(request, resource);
		if (mediaType === applyMediaType) return applyObject(context, request, resource);
		const options = writeOptions(request, 'patch', context);
		const representation = representationOf(context, request, resource);
		const { version, kind, apiVersion, schema, form } = resource;
		const misfits = misfitsFor(resource);
		const patched = { apiVersion, kind: kind.kind, schema, takesFloats: form.isWhole, type: version.type, schemas: context.patchSchemas, misfits };
		const patcher = await patchReader(request, mediaType, patched, options.fieldValidation);
		const scope = scopeOf(context, resource, request, options, { withoutSent: patcher.withoutSent, misfits });
		const { object } = await updateObject(scope, (old) => {
			const next = patcher.apply(resource.fromStorage(old));
			checkName(next, scope.name);
			checkNamespace(next, resource, request);
			checkUid(next, old, resource);
			return toProposal(next, old, resource);
		});
		return respondObject(context, request, resource, { representation, object });
	};
}
