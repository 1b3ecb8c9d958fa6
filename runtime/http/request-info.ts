/**
 * Parses method, path and query to the request info. It is the only parser of paths, and later stages use only its result. Therefore every
 * ambiguous path is refused here (CVE-2022-3162).
 *
 * | path | means |
 * |---|---|
 * | `/api/v1/R`, `/apis/G/V/R` | collection, of all namespaces or of the cluster |
 * | `.../R/NAME[/SUB[/PATH]]` | one object, its subresource, and a path below it |
 * | `.../namespaces/NS/R[/NAME[/SUB]]` | the same in a namespace |
 * | `.../watch/...` | the deprecated form of `?watch=true` |
 * | anything else | not a resource: discovery, health, metrics |
 */
import { ApiError } from '../api/errors.ts';
import { maxPathLength } from '../api/path.ts';
import { queryProblem } from '../api/query.ts';
import type { ApiRequest, RequestInfo } from '../api/request.ts';
import { type Verb, type VerbRecord, verbRecords, verbs, verbsByMethod } from '../model/verb.ts';

/** Parts of a request from which the request info is parsed. */
type Target = Pick<ApiRequest, 'method' | 'path' | 'query' | 'parameters'>;

/** Returns the verbs of a method. HEAD is a GET whose answer has no body. */
function asked(method: string): (typeof verbsByMethod)[string] | typeof none {
	const name = method === 'HEAD' ? 'GET' : method;
	return (Object.hasOwn(verbsByMethod, name) && verbsByMethod[name]) || none;
}

const none = { one: '', part: '', many: '' } as const;

/** Verb that a path prefix or a parameter selects instead of another one. */
type Alternative = NonNullable<VerbRecord['inPlaceOf']> & { readonly verb: Verb };

const alternatives: readonly Alternative[] = verbs.flatMap((verb) => {
	const { inPlaceOf } = verbRecords[verb];
	return inPlaceOf === undefined ? [] : [{ ...inPlaceOf, verb }];
});
/** Verbs that a parameter selects, by the verb that they replace. */
const byParameter: ReadonlyMap<string, readonly Alternative[]> = new Map(
	[...new Set(alternatives.flatMap((each) => each.byParameter))].map((verb) => [verb, alternatives.filter((each) => each.byParameter.includes(verb))]),
);

/**
 * Finds the verb that the path segment before the resource selects. Called for every request: comparing a few words is cheaper than hashing
 * a new string.
 */
function byPath(word: string | undefined): Alternative | undefined {
	for (const each of alternatives) if (each.word === word) return each;
	return undefined;
}

/**
 * Parses a request. Its `path` must be decoded (`decodePath`). `ofNamespaces`: subresources of namespaces; any other segment after a
 * namespace is a resource in it. Throws ApiError BadRequest or RequestEntityTooLarge.
 */
export function requestInfo(request: Target, ofNamespaces: ReadonlySet<string>): RequestInfo {
	const { method, path } = request;
	checkBounds(request);
	if (path.includes('%') || path.includes('\\') || !path.startsWith('/'))
		throw new ApiError('BadRequest', 'invalid path: an escape in it is broken or not allowed');
	const parts = path.split('/');
	// The first part is the empty one before the leading slash. One trailing slash is ignored.
	const end = parts.length > 2 && parts[parts.length - 1] === '' ? parts.length - 1 : parts.length;
	const core = parts[1] === 'api';
	if (!core && parts[1] !== 'apis') return nonResource(method, parts);
	const first = core ? 3 : 4;
	if (end <= first) return nonResource(method, parts);
	checkSegments(parts, end);
	const groupVersion = { group: core ? '' : (parts[2] as string), version: parts[first - 1] as string };
	return resourceInfo(request, groupVersion, parts.slice(first, end), ofNamespaces);
}

function checkBounds({ path, query }: Target): void {
	if (path.length > maxPathLength)
		throw new ApiError('RequestEntityTooLarge', `the path of the URL is too long: it has ${path.length} characters, and ${maxPathLength} are allowed`);
	const problem = query === '' ? undefined : queryProblem(query);
	if (problem !== undefined) throw problem;
}

function nonResource(method: string, parts: readonly string[]): RequestInfo {
	if (parts.includes('..') || parts.includes('.')) throw new ApiError('BadRequest', 'invalid path: "." and ".." are not allowed in it');
	return { isResource: false, verb: method.toLowerCase() };
}

function checkSegments(parts: readonly string[], end: number): void {
	for (let i = 2; i < end; i++) {
		const part = parts[i];
		if (part === '' || part === '.' || part === '..') throw new ApiError('BadRequest', `invalid path: "${part}" is not allowed as a part of it`);
	}
}

function resourceInfo(
	request: Target,
	{ group, version }: { readonly group: string; readonly version: string },
	parts: readonly string[],
	ofNamespaces: ReadonlySet<string>,
): RequestInfo {
	// An unsupported method is refused later, because authentication and authorization come first.
	const { one, part, many } = asked(request.method);
	const prefix = parts.length > 1 ? byPath(parts[0]) : undefined;
	const rest = prefix === undefined ? parts : parts.slice(1);
	const inNamespace = rest[0] === 'namespaces' && rest.length > 2 && !(rest.length === 3 && ofNamespaces.has(rest[2] as string));
	const at = inNamespace ? 2 : 0;
	const name = rest[at + 1] ?? '';
	const subresource = rest[at + 2] ?? '';
	const verb = name === '' ? many : subresource === '' ? one : part;
	const info: RequestInfo = {
		isResource: true,
		verb: alternativeTo(verb, prefix, subresource, request)?.verb ?? verb,
		group,
		version,
		resource: rest[at] as string,
		subresource,
		namespace: inNamespace ? (rest[1] as string) : '',
		name,
	};
	return rest.length - at > 3 ? { ...info, path: rest.slice(at + 3).join('/') } : info;
}

/** Returns the verb that replaces the method's verb, or undefined. */
function alternativeTo(verb: string, prefix: Alternative | undefined, subresource: string, request: Target): Alternative | undefined {
	// Parameters of a subresource have their own meaning.
	const asked = request.query === '' || subresource !== '' ? undefined : byParameter.get(verb)?.find(({ word }) => isOn(word, request));
	if (asked !== undefined) return asked;
	return prefix?.byPath.includes(verb) ? prefix : undefined;
}

/** Reports whether a parameter is set: without a value, or with any value but `false` and `0`. Of several values, the first counts. */
function isOn(parameter: string, request: Target): boolean {
	const value = request.parameters().get(parameter);
	return value !== null && value !== '0' && value.toLowerCase() !== 'false';
}
