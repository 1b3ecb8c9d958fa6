/**
 * In which form lists show the objects of a kind. What tells a built-in kind from a user's own is its group: `custom` of the group
 * (`GroupDescriptor`), as Kubernetes' lists leave out kind and apiVersion of built-in groups and have them where a
 * CustomResourceDefinition makes the group. A kind served in several groups goes by the one in which it is stored.
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

/** By storage name. Of what no kind is known nothing is left out. */
export function itemForms(catalog: Catalog): (resource: string) => ItemForm {
	const kinds = new Map(catalog.kinds.map((kind) => [kind.storageName, kind]));
	return (resource) => {
		const kind = kinds.get(resource);
		return kind === undefined ? wholeForm : itemFormOf(kind, catalog);
	};
}
