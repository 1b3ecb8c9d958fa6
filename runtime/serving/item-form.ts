/**
 * Form of a kind's objects in lists. Lists of built-in groups omit kind and apiVersion of their items. Lists of groups that a
 * CustomResourceDefinition makes (`custom` in `GroupDescriptor`) have them, as in Kubernetes. A kind served in several groups follows the
 * group of its storage version.
 */
import { ItemForm, wholeForm } from '../codec/item-form.ts';
import { apiVersionOf } from '../model/api-version.ts';
import type { Catalog, KindDescriptor } from '../model/catalog.ts';
import { isCustomKind, storageVersionOf } from '../model/custom-kind.ts';

export function itemFormOf(kind: KindDescriptor, catalog: Catalog): ItemForm {
	return isCustomKind(kind, catalog) ? wholeForm : new ItemForm({ kind: kind.kind, apiVersion: apiVersionOf(storageVersionOf(kind)) });
}

/** Returns forms by storage name. Objects of an unknown kind keep all their members. */
export function itemForms(catalog: Catalog): (resource: string) => ItemForm {
	const kinds = new Map(catalog.kinds.map((kind) => [kind.storageName, kind]));
	return (resource) => {
		const kind = kinds.get(resource);
		return kind === undefined ? wholeForm : itemFormOf(kind, catalog);
	};
}
