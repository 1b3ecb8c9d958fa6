import { flag } from '../shape/shape.ts';
import { flagAt } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const mayBeEmpty: Keyword = {
	keyword: 'mayBeEmpty',
	belongsTo: 'field',
	shape: flag('If true, validation accepts an empty value although documents call the field required or list other values.'),
	readField: ({ node }) => (flagAt(node, 'mayBeEmpty') === true ? { mayBeEmpty: true } : {}),
};
