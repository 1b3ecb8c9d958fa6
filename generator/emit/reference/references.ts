/** Which kinds an object names in which fields, and which kinds name it: what `references` says, for the pages of both. */
import type { Field, KindDescriptor, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import type { Model } from '../../model.ts';

/** A field of a kind that names an object of another. */
export interface Naming {
	readonly from: KindDescriptor;
	/** `spec.volumes[].secret.secretName`; entries of lists are `[]`, values of maps `[*]`. */
	readonly path: string;
	readonly to: KindDescriptor;
}

/** Of the storage versions, in the order of kinds and fields. A type within itself is followed once. */
export function namings({ catalog, references }: Pick<Model, 'catalog' | 'references'>): Naming[] {
	const byName = new Map(catalog.kinds.map((kind) => [kind.kind, kind]));
	const found: Naming[] = [];
	const visit = (from: KindDescriptor, type: TypeName, path: string, around: readonly TypeName[]): void => {
		if (around.includes(type)) return;
		for (const { field, kind } of fieldsOf(type)) {
			const { name, schema } = field;
			const { inner, suffix } = within(schema);
			const here = `${path === '' ? name : `${path}.${name}`}${suffix}`;
			const to = byName.get(kind ?? '');
			if (to !== undefined) found.push({ from, path: here, to });
			else if (inner.kind === 'struct') visit(from, inner.type, here, [...around, type]);
		}
	};
	// Of an object whose fields stand among the others, the name is what names.
	const fieldsOf = (type: TypeName, around?: string): { readonly field: Field; readonly kind: string | undefined }[] =>
		catalog.type(type).fields.flatMap((field) => {
			const kind = references[type]?.[field.name];
			if (field.inline && field.schema.kind === 'struct' && field.schema.type !== type) return fieldsOf(field.schema.type, kind ?? around);
			return [{ field, kind: kind ?? (field.name === 'name' ? around : undefined) }];
		});
	for (const kind of catalog.kinds) {
		const storage = kind.versions[kind.storageVersion];
		if (storage !== undefined) visit(kind, storage.type, '', []);
	}
	return found;
}

function within(schema: Schema): { readonly inner: Schema; readonly suffix: string } {
	if (schema.kind !== 'list' && schema.kind !== 'map') return { inner: schema, suffix: '' };
	const { inner, suffix } = within(schema.kind === 'list' ? schema.items : schema.values);
	return { inner, suffix: `${schema.kind === 'list' ? '[]' : '[*]'}${suffix}` };
}
