/** How a version is converted as its spec declares it, and what its types say of the field at a path, as far as conversions ask. Nothing is known of a path that leads past the types. */
import type { Catalog, ConversionStep, Field, TypeName, VersionDescriptor } from '../../model/catalog.ts';
import { bareType, propertiesOf, staysAbsent } from '../properties.ts';

/** The types that a version and the storage version consist of, or more. */
export type Types = Pick<Catalog, 'type' | 'typeNames'>;

/** The steps by which a version is converted; a hook needs none. */
export function stepsOf({ conversion = [] }: Pick<VersionDescriptor, 'conversion'>): readonly ConversionStep[] {
	return conversion === 'hook' ? [] : conversion;
}

/** `root` undefined: the type has no counterpart of its name. */
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

/** The type of the same name in the version of another. */
export function counterpartOf(type: TypeName, root: TypeName, catalog: Types): TypeName | undefined {
	const name = `${root.slice(0, root.lastIndexOf('.') + 1)}${bareType(type)}`;
	return catalog.typeNames.includes(name) ? name : undefined;
}

/** Whether a field that holds zero, or no text, is told apart from one that is absent. */
export function tellsZero(field: Field | undefined): boolean {
	if (field?.presence === 'omitZero') return false;
	return field?.presence !== 'always' || staysAbsent(field);
}
