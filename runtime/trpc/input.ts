/** What a procedure is called with, and the request to the API that it stands for. */
import { ApiError } from '../api/errors.ts';
import { isPathSegment } from '../api/path.ts';
import { type Procedure, patchTypes } from './procedures.ts';
import { ofInitialState } from './server-sent-events.ts';

/** A request as it would come over HTTP. */
export interface RestRequest {
	readonly method: string;
	/** Decoded. */
	readonly path: string;
	readonly query: string;
	readonly contentType?: string;
	readonly body?: unknown;
}

type Input = Readonly<Record<string, unknown>>;

/** The event after which a subscription resumes; its client gives it. */
export const lastEventId = 'lastEventId';

/** Throws ApiError BadRequest, which names what is wrong and what there is. */
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
	if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given))) throw wrong(procedure, 'an object is expected as input');
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

/** Characters of what is wrong that a message tells. */
const mostShown = 100;

/** It becomes a part of the path, and must lead nowhere else. */
function segment(input: Input, key: 'namespace' | 'name'): string {
	const value = input[key];
	if (typeof value !== 'string') throw new ApiError('BadRequest', `${key}: a text is expected`);
	if (!isPathSegment(value)) throw new ApiError('BadRequest', `${key}: ${JSON.stringify(value.slice(0, mostShown))} is no name`);
	return value;
}

function queryOf(procedure: Procedure, input: Input): string {
	const query = new URLSearchParams();
	for (const name of procedure.parameters) for (const text of textsOf(name, input[name])) query.append(name, text);
	if (procedure.type === 'subscription') resume(query, input);
	return query.toString();
}

/**
 * After an event that was seen, and with marks of progress unless they are not wanted: from them it goes on after a quiet time. Who names no
 * version is told what there is, and by a mark when that is all; who was cut off before is told anew.
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

/** Versions from which a watch begins with what there is. */
const fromAnywhere: ReadonlySet<string> = new Set(['', '0']);

/** `dryRun: true` is what is meant by `dryRun: ["All"]`, the only value that there is. */
function textsOf(name: string, value: unknown): string[] {
	if (value === undefined || value === null) return [];
	if (name === 'dryRun' && typeof value === 'boolean') return value ? ['All'] : [];
	const values = Array.isArray(value) ? value : [value];
	return values.map((each) => {
		if (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean') return String(each);
		throw new ApiError('BadRequest', `${name}: a text, a number, true or false is expected`);
	});
}

function objectIn({ body }: Input): Input {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError('BadRequest', 'body: an object is expected');
	return body as Input;
}

/** The procedure says which version and kind it takes, so that the object need not. */
function identified({ endpoint }: Procedure, object: Input): Input {
	const { group, version, kind } = endpoint.takes;
	return { apiVersion: group === '' ? version : `${group}/${version}`, kind, ...object };
}

function patchOf(procedure: Procedure, input: Input): Pick<RestRequest, 'contentType' | 'body'> {
	const contentType = patchTypes.get(String(input.patchType));
	if (contentType === undefined)
		throw new ApiError('BadRequest', `patchType: one of ${[...patchTypes.keys()].join(', ')} is expected, found ${JSON.stringify(input.patchType)}`);
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
