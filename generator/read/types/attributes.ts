/** Collects the attributes that the keywords of a value set. `types/` reads the schemas inside it. */
import type { ReadContext } from '../context.ts';
import { keywords } from '../keywords/index.ts';
import type { NodeType, ValueAttributes } from '../keywords/keyword.ts';
import type { MapNode } from '../source/node.ts';

export function readAttributes(node: MapNode, type: NodeType, context: ReadContext): ValueAttributes {
	const attributes: ValueAttributes = {};
	for (const { appliesTo, readValue } of keywords) if (appliesTo?.includes(type)) Object.assign(attributes, readValue?.(node, context));
	return attributes;
}
