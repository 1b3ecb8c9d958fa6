/** Kinds of an OpenAPI document: names, scope, verbs and subresources, read from the paths. */
import { versionPath } from '../../runtime/model/api-version.ts';
import type { Verb } from '../../runtime/model/verb.ts';
import { definitionName, extension, type GroupVersionKind, keyOf, kindOf, kindsOf, type OpenApiDocument, type Operation } from './document.ts';
import type { KindFacts, TypeKey } from './facts.ts';

const verbOf: Readonly<Record<string, Verb>> = {
	post: 'create',
	delete: 'delete',
	deletecollection: 'deletecollection',
	get: 'get',
	list: 'list',
	patch: 'patch',
	put: 'update',
};

interface Route {
	readonly plural: string;
	readonly namespaced: boolean;
	readonly subresource: string;
	readonly item: boolean;
}

/** `/api/v1/namespaces/{namespace}/pods/{name}/status` to its parts; undefined for paths that serve no resource. */
function routeOf(path: string): Route | undefined {
	const match = /^\/api(?:s\/[^/]+)?\/[^/]+\/(namespaces\/\{namespace\}\/)?([^/{}]+)(?:\/(\{name\})(?:\/([^/]+))?)?\/?$/.exec(path);
	if (match === null || match[2] === 'watch') return undefined;
	return { plural: match[2] ?? '', namespaced: match[1] !== undefined, subresource: match[4] ?? '', item: match[3] !== undefined };
}

/** `group/version/Kind`; the core group is left out or empty. */
export function parseKind(text: string): GroupVersionKind | undefined {
	const parts = text.split('/');
	const [kind = '', version = '', group = ''] = parts.reverse();
	return parts.length > 3 || kind === '' || version === '' ? undefined : { group, version, kind };
}

export function readKind(document: OpenApiDocument, wanted: GroupVersionKind, packageName: string): KindFacts | undefined {
	const key = typeOf(document, wanted, packageName);
	const routes = Object.entries(document.paths ?? {}).flatMap(([path, operations]) => {
		const route = routeOf(path);
		return route !== undefined && path.startsWith(`${versionPath(wanted)}/`) ? [{ route, operations }] : [];
	});
	const own = routes.filter(({ route, operations }) => route.subresource === '' && Object.values(operations).some((operation) => serves(operation, wanted)));
	const first = own.find(({ route }) => route.item) ?? own[0];
	if (key === undefined || first === undefined) return undefined;
	const { plural } = first.route;
	const subresources = new Set(routes.filter(({ route }) => route.plural === plural && route.subresource !== '').map(({ route }) => route.subresource));
	const verbs = new Set<Verb>();
	for (const { operations } of own) for (const operation of Object.values(operations)) for (const verb of verbsOf(operation)) verbs.add(verb);
	if (verbs.has('list')) verbs.add('watch');
	return {
		group: wanted.group,
		key,
		plural,
		scope: own.some(({ route }) => route.namespaced) ? 'Namespaced' : 'Cluster',
		verbs: [...verbs].sort(),
		deleteReturns: deleteReturns(first.operations.delete),
		status: subresources.has('status'),
		scale: subresources.has('scale'),
	};
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
	const verb = typeof action === 'string' && Object.hasOwn(verbOf, action) ? verbOf[action] : undefined;
	return verb === undefined ? [] : [verb];
}

function deleteReturns(operation: Operation | undefined): 'status' | 'object' {
	const reference = operation?.responses?.['200']?.schema?.$ref;
	return reference === undefined || keyOf(definitionName(reference)).name === 'Status' ? 'status' : 'object';
}
