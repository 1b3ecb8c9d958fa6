/** Connections: a hook of the kind writes the answer to a request about one object, in whatever form it has (a log, a shell, a proxy). */
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { VerbContext } from './contract.ts';
import { parentOf } from './parent.ts';
import { scopeOf } from './write/scope.ts';
import { type Admitted, admissionRequest } from './write/steps/admission.ts';

export function connect(context: VerbContext) {
	return async (request: ApiRequest, resource: ServedResource, endpoint: Endpoint): Promise<ApiResponse> => {
		const { subresource, options: type } = endpoint;
		const { info } = request;
		const answer = resource.hooks.connects?.[subresource];
		if (answer === undefined || type === undefined || !info.isResource)
			throw new Error(`nothing answers ${resource.kind.plural}/${subresource}: a start with such a table must fail`);
		const options: JsonObject = context.options.of(type)(request.parameters());
		const parent = await parentOf(context, request, resource, endpoint);
		const scope = scopeOf(context, resource, request, { dryRun: false });
		const admitted: Admitted = { scope, operation: 'CONNECT', object: options, isTaken: true };
		const admission = admissionRequest(admitted);
		await context.admission.mutate(admission);
		await context.admission.validate(admission.finished());
		const { namespace, name, user, warnings, signal } = scope;
		return answer({ options: admitted.object, verb: info.verb, path: info.path ?? '', parent, namespace, name, user, warnings, signal, request });
	};
}
