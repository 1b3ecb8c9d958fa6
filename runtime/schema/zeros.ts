/** What stands for an absent scalar where something is always written. Other values have no zero: absent, they are null. */
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
