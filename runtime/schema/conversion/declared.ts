/**
 * Declared conversion of a version, and the fields of its types at paths, as far as conversions need them. Paths that lead past the types
 * are unknown.
 */
import type { Catalog, ConversionStep, Field, TypeName, VersionDescriptor } from '../../model/catalog.ts';
import { bareType, propertiesOf, staysAbsent } from '../properties.ts';

/** Types that a version and the storage version consist of, or more. */
export type Types = Pick<Catalog, 'type' | 'typeNames'>;

/** Returns the conversion steps of a version; empty when a hook converts it. */
export function stepsOf({ conversion = [] }: Pick<VersionDescriptor, 'conversion'>): readonly ConversionStep[] {
	return conversion === 'hook' ? [] : conversion;
}

/** Returns the field at a path. `root` is undefined for a type without a counterpart. */
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

/** Returns the type of the same name in the version of another type. */
export function counterpartOf(type: TypeName, root: TypeName, catalog: Types): TypeName | undefined {
	const name = `${root.slice(0, root.lastIndexOf('.') + 1)}${bareType(type)}`;
	return catalog.typeNames.includes(name) ? name : undefined;
}

/** Reports whether the field distinguishes zero or an empty string from absence. */
export function distinguishesZero(field: Field | undefined): boolean {
	if (field?.presence === 'omitZero') return false;
	return field?.presence !== 'always' || staysAbsent(field);
}
