/** Values of the OpenAPI extension `x-kubernetes-group-version-kind`, by definition. */
import { apiVersionOf } from '../../model/api-version.ts';
import type { GroupVersionKind } from '../../model/catalog.ts';
import { scaleBody } from '../../model/endpoint.ts';
import { type ServedGroup, servedGroups, subresourcesOf } from '../discovery.ts';
import type { OpenApiInput } from './input.ts';
import { definitionOf, listDefinition, metaDefinition } from './operation.ts';

/** Types that are never items of a list and therefore have apiVersion and kind. */
export const standalone = ['Status', 'DeleteOptions', 'APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions'];

/** Types listed for every group version, because clients decode them with that group's scheme. */
export const everywhere = ['DeleteOptions', 'WatchEvent'];

type Gvks = Map<string, GroupVersionKind[]>;

function addTo(kinds: Gvks, definition: string, gvk: GroupVersionKind): void {
	const list = kinds.get(definition) ?? [];
	kinds.set(definition, list);
	if (!list.some(({ group, version, kind }) => group === gvk.group && version === gvk.version && kind === gvk.kind)) list.push(gvk);
}

/** Returns the kinds of each definition but the common ones (`commonKinds`). */
export function kindsOfDefinitions(input: OpenApiInput): ReadonlyMap<string, readonly GroupVersionKind[]> {
	const kinds: Gvks = new Map();
	const types = new Set(input.catalog.typeNames);
	for (const { group, version, resources } of versionsOf(servedGroups(input.catalog))) {
		for (const served of resources) {
			const { kind, listKind } = served.kind;
			addTo(kinds, definitionOf({ group, version, kind, type: served.version.type }, input), { group, version, kind });
			addTo(kinds, listDefinition(served, input), { group, version, kind: listKind });
			for (const { takes, gives } of subresourcesOf(served)) {
				for (const { group: of, version: at, kind, type } of [takes, gives]) {
					if (type !== undefined && types.has(type)) addTo(kinds, input.catalog.type(type).openapi, { group: of, version: at, kind });
				}
			}
		}
	}
	for (const name of standalone) if (!everywhere.includes(name)) addTo(kinds, metaDefinition(name, input), { group: '', version: 'v1', kind: name });
	return kinds;
}

/**
 * Returns the kinds of common definitions. `own`: group and version of an OpenAPI v3 document, for which alone they are then listed. Groups
 * of kinds that are defined at run time are not listed, as in Kubernetes.
 */
export function commonKinds(input: OpenApiInput, own?: Pick<GroupVersionKind, 'group' | 'version'>): ReadonlyMap<string, readonly GroupVersionKind[]> {
	const kinds: Gvks = new Map();
	for (const name of everywhere) {
		addTo(kinds, metaDefinition(name, input), { group: '', version: 'v1', kind: name });
		const known = own === undefined ? [...builtInVersions(input), scaleBody] : [own];
		for (const { group, version } of known.sort((a, b) => (apiVersionOf(a) < apiVersionOf(b) ? -1 : 1))) {
			addTo(kinds, metaDefinition(name, input), { group, version, kind: name });
		}
	}
	return kinds;
}

function builtInVersions({ catalog }: OpenApiInput): Pick<GroupVersionKind, 'group' | 'version'>[] {
	const kinds = catalog.kinds.filter(({ defined }) => defined !== true);
	return versionsOf(servedGroups({ ...catalog, kinds, type: (name) => catalog.type(name) })).map(({ group, version }) => ({ group, version }));
}

function versionsOf(groups: readonly ServedGroup[]) {
	return groups.flatMap(({ group, versions }) => versions.map((version) => ({ group, ...version })));
}
