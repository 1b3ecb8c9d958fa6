/** Zero values of absent scalars in fields that are always written. Other types have no zero, and are null when absent. */
import type { JsonValue, Schema } from '../model/catalog.ts';

export const scalarZeros: Readonly<Partial<Record<Schema['kind'], JsonValue>>> = {
	string: '',
	boolean: false,
	int32: 0,
	int64: 0,
	double: 0,
	intOrString: 0,
	quantity: '0',
	duration: '0s',
};
