/** POST on a collection: creates an object. */
import { ApiError } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { bodyReader, startingWith } from '../body.ts';
import type { VerbWork, WriteContext } from '../contract.ts';
import { metadataText } from '../metadata/metadata.ts';
import { representationOf, respondObject } from '../respond.ts';
import { checkNamespace } from '../write/identity.ts';
import { writeOptions } from '../write/options.ts';
import { misfitsFor, scopeOf } from '../write/scope.ts';
import { createObject } from './object.ts';

export const verb: VerbWork = { inThread: true, handlers: (context) => ({ stored: create(context) }) };

function create(context: WriteContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const options = writeOptions(request, 'create', context);
		const representation = representationOf(context, request, resource);
		const misfits = misfitsFor(resource);
		const expected = { apiVersion: resource.apiVersion, kind: resource.kind.kind, schema: resource.schema, takesFloats: resource.form.isWhole, misfits };
		const read = await bodyReader(request, expected, context, options.fieldValidation);
		const checked = (): JsonObject => {
			const sent = read();
			checkNamespace(sent, resource, request);
			return sent;
		};
		const first = checked();
		const scope = scopeOf(context, resource, request, options, { name: metadataText(first, 'name'), misfits });
		const object = await createObject(scope, startingWith(first, checked), options.dryRun ? undefined : versionRefusal);
		return respondObject(context, request, resource, { representation, object, status: 201 });
	};
}

const largestVersion = 2n ** 64n - 1n;

/** Refuses a resource version in the sent object. As in Kubernetes, a text that is no version is ignored. */
function versionRefusal(sent: JsonObject): ApiError | undefined {
	const [, digits] = /^0*([1-9][0-9]{0,19})$/.exec(metadataText(sent, 'resourceVersion')) ?? [];
	if (digits === undefined || BigInt(digits) > largestVersion) return undefined;
	return new ApiError('BadRequest', 'resourceVersion should not be set on objects to be created');
}
