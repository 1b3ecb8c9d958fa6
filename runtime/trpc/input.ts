/** Translates the input of a procedure to an API request. */
import { ApiError } from '../api/errors.ts';
import { isPathSegment } from '../api/path.ts';
import { type Procedure, patchTypes } from './procedures.ts';
import { ofInitialState } from './server-sent-events.ts';

/** A request as REST clients send it. */
export interface RestRequest {
	readonly method: string;
	/** Decoded path. */
	readonly path: string;
	readonly query: string;
	readonly contentType?: string;
	readonly body?: unknown;
}

type Input = Readonly<Record<string, unknown>>;

/** Input field with the last event that a resumed subscription received; the client library sets it. */
export const lastEventId = 'lastEventId';

/** Translates the input. Throws ApiError BadRequest, which names the problem and the valid choices. */
export function restRequest(procedure: Procedure, given: unknown): RestRequest {
	const input = checked(procedure, given);
	const { method, root, endpoint, body } = procedure;
	const { resource, subresource } = endpoint;
	const namespace = procedure.namespace === 'none' || input.namespace === undefined ? '' : `/namespaces/${segment(input, 'namespace')}`;
	const name = procedure.hasName ? `/${segment(input, 'name')}` : '';
	const path = `${root}${namespace}/${resource}${name}${subresource === '' ? '' : `/${subresource}`}`;
	const request = { method, path, query: queryOf(procedure, input) };
	switch (body) {
		case 'none':
			return request;
		case 'object':
			return { ...request, contentType: 'application/json', body: identified(procedure, objectIn(input)) };
		case 'patch':
			return { ...request, ...patchOf(procedure, input) };
		case 'options':
			return { ...request, contentType: 'application/json', body: optionsOf(procedure, input) };
	}
}

function checked(procedure: Procedure, given: unknown): Input {
	if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given))) throw wrong(procedure, 'expected an object as input');
	const input = (given ?? {}) as Input;
	const known = knownKeys(procedure);
	const unknown = Object.keys(input).find((key) => !known.includes(key));
	if (unknown !== undefined) throw wrong(procedure, `${JSON.stringify(unknown)} is not part of the input, which may have ${known.join(', ')}`);
	const missing = neededKeys(procedure).find((key) => input[key] === undefined);
	if (missing !== undefined) throw wrong(procedure, `the input needs ${JSON.stringify(missing)}`);
	return input;
}

function knownKeys({ namespace, hasName, body, parameters, options, type }: Procedure): string[] {
	return [
		...(namespace === 'none' ? [] : ['namespace']),
		...(hasName ? ['name'] : []),
		...(body === 'patch' ? ['patchType'] : []),
		...(body === 'patch' || body === 'object' ? ['body'] : []),
		...new Set([...parameters, ...options]),
		...(type === 'subscription' ? [lastEventId] : []),
	];
}

function neededKeys({ namespace, hasName, body }: Procedure): string[] {
	return [
		...(namespace === 'must' ? ['namespace'] : []),
		...(hasName ? ['name'] : []),
		...(body === 'patch' ? ['patchType'] : []),
		...(body === 'patch' || body === 'object' ? ['body'] : []),
	];
}

function wrong({ path }: Procedure, what: string): ApiError {
	return new ApiError('BadRequest', `${path.join('.')}: ${what}`);
}

/** Maximum number of characters of an invalid value shown in a message. */
const mostShown = 100;

/** Returns a path segment; throws when it could change the rest of the path. */
function segment(input: Input, key: 'namespace' | 'name'): string {
	const value = input[key];
	if (typeof value !== 'string') throw new ApiError('BadRequest', `${key}: expected a string`);
	if (!isPathSegment(value)) throw new ApiError('BadRequest', `${key}: ${JSON.stringify(value.slice(0, mostShown))} is not a name`);
	return value;
}

function queryOf(procedure: Procedure, input: Input): string {
	const query = new URLSearchParams();
	for (const name of procedure.parameters) for (const text of textsOf(name, input[name])) query.append(name, text);
	if (procedure.type === 'subscription') resume(query, input);
	return query.toString();
}

/**
 * Resumes a watch after the last received event. Bookmarks are on by default, so that a client can resume after a quiet period. Without a
 * version the watch begins with the current objects, followed by a bookmark. A client that loses its connection before that bookmark
 * receives them again.
 */
function resume(query: URLSearchParams, input: Input): void {
	query.set('watch', 'true');
	if (!query.has('allowWatchBookmarks')) query.set('allowWatchBookmarks', 'true');
	const [seen] = textsOf(lastEventId, input[lastEventId]);
	if (seen === undefined || seen === ofInitialState) {
		if (fromAnywhere.has(query.get('resourceVersion') ?? '') && !query.has('sendInitialEvents')) {
			query.set('sendInitialEvents', 'true');
			query.set('resourceVersionMatch', 'NotOlderThan');
			query.set('allowWatchBookmarks', 'true');
		}
		return;
	}
	query.set('resourceVersion', seen);
	query.delete('sendInitialEvents');
	query.delete('resourceVersionMatch');
}

/** Resource versions with which a watch begins with the current objects. */
const fromAnywhere: ReadonlySet<string> = new Set(['', '0']);

/** Converts a value to query parameters. `dryRun: true` is sent as `dryRun=All`, the only valid value. */
function textsOf(name: string, value: unknown): string[] {
	if (value === undefined || value === null) return [];
	if (name === 'dryRun' && typeof value === 'boolean') return value ? ['All'] : [];
	const values = Array.isArray(value) ? value : [value];
	return values.map((each) => {
		if (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean') return String(each);
		throw new ApiError('BadRequest', `${name}: expected a string, a number, true or false`);
	});
}

function objectIn({ body }: Input): Input {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError('BadRequest', 'body: expected an object');
	return body as Input;
}

/** Adds apiVersion and kind, which the procedure implies and the object may omit. */
function identified({ endpoint }: Procedure, object: Input): Input {
	const { group, version, kind } = endpoint.takes;
	return { apiVersion: group === '' ? version : `${group}/${version}`, kind, ...object };
}

function patchOf(procedure: Procedure, input: Input): Pick<RestRequest, 'contentType' | 'body'> {
	const contentType = patchTypes.get(String(input.patchType));
	if (contentType === undefined)
		throw new ApiError('BadRequest', `patchType: expected one of ${[...patchTypes.keys()].join(', ')}, found ${JSON.stringify(input.patchType)}`);
	return { contentType, body: input.patchType === 'apply' ? identified(procedure, objectIn(input)) : input.body };
}

function optionsOf({ options, parameters }: Procedure, input: Input): Input {
	const given = Object.entries(input).filter(([name, value]) => options.has(name) && !parameters.has(name) && value !== undefined);
	return {
		apiVersion: 'v1',
		kind: 'DeleteOptions',
		...Object.fromEntries(given.map(([name, value]) => [name, name === 'dryRun' ? textsOf(name, value) : value])),
	};
}
