import { flag } from '../shape/shape.ts';
import { flagAt } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const immutable: Keyword = {
	keyword: 'immutable',
	belongsTo: 'field',
	shape: flag('If true, updates cannot change, set or remove the field, nor remove the object around it. Entries of lists and maps can be removed.'),
	readField: ({ node }) => (flagAt(node, 'immutable') === true ? { immutable: true } : {}),
	changes: true,
	describeField: ({ immutable }) => (immutable ? ['cannot change'] : []),
	describeChange: (value) => (value ? 'cannot change' : 'may change'),
};
