/** The keywords for the parts of objects, lists and maps. `types/` reads them, because parts are schemas themselves. */
import { flag, object, path, ref, type Shape, set, text } from '../shape/shape.ts';
import { flagAt } from '../source/node.ts';
import type { Keyword } from './keyword.ts';
import { reference } from './type.ts';

/** Names of fields: any text on one line except the two keys that a lock has beside fields. */
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
			'The fields, in the order in which JSON is written. Of a variant the members: a value is that of one of them and says by its form (true or false, a number, a text, a list, an object) of which; in protobuf it is a message with that field.',
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
						at: path('Where the object with the fields is written in place below that type: `spec`.'),
						without: set(fieldName, 'Fields that are left out.'),
						renamed: {
							type: 'object',
							description:
								'Fields that have another name here: the new name, and the old one. Between two versions of a kind the field is converted from one name to the other without a step, whichever of them is stored; a step under `converts` that names it counts before.',
							additionalProperties: fieldName,
						},
					},
					['type'],
				),
			],
		},
		description:
			'Types under `types/` whose fields this one has as well, with what is required of them and their unions, but not with rules of the type as a whole. What stands under `properties` here replaces a field of the same name. References in included fields lead to the type of the same name in this version, where it has one.',
	},
};

export const items: Keyword = {
	keyword: 'items',
	belongsTo: 'value',
	appliesTo: ['array'],
	makesType: true,
	shape: ref('schema', 'What a list holds.'),
};

export const additionalProperties: Keyword = {
	keyword: 'additionalProperties',
	belongsTo: 'value',
	appliesTo: ['map'],
	makesType: true,
	shape: { anyOf: [ref('schema'), { type: 'boolean' }], description: 'What a map holds.' },
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
	shape: flag('Fields not named are kept as they are.'),
	readValue: (node) => (flagAt(node, 'preserveUnknown') === true ? { preserveUnknown: true } : {}),
};
