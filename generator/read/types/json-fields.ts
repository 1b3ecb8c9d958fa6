/** The fields of types as they stand in JSON. */
import type { Field } from '../../../runtime/schema/model.ts';
import type { Making } from '../context.ts';

/** Those of inline objects stand among the others. */
export function allFields(type: string, making: Pick<Making, 'types'>): Field[] {
	const fields = making.types.get(type)?.descriptor.fields ?? [];
	return fields.flatMap((field) =>
		field.inline && field.schema.kind === 'struct' && field.schema.type !== type ? allFields(field.schema.type, making) : [field],
	);
}
