import { text } from '../shape/shape.ts';
import type { Keyword } from './keyword.ts';

export const references: Keyword = {
	keyword: 'references',
	belongsTo: 'field',
	alsoOnParts: true,
	shape: {
		type: 'object',
		description: 'The kind that the value names. Documentation only.',
		properties: { kind: text('Kind.') },
		additionalProperties: true,
	},
};
