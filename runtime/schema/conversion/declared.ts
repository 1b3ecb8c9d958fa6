/**
 * Reads the conversion that a version declares, and the fields at paths of its types. Paths that lead beyond the declared types are
 * unknown.
 */
import type { Catalog, ConversionStep, Field, TypeName, VersionDescriptor } from '../../model/catalog.ts';
import { bareType, propertiesOf, staysAbsent } from '../properties.ts';

/** Catalog with at least the types of a version and of the storage version. */
export type Types = Pick<Catalog, 'type' | 'typeNames'>;

/** Returns the conversion steps of a version. Empty when a hook converts it. */
export function stepsOf({ conversion = [] }: Pick<VersionDescriptor, 'conversion'>): readonly ConversionStep[] {
	return conversion === 'hook' ? [] : conversion;
}

/** Returns the field at a path, if known. `root`: undefined for a type without a counterpart. */
export function fieldAt(root: TypeName | undefined, path: string, catalog: Types): Field | undefined {
	let type = root;
	let found: Field | undefined;
	for (const name of path.split('.')) {
		if (type === undefined) return undefined;
		found = propertiesOf(catalog.type(type), (other) => catalog.type(other)).find((property) => property.name === name)?.field;
		type = found?.schema.kind === 'struct' ? found.schema.type : undefined;
	}
	return found;
}

/** Returns the type with the same name in the version of another type. */
export function counterpartOf(type: TypeName, root: TypeName, catalog: Types): TypeName | undefined {
	const name = `${root.slice(0, root.lastIndexOf('.') + 1)}${bareType(type)}`;
	return catalog.typeNames.includes(name) ? name : undefined;
}

/** Reports whether the field distinguishes zero or an empty string from absence. */
export function distinguishesZero(field: Field | undefined): boolean {
	if (field?.presence === 'omitZero') return false;
	return field?.presence !== 'always' || staysAbsent(field);
}
