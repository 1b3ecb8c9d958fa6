/**
 * Sets that were written when a type had other markers: whoever owned parts of what is atomic by now owns all of it. What was
 * atomic and is not any more stays owned as one, so that nobody's changes to its parts conflict. Source: seed 1, merge-strategy markers.
 */
import type { Element } from '../sets/element.ts';
import { type FieldSet, leaf, node } from '../sets/field-set.ts';
import { typeOfMember } from './entries.ts';
import type { MergeType } from './merge-schema.ts';

/** The set itself where it fits the type as it is. */
export function reconcile(type: MergeType, set: FieldSet): FieldSet {
	if (set.children === undefined) return set;
	if (isAtomic(type)) return leaf;
	let children: Map<Element, FieldSet> | undefined;
	// Entries of a list mostly share what they have below.
	let [last, lastNow] = [leaf, leaf];
	for (const [element, inner] of set.children) {
		const below = type.kind === 'list' ? type.items : element.charCodeAt(0) === 0x66 ? typeOfMember(type, element.slice(2)) : undefined;
		const now = below === undefined ? inner : type.kind === 'list' && inner === last ? lastNow : reconcile(below, inner);
		[last, lastNow] = [inner, now];
		if (now === inner) continue;
		children ??= new Map(set.children);
		children.set(element, now);
	}
	return children === undefined ? set : node(set.member, children);
}

function isAtomic(type: MergeType): boolean {
	switch (type.kind) {
		case 'list':
			return type.of === 'atomic';
		case 'struct':
		case 'map':
		case 'any':
			return type.atomic;
		default:
			return false;
	}
}
