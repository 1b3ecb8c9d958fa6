/**
 * Form of a kind's objects in lists. Items of built-in groups lack kind and apiVersion. Items of users' own groups (`custom` in
 * `GroupDescriptor`) have both, as custom resources do in Kubernetes. A kind served in several groups has the form of its storage version's
 * group.
 */
import { ItemForm, wholeForm } from '../codec/item-form.ts';
import { apiVersionOf } from '../model/api-version.ts';
import type { Catalog, KindDescriptor } from '../model/catalog.ts';
import { isCustomKind, storageVersionOf } from '../model/custom-kind.ts';

export function itemFormOf(kind: KindDescriptor, catalog: Catalog): ItemForm {
	return isCustomKind(kind, catalog) ? wholeForm : new ItemForm({ kind: kind.kind, apiVersion: apiVersionOf(storageVersionOf(kind)) });
}

/** Returns item forms by storage name. Objects of an unknown kind are complete. */
export function itemForms(catalog: Catalog): (resource: string) => ItemForm {
	const kinds = new Map(catalog.kinds.map((kind) => [kind.storageName, kind]));
	return (resource) => {
		const kind = kinds.get(resource);
		return kind === undefined ? wholeForm : itemFormOf(kind, catalog);
	};
}
