/**
 * Misfits: values of the wrong type in custom kinds. Kubernetes decodes custom resources without types, and reports such values in the
 * validation with a cause each. In built-in kinds, decoding refuses the first one.
 */
import type { RuleUse, Schema, TypeDescriptor } from '../model/catalog.ts';
import { type Cause, invalidValue, mostCauses, notSupported, show } from '../model/cause.ts';
import type { FieldPath } from '../model/field-path.ts';
import type { TypeLookup } from './properties.ts';
import { formsOf } from './variant.ts';

export interface Misfit {
	/** Field path as causes write it, with map keys in brackets. */
	readonly field: string;
	/** Top-level field that contains the value. */
	readonly top: string;
	readonly causes: readonly Cause[];
}

/** Creates a misfit. `detail`: reason why a string of the right type cannot be read. */
export function misfit(path: FieldPath, schema: Schema, value: unknown, detail: string | undefined, lookup: TypeLookup): Misfit {
	const field = path.dotted();
	const top = String(path.steps[0]);
	if (detail !== undefined && !(schema.kind in formats)) return { field: path.toString(), top, causes: [invalidValue(field, value, detail)] };
	if (schema.kind === 'int32' && Number.isSafeInteger(value))
		return { field: path.toString(), top, causes: [invalidValue(field, value, 'must be an integer of 32 bits')] };
	const found = show(foundType(schema, value));
	const wrongType: Cause = {
		reason: 'FieldValueTypeInvalid',
		field,
		message: `Invalid value: ${found}: ${field} in body must be of type ${expectedType(schema, lookup)}: ${found}`,
	};
	return { field: path.toString(), top, causes: [wrongType, ...unsupported(field, schema, value)] };
}

/** Reports whether there are as many misfits as an answer may name. */
export function isFull(misfits: readonly Misfit[]): boolean {
	return misfits.length > mostCauses;
}

/** Returns the causes without those about misfits. Such causes may refer to the zero that replaces the misfit. */
export function besides(misfits: readonly Misfit[], causes: readonly Cause[]): readonly Cause[] {
	return causes.filter((cause) => !misfits.some(({ field }) => isAbout(cause, field)));
}

function isAbout({ reason, field = '', message }: Cause, misfit: string): boolean {
	if (field === misfit || field.startsWith(`${misfit}.`) || field.startsWith(`${misfit}[`)) return true;
	// Combined schemas name the field in the message alone.
	if (field === '<nil>') return message.includes(`"${misfit}" must `);
	// In a list with a misfit, a zero may equal the one that replaces the misfit.
	const list = field.slice(0, field.lastIndexOf('[') + 1);
	return reason === 'FieldValueDuplicate' && list !== '' && misfit.startsWith(list) && /(?:""|\b0|false)\}?$/.test(message);
}

/** Reports whether any rule of the types or of their fields is an expression. */
export function hasExpressions(types: readonly TypeDescriptor[]): boolean {
	const isExpression = ({ rule }: RuleUse): boolean => rule === 'cel';
	const inSchema = (schema: Schema): boolean => {
		if (schema.rules?.some(isExpression)) return true;
		return schema.kind === 'list' ? inSchema(schema.items) : schema.kind === 'map' && inSchema(schema.values);
	};
	return types.some(({ rules = [], fields }) => rules.some(isExpression) || fields.some(({ schema }) => inSchema(schema)));
}

function unsupported(field: string, schema: Schema, value: unknown): readonly Cause[] {
	if (!('enum' in schema) || schema.enum === undefined || schema.enumOpen) return [];
	return [notSupported(field, value, schema.enum.map(String))];
}

/** OpenAPI formats of types that are strings in JSON. */
const formats: Readonly<Partial<Record<Schema['kind'], string>>> = { time: 'date-time', microTime: 'date-time', duration: 'duration', bytes: 'byte' };

const typeNames: Readonly<Partial<Record<Schema['kind'], string>>> = {
	...formats,
	int32: 'integer',
	int64: 'integer',
	double: 'number',
	list: 'array',
	map: 'object',
	struct: 'object',
	rawExtension: 'object',
	intOrString: 'integer,string',
	quantity: 'integer,string',
};

function expectedType(schema: Schema, lookup: TypeLookup): string {
	return schema.kind === 'variant' ? memberTypes(lookup(schema.type)) : (typeNames[schema.kind] ?? schema.kind);
}

function memberTypes({ fields }: TypeDescriptor): string {
	const names = { list: 'array', object: 'object', boolean: 'boolean', number: 'number', string: 'string' } as const;
	return [...new Set(fields.flatMap(({ schema }) => formsOf(schema)))].map((form) => names[form]).join(',');
}

/** Describes the value. If a format is expected, a string is shown itself; other values are described by their Go types. */
function foundType({ kind }: Schema, value: unknown): string {
	const isFormat = kind in formats;
	switch (typeof value) {
		case 'string':
			return isFormat ? value : 'string';
		case 'boolean':
			return isFormat ? 'bool' : 'boolean';
		case 'bigint':
			return isFormat ? 'float64' : 'number';
		case 'number':
			if (isFormat) return Number.isSafeInteger(value) ? 'int64' : 'float64';
			return Number.isSafeInteger(value) ? 'integer' : 'number';
		default:
			return Array.isArray(value) ? 'array' : value === null ? 'null' : 'object';
	}
}
