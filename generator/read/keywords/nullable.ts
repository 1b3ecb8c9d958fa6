import { flag } from '../shape/shape.ts';
import { flagAt } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const nullable: Keyword = {
	keyword: 'nullable',
	belongsTo: 'field',
	alsoOnParts: true,
	shape: flag(
		'If true, null is a value: it is kept and satisfies `required`. Otherwise a null field counts as absent. Also allowed on items of a list and values of a map.',
	),
	readField: ({ node }) => (flagAt(node, 'nullable') === true ? { nullable: true } : {}),
	describeField: ({ nullable }) => (nullable ? ['may be null'] : []),
};
