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

/**
 * Returns the kinds of each definition. `own`: group and version of an OpenAPI v3 document. Common kinds are then listed for that group and
 * version only.
 */
export function kindsOfDefinitions(input: OpenApiInput, own?: Pick<GroupVersionKind, 'group' | 'version'>): ReadonlyMap<string, readonly GroupVersionKind[]> {
	const kinds = new Map<string, GroupVersionKind[]>();
	const add = (definition: string, gvk: GroupVersionKind) => {
		const list = kinds.get(definition) ?? [];
		kinds.set(definition, list);
		if (!list.some(({ group, version, kind }) => group === gvk.group && version === gvk.version && kind === gvk.kind)) list.push(gvk);
	};
	const groups = servedGroups(input.catalog);
	for (const { group, version, resources } of versionsOf(groups)) {
		for (const served of resources) {
			const { kind, listKind } = served.kind;
			add(definitionOf({ group, version, kind, type: served.version.type }, input), { group, version, kind });
			add(listDefinition(served, input), { group, version, kind: listKind });
			for (const { takes, gives } of subresourcesOf(served)) {
				for (const { group: of, version: at, kind, type } of [takes, gives]) {
					if (type !== undefined && input.catalog.typeNames.includes(type)) add(input.catalog.type(type).openapi, { group: of, version: at, kind });
				}
			}
		}
	}
	for (const name of standalone) add(metaDefinition(name, input), { group: '', version: 'v1', kind: name });
	for (const name of everywhere) {
		add(metaDefinition(name, input), { group: '', version: 'v1', kind: name });
		const known = own === undefined ? [...versionsOf(groups).map(({ group, version }) => ({ group, version })), scaleBody] : [own];
		for (const { group, version } of known.sort((a, b) => (apiVersionOf(a) < apiVersionOf(b) ? -1 : 1))) {
			add(metaDefinition(name, input), { group, version, kind: name });
		}
	}
	return kinds;
}

function versionsOf(groups: readonly ServedGroup[]) {
	return groups.flatMap(({ group, versions }) => versions.map((version) => ({ group, ...version })));
}
