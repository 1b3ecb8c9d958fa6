import { flag } from '../shape/shape.ts';
import { flagAt } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const nullable: Keyword = {
	keyword: 'nullable',
	belongsTo: 'field',
	shape: flag('A null that is sent is kept, and does what `required` asks for. Otherwise null is another word for absent.'),
	readField: ({ node }) => (flagAt(node, 'nullable') === true ? { nullable: true } : {}),
	describeField: ({ nullable }) => (nullable ? ['may be null'] : []),
};
