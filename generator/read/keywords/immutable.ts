import { flag } from '../shape/shape.ts';
import { flagAt } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const immutable: Keyword = {
	keyword: 'immutable',
	belongsTo: 'field',
	shape: flag('Updates cannot change, set or unset it, nor take the object away that has it (entries of lists and maps may go).'),
	readField: ({ node }) => (flagAt(node, 'immutable') === true ? { immutable: true } : {}),
	changes: true,
	describeField: ({ immutable }) => (immutable ? ['cannot change'] : []),
	describeChange: (value) => (value ? 'cannot change' : 'may change'),
};
