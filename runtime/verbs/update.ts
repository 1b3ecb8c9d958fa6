/** PUT on an object or on one of its subresources that have the object's own type. Creates nothing: an object that is not there is 404. */
import { ApiError } from '../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import type { JsonObject } from '../schema/model.ts';
import { bodyReader } from './body.ts';
import type { ServedResource, VerbContext } from './contract.ts';
import { checkNamespace } from './create.ts';
import { metadataText } from './metadata.ts';
import { acceptable, respondObject } from './respond.ts';
import { toStored, updateObject } from './strategy.ts';
import { writeOptions } from './write-options.ts';
import { scopeOf } from './write-scope.ts';

export function update(context: VerbContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const options = writeOptions(request.query, 'UpdateOptions', context.vocabulary);
		acceptable(context, request, resource);
		const scope = scopeOf(context, resource, request, options.dryRun);
		const read = await bodyReader(
			request,
			{ apiVersion: resource.apiVersion, kind: resource.kind.kind, schema: resource.schema },
			context,
			options.fieldValidation,
		);
		const { object } = await updateObject(scope, () => {
			const sent = read();
			checkName(sent, scope.name);
			checkNamespace(sent, resource, request);
			return toStored(scope, sent);
		});
		return respondObject(context, request, resource, object, 200);
	};
}

function checkName(object: JsonObject, name: string): void {
	const sent = metadataText(object, 'name');
	if (sent === '') throw new ApiError('BadRequest', `the name of the object (${name} based on URL) was undeterminable: name must be provided`);
	if (sent !== name) throw new ApiError('BadRequest', `the name of the object (${sent}) does not match the name on the URL (${name})`);
}
