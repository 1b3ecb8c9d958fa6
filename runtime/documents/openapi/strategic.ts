/**
 * Whether documents offer strategic merge patches of a type. kubectl computes such a patch from the documents and descends through named
 * fields only. Below other keys (a map of structs, an object of any content) it warns and falls back to a JSON merge patch. Where the
 * documents do not offer the patch, as for kinds of CustomResourceDefinitions, it does so at once. Built-in kinds offer it whatever they
 * hold, as in Kubernetes. The server accepts it for all kinds of specs, and for none that is defined at run time.
 */
import type { Catalog, Field, Schema, TypeName } from '../../model/catalog.ts';

export function offersStrategicMerge(type: TypeName, group: string, catalog: Catalog): boolean {
	if (catalog.defined?.has(type)) return false;
	const isCustom = catalog.groups.some((one) => one.group === group && one.custom === true);
	return !isCustom || !hasUnnamedKeys({ kind: 'struct', type }, undefined, { catalog, seen: new Set() });
}

interface Walk {
	readonly catalog: Catalog;
	readonly seen: Set<TypeName>;
}

/** True when a patch would have to descend below keys that are not declared fields. */
function hasUnnamedKeys(schema: Schema, field: Pick<Field, 'patchStrategy'> | undefined, walk: Walk): boolean {
	const isReplaced = field?.patchStrategy?.includes('replace') === true;
	switch (schema.kind) {
		case 'struct':
			return !isReplaced && structHasUnnamedKeys(schema.type, walk);
		case 'list':
			// Other lists are replaced as a whole.
			return field?.patchStrategy?.includes('merge') === true && hasUnnamedKeys(schema.items, undefined, walk);
		case 'map':
			return !isReplaced && ['struct', 'list', 'map', 'any', 'variant', 'rawExtension', 'fieldsV1'].includes(schema.values.kind);
		case 'any':
		case 'variant':
		case 'rawExtension':
		case 'fieldsV1':
			return !isReplaced;
		default:
			return false;
	}
}

function structHasUnnamedKeys(name: TypeName, walk: Walk): boolean {
	if (walk.seen.has(name) || !walk.catalog.typeNames.includes(name)) return false;
	walk.seen.add(name);
	const { fields, preserveUnknown } = walk.catalog.type(name);
	return preserveUnknown === true || fields.some((field) => hasUnnamedKeys(field.schema, field, walk));
}
