/** What objects, lists and maps are made of. How that is read stands in `types/`: parts are schemas themselves. */
import { flag, ref } from '../shape/shape.ts';
import { flagAt } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

/** Of fields; braces are of placeholders. */
export const fieldNamePattern = '^(?!__proto__$)[A-Za-z_$][A-Za-z0-9_$.{}-]*$';

export const properties: Keyword = {
	keyword: 'properties',
	belongsTo: 'value',
	appliesTo: ['object'],
	makesType: true,
	shape: {
		type: 'object',
		title: 'the fields of an object',
		description: 'The fields, in the order in which JSON is written.',
		propertyNames: {
			pattern: fieldNamePattern,
			title: 'a field name',
			description: 'letters, digits, "_", "-", "." and "$", a letter first',
		},
		additionalProperties: ref('schema'),
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
