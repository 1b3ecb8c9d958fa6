/** Catalog of the specs together with the kinds that definitions add. */
import type { Catalog, GroupDescriptor, KindDescriptor, TypeName } from '../model/catalog.ts';
import { newestFirst } from '../model/version-order.ts';
import type { CustomKind } from './custom-kind.ts';
import { isTypeOfDefinition, packageOf, rootOf } from './type-names.ts';

/** A kind and its descriptor in the catalog. */
export interface AddedKind {
	readonly custom: CustomKind;
	readonly kind: KindDescriptor;
}

export function withKinds(base: Catalog, added: readonly AddedKind[]): Catalog {
	if (added.length === 0) return base;
	const roots = new Map(added.flatMap(({ custom }) => Array.from(custom.typeNames, (name) => [name, custom] as const)));
	const kinds = added.map(({ kind }) => kind);
	return {
		...base,
		groups: withGroups(base.groups, kinds),
		kinds: [...base.kinds, ...kinds],
		defined: { has: (name) => roots.has(name), schema: (name) => roots.get(name)?.schema(name) },
		type(name) {
			if (!isTypeOfDefinition(name)) return base.type(name);
			const root = roots.has(name) ? name : rootOf(name);
			return ofDefinition(roots.get(root), name).type(name, root);
		},
	};
}

function ofDefinition(custom: CustomKind | undefined, name: TypeName): CustomKind {
	if (custom === undefined) throw new Error(`there is no type "${name}"`);
	return custom;
}

/** Returns the groups with those of the kinds. A group of specs gets the versions that it lacks. */
function withGroups(base: readonly GroupDescriptor[], kinds: readonly KindDescriptor[]): readonly GroupDescriptor[] {
	const versions = Map.groupBy(
		kinds.flatMap((kind) => kind.versions),
		({ group }) => group,
	);
	const extended = base.map((group) => {
		const lacking = namesOf(versions.get(group.group) ?? []).filter((version) => !group.versions.includes(version));
		return lacking.length === 0 ? group : { ...group, versions: [...group.versions, ...lacking].sort(newestFirst) };
	});
	const known = new Set(base.map(({ group }) => group));
	const own = [...versions].filter(([group]) => !known.has(group));
	return [...extended, ...own.map(([group, all]) => ({ group, package: packageOf(group), versions: namesOf(all).sort(newestFirst), custom: true as const }))];
}

function namesOf(versions: KindDescriptor['versions']): string[] {
	return [...new Set(versions.map(({ version }) => version))];
}
