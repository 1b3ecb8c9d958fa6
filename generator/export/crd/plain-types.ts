/** Structural schemas of scalars, and their zero values. */
import type { Json, Schema } from '../../../runtime/model/catalog.ts';
import { addRules, type Structural } from './rules.ts';

const quantityPattern = '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

const free: Structural = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

export const plainTypes: Readonly<Record<Exclude<Schema['kind'], 'struct' | 'list' | 'map' | 'variant'>, Structural>> = {
	string: { type: 'string' },
	boolean: { type: 'boolean' },
	int32: { type: 'integer', format: 'int32' },
	int64: { type: 'integer', format: 'int64' },
	double: { type: 'number', format: 'double' },
	bytes: { type: 'string', format: 'byte' },
	time: { type: 'string', format: 'date-time' },
	microTime: { type: 'string', format: 'date-time' },
	duration: { type: 'string', format: 'duration' },
	quantity: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }], pattern: quantityPattern },
	intOrString: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
	rawExtension: free,
	fieldsV1: free,
	any: { 'x-kubernetes-preserve-unknown-fields': true },
};

/** Zero values, which objects may omit and which stand for absent fields. */
export const zeros: Readonly<Partial<Record<Schema['kind'], Json>>> = { string: '', int32: 0, int64: 0 };

/** Reports whether a rule of the value would refuse the zero value. */
export function refuses(schema: Schema, zero: Json): boolean {
	const words: Structural = {};
	addRules(words, schema.rules ?? [], schema, { lose: () => undefined, affords: () => false, fieldOf: () => undefined, namesOf: () => [] });
	if (typeof zero === 'number') return Number(words.minimum) > 0 || (words.minimum === 0 && words.exclusiveMinimum === true) || Number(words.maximum) < 0;
	const isListed = schema.kind !== 'string' || schema.enum === undefined || schema.enumOpen === true || schema.enum.includes('');
	return (
		!isListed || Number(words.minLength) > 0 || (typeof words.pattern === 'string' && !new RegExp(words.pattern, 'u').test('')) || words.format !== undefined
	);
}
