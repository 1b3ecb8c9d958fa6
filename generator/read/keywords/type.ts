/** Keywords for the type of a value. `types/schema.ts` reads them, because they determine which other keywords apply. */
import { schemaTypes, text } from '../shape/shape.ts';
import type { Keyword } from './keyword.ts';

export const reference: Keyword = {
	keyword: '$ref',
	belongsTo: 'value',
	shape: {
		type: 'string',
		title: 'a reference to a type',
		'x-expected': '"types#/Name", "types#/v1beta1.Name" or "../core/types#/Name"',
		pattern: '^(\\.\\./[a-z0-9][a-z0-9.-]*/)?types#/(v[0-9][a-z0-9]*\\.)?[A-Za-z][A-Za-z0-9]*$',
		description: 'A shared type: `types#/Name`, `types#/v1beta1.Name`, `../core/types#/Name`.',
	},
};

/** Equivalents of type names in other languages. */
const wordsElsewhere: Readonly<Record<string, string>> = {
	int: 'integer',
	int32: 'integer" with "format: int32',
	int64: 'integer" with "format: int64',
	long: 'integer" with "format: int64',
	float: 'number',
	double: 'number',
	decimal: 'number',
	bool: 'boolean',
	str: 'string',
	text: 'string',
	list: 'array',
	map: 'object" with "additionalProperties',
	dict: 'object" with "additionalProperties',
	struct: 'object',
	union: 'variant',
	date: 'time',
	timestamp: 'time',
	'date-time': 'time',
	'int-or-string': 'intOrString',
};

export const type: Keyword = {
	keyword: 'type',
	belongsTo: 'value',
	makesType: true,
	shape: {
		type: 'string',
		title: 'a type',
		enum: schemaTypes,
		description: 'Type of the value.',
		'x-meant': wordsElsewhere,
		'x-instead': { array: 'a value has one type; "nullable: true" also allows null' },
	},
};

export const format: Keyword = {
	keyword: 'format',
	belongsTo: 'value',
	appliesTo: ['string', 'integer', 'number', 'intOrString'],
	shape: text('For an integer: `int32` (default) or `int64`. For a number: `double`. For text: `byte` or the name of a text format.'),
};

export const description: Keyword = {
	keyword: 'description',
	belongsTo: 'value',
	shape: text('Description, in one or more sentences.'),
};

export const typeName: Keyword = {
	keyword: 'typeName',
	belongsTo: 'value',
	appliesTo: ['object', 'array', 'map', 'variant'],
	makesType: true,
	shape: text('Name of the type of an inline object. Default: the name of the type around it, followed by the name of the field.', {
		pattern: '^[A-Z][A-Za-z0-9]*$',
		title: 'a type name',
	}),
};
