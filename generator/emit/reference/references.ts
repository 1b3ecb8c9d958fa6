/** References between kinds, from the keyword `references`, for the pages of both kinds. */
import type { Field, KindDescriptor, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import type { Model } from '../../model.ts';

/** Field of a kind that contains the name of an object of another kind. */
export interface Naming {
	readonly from: KindDescriptor;
	/** Path such as `spec.volumes[].secret.secretName`. `[]` stands for list entries, and `[*]` for map values. */
	readonly path: string;
	readonly to: KindDescriptor;
}

/** Returns the references in storage versions, in the order of kinds and fields. A type inside itself is followed once. */
export function namings({ catalog, references }: Pick<Model, 'catalog' | 'references'>): Naming[] {
	const byName = new Map(catalog.kinds.map((kind) => [kind.kind, kind]));
	const found: Naming[] = [];
	const visit = (from: KindDescriptor, type: TypeName, path: string, around: readonly TypeName[]): void => {
		if (around.includes(type)) return;
		for (const { field, kinds } of fieldsOf(type)) {
			const { name, schema } = field;
			const { inner, suffix } = within(schema);
			const here = `${path === '' ? name : `${path}.${name}`}${suffix}`;
			const named = kinds.flatMap((kind) => byName.get(kind) ?? []);
			found.push(...named.map((to) => ({ from, path: here, to })));
			if (named.length === 0 && inner.kind === 'struct') visit(from, inner.type, here, [...around, type]);
		}
	};
	// In an inlined reference object, the field `name` is the reference.
	const fieldsOf = (type: TypeName, around: readonly string[] = []): { readonly field: Field; readonly kinds: readonly string[] }[] =>
		catalog.type(type).fields.flatMap((field) => {
			const ofType = references[type] ?? {};
			const kinds = Object.hasOwn(ofType, field.name) ? ofType[field.name] : undefined;
			if (field.inline && field.schema.kind === 'struct' && field.schema.type !== type) return fieldsOf(field.schema.type, kinds ?? around);
			return [{ field, kinds: kinds ?? (field.name === 'name' ? around : []) }];
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
