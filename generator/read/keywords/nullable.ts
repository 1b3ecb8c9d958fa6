import { flag } from '../shape/shape.ts';
import { flagAt } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const nullable: Keyword = {
	keyword: 'nullable',
	belongsTo: 'field',
	alsoOnParts: true,
	shape: flag(
		'A null that is sent is kept, and does what `required` asks for. Otherwise null in place of a field is another word for absent. Of items of a list and values of a map: null is one of them.',
	),
	readField: ({ node }) => (flagAt(node, 'nullable') === true ? { nullable: true } : {}),
	describeField: ({ nullable }) => (nullable ? ['may be null'] : []),
};
