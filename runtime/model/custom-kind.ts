/** Kinds of users' own, of CustomResourceDefinitions or of specs like them, apart from built-in ones. */
import type { Catalog, KindDescriptor, VersionDescriptor } from './catalog.ts';

/** Tells whether the kind is a user's own. A kind served in several groups follows the group in which it is stored. */
export function isCustomKind(kind: KindDescriptor, { groups }: Pick<Catalog, 'groups'>): boolean {
	const storage = storageVersionOf(kind);
	return kind.defined === true || groups.some(({ group, custom }) => group === storage.group && custom === true);
}

export function storageVersionOf({ kind, versions, storageVersion }: KindDescriptor): VersionDescriptor {
	const storage = versions[storageVersion];
	if (storage === undefined) throw new Error(`${kind} has no version ${storageVersion}: the catalog is damaged`);
	return storage;
}
