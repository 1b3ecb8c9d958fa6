/** DELETE on an object. */
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { VerbWork, WriteContext } from '../contract.ts';
import { representationOf, respondObject } from '../respond.ts';
import { scopeOf } from '../write/scope.ts';
import { respondSuccess } from '../write/success.ts';
import { deleteDamaged } from './damaged.ts';
import { deleteObject } from './object.ts';
import { deleteOptions } from './options.ts';

export const verb: VerbWork = { inThread: true, handlers: (context) => ({ stored: deleteVerb(context) }) };

function deleteVerb(context: WriteContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const options = await deleteOptions(request, context);
		const representation = representationOf(context, request, resource);
		const scope = scopeOf(context, resource, request, options);
		if (options.ignoresDamage) return await deleteDamaged(scope, request);
		const { object, uid, removed } = await deleteObject(scope, options);
		const status = !removed && options.orphanDependents === false ? 202 : 200;
		if (!removed || resource.kind.deleteReturns === 'object') return respondObject(context, request, resource, { representation, object, status });
		const { group } = resource.version;
		return respondSuccess(context, request, { details: { name: scope.name, ...(group && { group }), kind: resource.kind.plural, uid } });
	};
}
