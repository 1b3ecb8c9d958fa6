/** Reads kinds from the paths of an OpenAPI document: names, scope, verbs, subresources. */
import { versionPath } from '../../runtime/model/api-version.ts';
import { type Verb, verbRecords, verbs, verbsThat } from '../../runtime/model/verb.ts';
import { alternatives, expectation, nearest } from '../read/diagnostics/suggestion.ts';
import type { Operation } from './definition.ts';
import { extension } from './definition.ts';
import { definitionName, findDefinition, type GroupVersionKind, keyOf, kindOf, kindsOf, type OpenApiDocument } from './document.ts';
import { type KindFacts, keyText, type TypeKey } from './facts.ts';

/** Verbs by the action of an operation. */
const verbOf: ReadonlyMap<string, Verb> = new Map(verbs.map((verb) => [verbRecords[verb].documented.action, verb]));

/** Path segments before the resource that select another verb and have no operations of their own. */
const wordsOfPaths: ReadonlySet<string> = new Set(verbs.flatMap((verb) => verbRecords[verb].inPlaceOf?.word ?? []));

interface Route {
	readonly plural: string;
	readonly namespaced: boolean;
	readonly subresource: string;
	readonly item: boolean;
}

/** Splits `/api/v1/namespaces/{namespace}/pods/{name}/status`; returns undefined for other paths. */
function routeOf(path: string): Route | undefined {
	const match = /^\/api(?:s\/[^/]+)?\/[^/]+\/(namespaces\/\{namespace\}\/)?([^/{}]+)(?:\/(\{name\})(?:\/([^/]+))?)?\/?$/.exec(path);
	if (match === null || wordsOfPaths.has(match[2] ?? '')) return undefined;
	return { plural: match[2] ?? '', namespaced: match[1] !== undefined, subresource: match[4] ?? '', item: match[3] !== undefined };
}

/** Name of the group that has an empty name. */
const coreGroup = 'core';

/** Parses `group/version/Kind`; for the core group, the group is omitted, empty or `core`. */
export function parseKind(text: string): GroupVersionKind | undefined {
	const parts = text.split('/');
	const [kind = '', version = '', group = ''] = parts.reverse();
	return parts.length > 3 || kind === '' || version === '' ? undefined : { group: group === coreGroup ? '' : group, version, kind };
}

/** Returns every kind with a definition. Lists and request bodies have no path and are dropped. */
export function allKinds(document: OpenApiDocument): readonly GroupVersionKind[] {
	return Object.entries(document.definitions).flatMap(([name, definition]) => {
		const kinds = kindsOf(definition);
		return kinds.length === 1 && !name.endsWith('List') ? kinds : [];
	});
}

/** Formats a kind as in `--kinds`. */
export function nameOfKind({ group, version, kind }: GroupVersionKind): string {
	return [group, version, kind].filter((part) => part !== '').join('/');
}

/** Returns the end of a message about an unknown kind: the same kind in other groups and versions, or the nearest name. */
export function suggestedKind(wanted: string, document: OpenApiDocument): string {
	const served = allKinds(document).filter((each) => routesOf(document, each).length > 0);
	const kindIn = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
	const names = served.map(nameOfKind);
	// The group says little, because most kinds of a document are in a few groups.
	const near = nearest(kindIn(wanted), names.map(kindIn));
	if (near === undefined) return expectation(names);
	return `: did you mean ${alternatives(names.filter((name) => kindIn(name) === near).map((name) => JSON.stringify(name)))}?`;
}

interface RoutedPath {
	readonly route: Route;
	readonly operations: Readonly<Record<string, Operation>>;
}

/** Returns the paths of a kind itself, without its subresources. */
function routesOf(document: OpenApiDocument, wanted: GroupVersionKind): RoutedPath[] {
	return pathsOf(document, wanted).filter(
		({ route, operations }) => route.subresource === '' && Object.values(operations).some((operation) => serves(operation, wanted)),
	);
}

function pathsOf(document: OpenApiDocument, wanted: GroupVersionKind): RoutedPath[] {
	return Object.entries(document.paths ?? {}).flatMap(([path, operations]) => {
		const route = routeOf(path);
		return route !== undefined && path.startsWith(`${versionPath(wanted)}/`) ? [{ route, operations }] : [];
	});
}

/** A kind in a document. `hasScale`: it has a scale subresource. */
export interface DocumentedKind extends KindFacts {
	readonly hasScale: boolean;
}

export function readKind(document: OpenApiDocument, wanted: GroupVersionKind, packageName: string): DocumentedKind | undefined {
	const key = typeOf(document, wanted, packageName);
	const routes = pathsOf(document, wanted);
	const own = routesOf(document, wanted);
	const first = own.find(({ route }) => route.item) ?? own[0];
	if (key === undefined || first === undefined) return undefined;
	const { plural } = first.route;
	const subresources = new Set(routes.filter(({ route }) => route.plural === plural && route.subresource !== '').map(({ route }) => route.subresource));
	const served = new Set<Verb>();
	for (const { operations } of own) for (const operation of Object.values(operations)) for (const verb of verbsOf(operation)) served.add(verb);
	// Verbs that a query parameter selects have operations only in outdated paths, so they follow from the verbs of the collection. A
	// resource without list is not watched.
	const collected: ReadonlySet<string> = new Set([...served].filter((verb) => verbRecords[verb].of === 'collection'));
	for (const verb of verbsThat(({ inPlaceOf }) => inPlaceOf?.byParameter.some((each) => collected.has(each)) === true)) served.add(verb);
	return {
		group: wanted.group,
		key,
		plural,
		scope: own.some(({ route }) => route.namespaced) ? 'Namespaced' : 'Cluster',
		verbs: [...served].sort(),
		deleteReturns: deleteReturns(first.operations.delete),
		status: subresources.has('status'),
		hasScale: subresources.has('scale'),
		...(subresources.has('scale') ? usualScale(document, key) : {}),
	};
}

/** Returns the usual paths of a scale, when the kind has these fields. Documents say only that there is a scale. */
function usualScale(document: OpenApiDocument, key: TypeKey): Pick<KindFacts, 'scale'> {
	const kind = findDefinition(document, key);
	const has = (part: string): boolean => {
		const field = kind?.properties?.[part];
		const reference = field?.$ref ?? field?.allOf?.[0]?.$ref;
		return reference !== undefined && findDefinition(document, keyOf(definitionName(reference)))?.properties?.replicas !== undefined;
	};
	return has('spec') && has('status') ? { scale: { replicas: 'spec.replicas', statusReplicas: 'status.replicas' } } : {};
}

export function scaleIsUnknown({ key }: KindFacts): string {
	const advice = 'the document does not name the fields; add scale: {replicas: spec.FIELD, statusReplicas: status.FIELD} to subresources';
	return `${keyText(key)}: the subresource scale is not taken over: ${advice}`;
}

function typeOf(document: OpenApiDocument, wanted: GroupVersionKind, packageName: string): TypeKey | undefined {
	for (const [name, definition] of Object.entries(document.definitions)) {
		const kinds = kindsOf(definition);
		if (kinds.length === 1 && kinds[0]?.group === wanted.group && kinds[0].version === wanted.version && kinds[0].kind === wanted.kind) {
			const key = keyOf(name);
			return key.package === '' ? { ...key, package: packageName } : key;
		}
	}
	return undefined;
}

function serves(operation: Operation, wanted: GroupVersionKind): boolean {
	const kind = typeof operation === 'object' && operation !== null ? kindOf(operation) : undefined;
	return kind?.group === wanted.group && kind.version === wanted.version && kind.kind === wanted.kind;
}

function verbsOf(operation: Operation): readonly Verb[] {
	const action = typeof operation === 'object' && operation !== null ? extension(operation, 'action') : undefined;
	const verb = typeof action === 'string' ? verbOf.get(action) : undefined;
	return verb === undefined ? [] : [verb];
}

function deleteReturns(operation: Operation | undefined): 'status' | 'object' {
	const reference = operation?.responses?.['200']?.schema?.$ref;
	return reference === undefined || keyOf(definitionName(reference)).name === 'Status' ? 'status' : 'object';
}
