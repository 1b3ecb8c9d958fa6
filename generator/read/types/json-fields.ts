/** Fields of types as they appear in JSON. */
import type { Field, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';

/** Returns all fields of a type, including those of inline objects. */
export function allFields(type: string, context: Pick<ReadContext, 'types'>): Field[] {
	const fields = context.types.get(type)?.descriptor.fields ?? [];
	return fields.flatMap((field) =>
		field.inline && field.schema.kind === 'struct' && field.schema.type !== type ? allFields(field.schema.type, context) : [field],
	);
}

/** Returns a type and the types inlined in it. */
export function inlinedTypes(type: TypeDescriptor, context: Pick<ReadContext, 'types'>): TypeDescriptor[] {
	const parts = type.fields.flatMap(({ inline, schema }) => (inline && schema.kind === 'struct' && schema.type !== type.name ? [schema.type] : []));
	return [type, ...parts.flatMap((part) => context.types.get(part)?.descriptor ?? []).flatMap((part) => inlinedTypes(part, context))];
}
