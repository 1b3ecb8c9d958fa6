/** The fields of types as they stand in JSON. */
import type { Field } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';

/** Those of inline objects stand among the others. */
export function allFields(type: string, context: Pick<ReadContext, 'types'>): Field[] {
	const fields = context.types.get(type)?.descriptor.fields ?? [];
	return fields.flatMap((field) =>
		field.inline && field.schema.kind === 'struct' && field.schema.type !== type ? allFields(field.schema.type, context) : [field],
	);
}
