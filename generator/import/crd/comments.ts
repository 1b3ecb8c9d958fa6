/** Comments attached to YAML nodes. */
import { isMap, isNode, isPair, isSeq, type Node } from 'yaml';
import { isSame, keyOf } from './plain-data.ts';

/** Returns all comments in a node or pair, without `#`. */
export function commentsOf(node: unknown): readonly string[] {
	if (isPair(node)) return [...commentsOf(node.key), ...commentsOf(node.value)];
	if (!isNode(node)) return [];
	const inside = isMap(node) || isSeq(node) ? (node.items as readonly unknown[]).flatMap(commentsOf) : [];
	return [...ownComments(node), ...inside];
}

function ownComments({ commentBefore, comment }: Node): readonly string[] {
	return [commentBefore, comment].flatMap((text) => (text == null ? [] : text.split('\n')));
}

/** Moves the comments of a replaced node to the same places in its replacement. Returns comments whose place is gone. */
export function carryComments(from: unknown, to: unknown): readonly string[] {
	if (!isNode(from)) return [];
	if (!isNode(to)) return commentsOf(from);
	for (const word of ['commentBefore', 'comment', 'spaceBefore'] as const)
		if (from[word] != null && to[word] == null) Object.assign(to, { [word]: from[word] });
	if (isMap(from) && isMap(to))
		return from.items.flatMap((pair) => {
			const same = to.items.find((one) => keyOf(one) === keyOf(pair));
			return same === undefined ? commentsOf(pair) : [...carryComments(pair.key, same.key), ...carryComments(pair.value, same.value)];
		});
	if (isSeq(from) && isSeq(to))
		return from.items.flatMap((item) => {
			const same = to.items.find((one) => isSame(one, item));
			return same === undefined ? commentsOf(item) : carryComments(item, same);
		});
	return isMap(from) || isSeq(from) ? (from.items as readonly unknown[]).flatMap(commentsOf) : [];
}
