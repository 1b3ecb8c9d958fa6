/**
 * Connections (a log, a shell, a proxy): a hook of the kind answers a request about one object in any form. As in Kubernetes, admission
 * runs before the object is looked up, and not at all when the request only reads a part of the object.
 */
import { ApiError, invalid } from '../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { ServedResource } from '../serving/resource.ts';
import { authorizeAlso } from './authorize.ts';
import type { VerbContext } from './contract.ts';
import { parentOf } from './parent.ts';
import { storedObjects } from './stored-objects.ts';
import { scopeOf } from './write/scope.ts';
import { type Admitted, admissionRequest } from './write/steps/admission.ts';

export function connect(context: VerbContext) {
	return async (request: ApiRequest, resource: ServedResource, endpoint: Endpoint): Promise<ApiResponse> => {
		const { subresource, reads } = endpoint;
		const { info } = request;
		const answer = resource.hooks.connects?.[subresource];
		if (answer === undefined || !info.isResource) throw new Error(`no hook answers ${resource.kind.plural}/${subresource}: the start should have failed`);
		if (reads !== true && request.query !== '' && request.parameters().has('dryRun')) throw new ApiError('BadRequest', 'dryRun is not supported');
		const address = addressOf(info.name, resource, endpoint);
		const path = endpoint.path === true ? pathBelow(request.path, info.path) : '';
		const scope = scopeOf(context, resource, request, { dryRun: false });
		const admitted: Admitted = {
			scope,
			operation: 'CONNECT',
			object: optionsOf(context, request, endpoint, path),
			taken: { ...endpoint.takes, ...(endpoint.options && { type: endpoint.options }) },
		};
		if (reads !== true) {
			const admission = admissionRequest(admitted);
			await context.admission.mutate(admission);
			await context.admission.validate(admission.finished());
		}
		const also = resource.hooks.additionalVerb?.[subresource];
		if (also !== undefined && also !== info.verb) await authorizeAlso(context, request, also);
		const parent = await parentOf(context, request, resource, endpoint, address.name);
		const { namespace, user, warnings } = scope;
		const asked = { namespace, user, warnings, signal: () => request.signal, request, objects: storedObjects(context, request) };
		return answer({ options: admitted.object, verb: info.verb, path, parent, ...address, ...asked });
	};
}

interface Address {
	readonly scheme: string;
	readonly name: string;
	readonly port: string;
}

/** Parses `NAME`, `NAME:PORT` or `SCHEME:NAME:PORT`; the last two only where the endpoint accepts a port. Throws ApiError BadRequest. */
function addressOf(text: string, { kind }: ServedResource, { port: takesPort }: Endpoint): Address {
	if (takesPort !== true || !text.includes(':')) return { scheme: '', name: text, port: '' };
	const parts = text.split(':');
	const [scheme = '', name = '', port = ''] = parts.length === 2 ? ['', ...parts] : parts;
	if (parts.length > 3 || name === '' || !schemes.has(scheme)) throw new ApiError('BadRequest', `invalid ${kind.singular} request ${JSON.stringify(text)}`);
	return { scheme, name, port };
}

const schemes: ReadonlySet<string> = new Set(['', 'http', 'https']);

/** Returns the path after the subresource. Keeps its trailing slash, which another server may interpret. */
function pathBelow(whole: string, path = ''): string {
	return path !== '' && whole.endsWith('/') ? `${path}/` : path;
}

/**
 * Reads the query by its type. Where an endpoint accepts a path, the option `path` has the URL's path, whatever the query says, as in
 * Kubernetes. Throws ApiError BadRequest, Invalid.
 */
function optionsOf(context: VerbContext, request: ApiRequest, { options: type, takes, path: takesPath }: Endpoint, path: string): JsonObject {
	if (type === undefined) throw new Error(`no type is declared for the options of a connection to a ${takes.kind}: the table is invalid`);
	const options = context.options.of(type)(request.parameters());
	const schema = context.schemas.type(type);
	if (takesPath === true && context.catalog.type(type).fields.some(({ name }) => name === 'path')) {
		const below = path === '' && !request.path.endsWith('/') ? '' : `/${path}`;
		if (below === '') delete options.path;
		else options.path = below;
	}
	schema.applyDefaults(options);
	const causes = schema.validate(options, undefined, { warnings: request.warnings });
	if (causes.length === 0) return options;
	const { info } = request;
	throw invalid(type.slice(type.lastIndexOf('.') + 1), takes.group, info.isResource ? info.name : '', causes);
}
