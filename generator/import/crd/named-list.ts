/** Lists of maps identified by a key: versions and columns by name, expressions by rule. */
import { isMap, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';

const identities = ['name', 'rule'] as const;

export class NamedList {
	readonly node: YAMLSeq<YAMLMap>;
	readonly by: string;

	constructor(node: YAMLSeq<YAMLMap>, by: string) {
		this.node = node;
		this.by = by;
	}

	nameOf(item: YAMLMap): unknown {
		return item.get(this.by);
	}

	named(name: unknown): YAMLMap | undefined {
		return this.node.items.find((item) => this.nameOf(item) === name);
	}

	/** Returns the names that both lists have, in this list's order. */
	namesIn(other: NamedList): readonly unknown[] {
		return this.node.items.map((item) => this.nameOf(item)).filter((name) => other.named(name) !== undefined);
	}
}

/** Returns the list; undefined for another node, or for duplicate names. */
export function namedList(node: unknown): NamedList | undefined {
	if (!isSeq(node) || node.items.length === 0 || !node.items.every(isMap)) return undefined;
	const list = node as YAMLSeq<YAMLMap>;
	const by = identities.find((key) => list.items.every((item) => item.has(key)));
	if (by === undefined || new Set(list.items.map((item) => item.get(by))).size < list.items.length) return undefined;
	return new NamedList(list, by);
}

/** Returns the entries in the order of another list. An entry only in this list stays after its predecessor. */
export function sorted(list: NamedList, order: NamedList): YAMLMap[] {
	const groups: { readonly rank: number; readonly items: YAMLMap[] }[] = [{ rank: -1, items: [] }];
	for (const item of list.node.items) {
		const rank = order.node.items.findIndex((one) => order.nameOf(one) === list.nameOf(item));
		if (rank < 0) groups.at(-1)?.items.push(item);
		else groups.push({ rank, items: [item] });
	}
	return groups.sort((a, b) => a.rank - b.rank).flatMap(({ items }) => items);
}
