/** create on an endpoint that is computed (a review, a token, an eviction): what is sent is read, admitted and checked like any object; a hook of the kind makes the answer. */
import { ApiError, invalid } from '../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import { apiVersionOf } from '../model/api-version.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { ServedResource } from '../serving/resource.ts';
import { bodyReader } from './body.ts';
import type { VerbContext } from './contract.ts';
import { parentOf } from './parent.ts';
import { acceptableTyped, respondTyped } from './respond-typed.ts';
import { checkNamespace } from './write/create.ts';
import { metadataText } from './write/metadata/metadata.ts';
import { writeOptions } from './write/options.ts';
import { scopeOf } from './write/scope.ts';
import { type Admitted, admissionRequest } from './write/steps/admission.ts';

export function computed(context: VerbContext) {
	return async (request: ApiRequest, resource: ServedResource, endpoint: Endpoint): Promise<ApiResponse> => {
		const { takes, gives, subresource } = endpoint;
		const compute = resource.hooks.computes?.[subresource];
		if (compute === undefined || takes.type === undefined)
			throw new Error(`nothing answers ${resource.kind.plural}/${subresource}: a start with such a table must fail`);
		const options = writeOptions(request, 'create', context);
		acceptableTyped(context, request, gives);
		const schema = context.schemas.type(takes.type);
		const expected = { apiVersion: apiVersionOf(takes), kind: takes.kind, schema };
		const object = (await bodyReader(request, expected, context, options.fieldValidation))();
		checkName(object, resource, request);
		const parent = await parentOf(context, request, resource, endpoint);
		schema.applyDefaults(object);
		const scope = scopeOf(context, resource, request, options, subresource === '' ? metadataText(object, 'name') : undefined);
		const admitted: Admitted = { scope, operation: 'CREATE', object, isTaken: true };
		const admission = admissionRequest(admitted);
		await context.admission.mutate(admission);
		const causes = schema.validate(admitted.object, undefined, request.warnings);
		if (causes.length > 0) throw invalid(takes.kind, takes.group, metadataText(object, 'name'), causes);
		await context.admission.validate(admission.finished());
		const { namespace, name, user, warnings, signal, dryRun } = scope;
		const given = await compute({ object: admitted.object, parent, namespace, name, user, warnings, signal, dryRun });
		return respondTyped(context, request, gives, given as JsonObject, 201);
	};
}

/** What is posted to an object's subresource need not name the object, but must not name another. */
function checkName(object: JsonObject, resource: ServedResource, request: ApiRequest): void {
	if (object.metadata !== undefined && object.metadata !== null) checkNamespace(object, resource, request);
	if (!request.info.isResource || request.info.name === '') return;
	const sent = metadataText(object, 'name');
	const { name } = request.info;
	if (sent !== '' && sent !== name) throw new ApiError('BadRequest', `the name of the object (${sent}) does not match the name on the URL (${name})`);
}
