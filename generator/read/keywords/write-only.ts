import { flag } from '../shape/shape.ts';
import { flagAt } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const writeOnly: Keyword = {
	keyword: 'writeOnly',
	belongsTo: 'field',
	shape: flag('Accepted on write and seen by hooks and rules, never stored or returned.'),
	readField: ({ node }) => (flagAt(node, 'writeOnly') === true ? { writeOnly: true } : {}),
	describeField: ({ writeOnly }) => (writeOnly ? ['write only'] : []),
};
