import { text } from '../shape/shape.ts';
import { at, type MapNode, mapAt, type SpecNode } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const references: Keyword = {
	keyword: 'references',
	belongsTo: 'field',
	alsoOnParts: true,
	shape: {
		type: 'object',
		description: 'Kind whose objects the value, or each entry of a list, names. The reference pages of both kinds show it; nothing is checked.',
		properties: {
			kind: {
				anyOf: [text('Kind, such as `Secret`.'), { type: 'array', items: text('A kind.'), minItems: 1, uniqueItems: true }],
				description: 'Kind, such as `Secret`, or a list of kinds, such as `[Role, ClusterRole]`.',
			},
		},
		additionalProperties: true,
	},
};

/** Returns the source nodes of the kind names to which a field refers. */
export function namedKinds(field: MapNode): readonly SpecNode[] {
	const named = at(at(field, 'references'), 'kind') ?? at(at(mapAt(field, 'items'), 'references'), 'kind');
	if (named === undefined) return [];
	return named.kind === 'list' ? named.items : [named];
}
