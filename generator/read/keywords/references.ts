import { text } from '../shape/shape.ts';
import { at, type MapNode, mapAt, type SpecNode } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const references: Keyword = {
	keyword: 'references',
	belongsTo: 'field',
	alsoOnParts: true,
	shape: {
		type: 'object',
		description: 'The kind that the value names, or that each entry of a list does. It is said on the reference pages of both kinds, and checks nothing.',
		properties: { kind: text('Kind, such as `Secret`.') },
		additionalProperties: true,
	},
};

/** The name of the kind that a field names, as it is written. */
export function namedKind(field: MapNode): SpecNode | undefined {
	return at(at(field, 'references'), 'kind') ?? at(at(mapAt(field, 'items'), 'references'), 'kind');
}
