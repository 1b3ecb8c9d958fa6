/**
 * Adapts stored sets to changed markers of a type. If a value became atomic, owners of its parts own all of it. If it is no longer atomic,
 * it stays owned as a whole, so that changes to its parts do not conflict. Source: seed 1, merge-strategy markers.
 */
import type { Element } from '../sets/element.ts';
import { type FieldSet, leaf, node } from '../sets/field-set.ts';
import { typeOfMember } from './entries.ts';
import type { MergeType } from './merge-schema.ts';

/** Returns the set itself when it fits the type. */
export function reconcile(type: MergeType, set: FieldSet): FieldSet {
	if (set.children === undefined) return set;
	if (isAtomic(type)) return leaf;
	let children: Map<Element, FieldSet> | undefined;
	// Entries of a list usually share their content set.
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
