import type { Schema } from '../model/catalog.ts';
import { shortType } from './properties.ts';

/** Returns the name of the type in messages, as Go writes it. */
export function goTypeOf(schema: Schema): string {
	switch (schema.kind) {
		case 'struct':
		case 'variant':
			return shortType(schema.type);
		case 'list':
			return `[]${goTypeOf(schema.items)}`;
		case 'map':
			return `map[string]${goTypeOf(schema.values)}`;
		case 'boolean':
			return 'bool';
		case 'double':
			return 'float64';
		case 'bytes':
			return '[]uint8';
		case 'time':
			return 'v1.Time';
		case 'microTime':
			return 'v1.MicroTime';
		case 'duration':
			return 'v1.Duration';
		case 'quantity':
			return 'resource.Quantity';
		case 'intOrString':
			return 'intstr.IntOrString';
		case 'rawExtension':
			return 'runtime.RawExtension';
		case 'fieldsV1':
			return 'v1.FieldsV1';
		case 'any':
			return 'interface {}';
		default:
			return schema.kind;
	}
}
