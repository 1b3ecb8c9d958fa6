/** Keyword for the precision in which quantities are stored. */
import { textAt } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const precision: Keyword = {
	keyword: 'precision',
	belongsTo: 'value',
	appliesTo: ['quantity'],
	shape: { type: 'string', enum: ['milli'], description: '`milli`: a value with more than three decimals is rounded up, away from zero, when it is read.' },
	readValue: (node) => (textAt(node, 'precision') === 'milli' ? { precision: 'milli' } : {}),
	describeValue: (schema) => (schema.kind === 'quantity' && schema.precision !== undefined ? ['rounded up to thousandths'] : []),
};
