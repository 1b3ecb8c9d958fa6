/** Resource lists of other servers, which are unchecked: only what has the right type is taken. */
import type { ApiResourceDiscovery } from './discovery.ts';

export type ForeignResources = readonly ApiResourceDiscovery[] | undefined;

/** Resource as another server sent it, unchecked. */
interface ForeignResource {
	readonly name?: unknown;
	readonly singularName?: unknown;
	readonly namespaced?: unknown;
	readonly group?: unknown;
	readonly version?: unknown;
	readonly kind?: unknown;
	readonly verbs?: unknown;
	readonly shortNames?: unknown;
	readonly categories?: unknown;
}

/** Maximum number of entries that are read. The largest group of Kubernetes has 50. */
const mostEntries = 5_000;

/** Returns the resources of a list as discovery shows them; undefined when the document is no list of resources. */
export function foreignResources(list: unknown, group: string, version: string): ForeignResources {
	const found = (list as { readonly resources?: unknown } | null)?.resources;
	if (!Array.isArray(found)) return undefined;
	const all = (found as readonly (ForeignResource | null)[]).slice(0, mostEntries).map((entry) => ({ ...entry, name: text(entry?.name) }));
	const parts = Map.groupBy(
		all.filter(({ name }) => name.includes('/')),
		({ name }) => name.slice(0, name.indexOf('/')),
	);
	const kindOf = (entry: ForeignResource) => ({ group: text(entry.group) || group, version: text(entry.version) || version, kind: text(entry.kind) });
	return all
		.filter(({ name }) => name !== '' && !name.includes('/'))
		.map((entry): ApiResourceDiscovery => {
			const subresources = (parts.get(entry.name) ?? []).map((each) => ({
				subresource: each.name.slice(entry.name.length + 1),
				responseKind: kindOf(each),
				verbs: verbsOf(each),
			}));
			return {
				resource: entry.name,
				responseKind: kindOf(entry),
				scope: entry.namespaced === true ? 'Namespaced' : 'Cluster',
				singularResource: text(entry.singularName),
				verbs: verbsOf(entry),
				...(texts(entry.shortNames).length > 0 && { shortNames: texts(entry.shortNames) }),
				...(texts(entry.categories).length > 0 && { categories: texts(entry.categories) }),
				...(subresources.length > 0 && { subresources }),
			};
		});
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function texts(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Returns all verbs, including those that only the other server knows. */
function verbsOf({ verbs }: ForeignResource): ApiResourceDiscovery['verbs'] {
	return texts(verbs) as ApiResourceDiscovery['verbs'];
}
