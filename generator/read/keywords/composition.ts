/** Keywords for the schemas inside objects, lists and maps. `types/` reads their values. */
import { flag, object, path, ref, type Shape, set, text } from '../shape/shape.ts';
import { flagAt } from '../source/node.ts';
import type { Keyword } from './keyword.ts';
import { reference } from './type.ts';

/** Pattern of field names: any text in one line, except the two keys that a lock has beside fields. */
export const fieldNamePattern = '^(?!\\((?:own|reserved)\\)$)[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$';

export const properties: Keyword = {
	keyword: 'properties',
	belongsTo: 'value',
	appliesTo: ['object', 'variant'],
	makesType: true,
	shape: {
		type: 'object',
		title: 'the fields of an object',
		description:
			'Fields, in the order in which JSON is written. For a variant: its members. The JSON type of a value (boolean, number, text, list, object) selects the member; in protobuf the value is a message with that field.',
		propertyNames: {
			pattern: fieldNamePattern,
			title: 'a field name',
			description: 'a string without control characters',
		},
		additionalProperties: ref('schema'),
	},
};

const fieldName = text('A field of the type that is included.', { pattern: fieldNamePattern, title: 'a field name' });
const typeReference: Shape = { ...reference.shape, description: 'The type, as `$ref` names it.' };

export const include: Keyword = {
	keyword: 'include',
	belongsTo: 'value',
	appliesTo: ['object'],
	makesType: true,
	shape: {
		type: 'array',
		minItems: 1,
		items: {
			anyOf: [
				typeReference,
				object(
					'an included type',
					{
						type: typeReference,
						at: path('Path of an inline object of that type, whose fields are taken: `spec`.'),
						without: set(fieldName, 'Fields that are left out.'),
						renamed: {
							type: 'object',
							description:
								'Fields with another name in this type, as new name and old name. Between two versions of a kind such a field converts without a step; a step under `converts` that names it takes precedence.',
							additionalProperties: fieldName,
						},
					},
					['type'],
				),
			],
		},
		description:
			'Types under `types/` whose fields this type also has, with `required`, unions and rules of the whole object. A rule that names a field that is left out or renamed is not included. `properties` of this type replaces fields of the same name. References in included fields lead to the type of the same name in this version, if it has one.',
	},
};

export const items: Keyword = {
	keyword: 'items',
	belongsTo: 'value',
	appliesTo: ['array'],
	makesType: true,
	shape: ref('schema', 'Schema of the entries of a list.'),
};

export const additionalProperties: Keyword = {
	keyword: 'additionalProperties',
	belongsTo: 'value',
	appliesTo: ['map'],
	makesType: true,
	shape: { anyOf: [ref('schema'), { type: 'boolean' }], description: 'Schema of the values of a map.' },
};

export const keys: Keyword = {
	keyword: 'keys',
	belongsTo: 'value',
	appliesTo: ['map'],
	shape: ref('schema', "Rules of a map's keys, as a schema of type string."),
};

export const preserveUnknown: Keyword = {
	keyword: 'preserveUnknown',
	belongsTo: 'value',
	appliesTo: ['object'],
	makesType: true,
	shape: flag('If true, undeclared fields are kept as sent.'),
	readValue: (node) => (flagAt(node, 'preserveUnknown') === true ? { preserveUnknown: true } : {}),
};
