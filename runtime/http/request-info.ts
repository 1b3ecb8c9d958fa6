/**
 * What a request is about, from its method, path and query: the one parser of paths. What it names is all that later
 * stages look at, so whatever could be read in two ways is refused here (CVE-2022-3162).
 *
 * | path | means |
 * |---|---|
 * | `/api/v1/R`, `/apis/G/V/R` | collection, of all namespaces or of the cluster |
 * | `.../R/NAME[/SUB[/PATH]]` | one object, its subresource, and what that is asked for |
 * | `.../namespaces/NS/R[/NAME[/SUB]]` | the same in a namespace |
 * | `.../watch/...` | the deprecated form of `?watch=true` |
 * | anything else | not a resource: discovery, health, metrics |
 */
import { ApiError } from '../api/errors.ts';
import { maxPathLength } from '../api/path.ts';
import { queryProblem } from '../api/query.ts';
import type { ApiRequest, RequestInfo } from '../api/request.ts';
import { type Verb, type VerbRecord, verbRecords, verbs, verbsByMethod } from '../model/verb.ts';

/** What is looked at of a request. */
type Target = Pick<ApiRequest, 'method' | 'path' | 'query' | 'parameters'>;

/** HEAD is a GET whose answer has no body. */
function asked(method: string): (typeof verbsByMethod)[string] | typeof none {
	const name = method === 'HEAD' ? 'GET' : method;
	return (Object.hasOwn(verbsByMethod, name) && verbsByMethod[name]) || none;
}

const none = { one: '', part: '', many: '' } as const;

/** A verb that a word asks for in the place of others. */
type Alternative = NonNullable<VerbRecord['inPlaceOf']> & { readonly verb: Verb };

const alternatives: readonly Alternative[] = verbs.flatMap((verb) => {
	const { inPlaceOf } = verbRecords[verb];
	return inPlaceOf === undefined ? [] : [{ ...inPlaceOf, verb }];
});
/** By the verb in whose place a parameter asks for them. */
const byParameter: ReadonlyMap<string, readonly Alternative[]> = new Map(
	[...new Set(alternatives.flatMap((each) => each.byParameter))].map((verb) => [verb, alternatives.filter((each) => each.byParameter.includes(verb))]),
);

/** By the word before the resource. Looked for at every request: comparing a few words is cheaper than a hash of a fresh text. */
function byPath(word: string | undefined): Alternative | undefined {
	for (const each of alternatives) if (each.word === word) return each;
	return undefined;
}

/**
 * `path` is decoded (`decodePath`). `ofNamespaces`: subresources of namespaces; anything else below one is a resource in it.
 * Throws ApiError BadRequest or RequestEntityTooLarge.
 */
export function requestInfo(request: Target, ofNamespaces: ReadonlySet<string>): RequestInfo {
	const { method, path } = request;
	checkBounds(request);
	if (path.includes('%') || path.includes('\\') || !path.startsWith('/'))
		throw new ApiError('BadRequest', 'invalid path: an escape in it is broken or not allowed');
	const parts = path.split('/');
	// The first part is what stands before the leading slash; one trailing slash means nothing.
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
	// Identity and rights come before the answer that nothing is done by this method.
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

/** What is asked for in the place of the verb that the method means. */
function alternativeTo(verb: string, prefix: Alternative | undefined, subresource: string, request: Target): Alternative | undefined {
	// Parameters of a subresource are its own.
	const asked = request.query === '' || subresource !== '' ? undefined : byParameter.get(verb)?.find(({ word }) => isOn(word, request));
	if (asked !== undefined) return asked;
	return prefix?.byPath.includes(verb) ? prefix : undefined;
}

/** A parameter without a value, or with any but `false` and `0`; the first one counts. */
function isOn(parameter: string, request: Target): boolean {
	const value = request.parameters().get(parameter);
	return value !== null && value !== '0' && value.toLowerCase() !== 'false';
}
