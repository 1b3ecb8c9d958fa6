/**
 * Form of a kind's objects in lists. Lists of built-in groups omit kind and apiVersion of their items. Lists of groups that a
 * CustomResourceDefinition makes (`custom` in `GroupDescriptor`) have them, as in Kubernetes. A kind served in several groups follows the
 * group of its storage version.
 */
import { ItemForm, wholeForm } from '../codec/item-form.ts';
import { apiVersionOf } from '../model/api-version.ts';
import type { Catalog, KindDescriptor } from '../model/catalog.ts';

export function itemFormOf(kind: KindDescriptor, { groups }: Catalog): ItemForm {
	const storage = kind.versions[kind.storageVersion];
	if (storage === undefined) throw new Error(`${kind.kind} has no version ${kind.storageVersion}: the catalog is damaged`);
	const isCustom = groups.some(({ group, custom }) => group === storage.group && custom === true);
	return isCustom ? wholeForm : new ItemForm({ kind: kind.kind, apiVersion: apiVersionOf(storage) });
}

/** Returns forms by storage name. Objects of an unknown kind keep all their members. */
export function itemForms(catalog: Catalog): (resource: string) => ItemForm {
	const kinds = new Map(catalog.kinds.map((kind) => [kind.storageName, kind]));
	return (resource) => {
		const kind = kinds.get(resource);
		return kind === undefined ? wholeForm : itemFormOf(kind, catalog);
	};
}
