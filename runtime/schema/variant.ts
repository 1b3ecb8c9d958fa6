/**
 * Variants: values that are one of several members, selected by their JSON form (`VariantSchema`). All code that walks values determines
 * the member here.
 */
import type { Field, Schema, TypeDescriptor } from '../model/catalog.ts';

/** JSON forms that distinguish the members of a variant. Null is none of them. */
export type Form = 'boolean' | 'number' | 'string' | 'list' | 'object';

const everyForm: readonly Form[] = ['boolean', 'number', 'string', 'list', 'object'];

const formsByKind: Readonly<Record<Exclude<Schema['kind'], 'variant'>, readonly Form[]>> = {
	struct: ['object'],
	map: ['object'],
	rawExtension: ['object'],
	fieldsV1: ['object'],
	list: ['list'],
	boolean: ['boolean'],
	int32: ['number'],
	int64: ['number'],
	double: ['number'],
	intOrString: ['number', 'string'],
	// A number that is sent for a quantity becomes a string.
	quantity: ['number', 'string'],
	string: ['string'],
	bytes: ['string'],
	time: ['string'],
	microTime: ['string'],
	duration: ['string'],
	any: everyForm,
};

/** Returns the JSON forms of a schema. A variant has none, because inside another variant its form would be ambiguous. */
export function formsOf({ kind }: Schema): readonly Form[] {
	return kind === 'variant' ? [] : formsByKind[kind];
}

function formOf(value: unknown): Form | undefined {
	if (Array.isArray(value)) return 'list';
	switch (typeof value) {
		case 'boolean':
		case 'string':
			return typeof value as 'boolean' | 'string';
		case 'number':
		case 'bigint':
			return 'number';
		case 'object':
			return value === null ? undefined : 'object';
		default:
			return undefined;
	}
}

/** Returns a function that selects the member of a value. It is called often, so it is prepared once per type. */
export function memberChooser({ fields }: TypeDescriptor): (value: unknown) => Field | undefined {
	const members = new Map<Form, Field>();
	for (const field of fields) for (const form of formsOf(field.schema)) if (!members.has(form)) members.set(form, field);
	return (value) => {
		const form = formOf(value);
		return form === undefined ? undefined : members.get(form);
	};
}

/** Returns the JSON forms for messages: `boolean, object`. */
export function formWords({ fields }: TypeDescriptor): string {
	return [...new Set(fields.flatMap(({ schema }) => formsOf(schema)))].join(', ');
}
