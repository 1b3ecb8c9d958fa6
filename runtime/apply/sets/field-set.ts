/**
 * A set of field paths, as a tree of elements: the fields that a manager owns or that a write changed. Sets are immutable and share common
 * parts. Operations return an input itself when it equals the result.
 *
 * Each path is a member by itself. The path of a list entry may be in the set without its content, and the content without the entry.
 */
import { type Element, elementText, sortElements } from './element.ts';

export interface FieldSet {
	/** True when the path that ends here is in the set. Always false for the root: the whole object has no owner. */
	readonly member: boolean;
	/** Nonempty sets below each element, in no particular order; undefined when there are none. */
	readonly children: ReadonlyMap<Element, FieldSet> | undefined;
}

export const emptySet: FieldSet = { member: false, children: undefined };

/** Set with one path that ends here. */
export const leaf: FieldSet = { member: true, children: undefined };

/** Makes a node. Returns the constants `leaf` and `emptySet` for their contents, because callers compare with them by identity. */
export function node(member: boolean, children: ReadonlyMap<Element, FieldSet> | undefined): FieldSet {
	if (children === undefined || children.size === 0) return member ? leaf : emptySet;
	return { member, children };
}

export function isEmpty(set: FieldSet): boolean {
	return set === emptySet || (!set.member && set.children === undefined);
}

/** Reports whether a path is in the set. */
export function has(set: FieldSet, ...path: readonly Element[]): boolean {
	let at: FieldSet | undefined = set;
	for (const element of path) at = at?.children?.get(element);
	return at?.member === true;
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
	if (a === b || isEmpty(b)) return a;
	if (isEmpty(a)) return b;
	const member = a.member || b.member;
	// The smaller set is merged into the larger one.
	const [base, other] = (a.children?.size ?? 0) >= (b.children?.size ?? 0) ? [a, b] : [b, a];
	if (other.children === undefined) return member === base.member ? base : node(member, base.children);
	let children: Map<Element, FieldSet> | undefined;
	for (const [element, inner] of other.children) {
		const present = base.children?.get(element);
		const both = present === undefined ? inner : union(present, inner);
		if (both === present) continue;
		children ??= new Map(base.children);
		children.set(element, both);
	}
	if (children === undefined && member === base.member) return base;
	return node(member, children ?? base.children);
}

/** Returns the union of many sets; visits each path once per set that contains it. */
export function unionAll(sets: readonly FieldSet[]): FieldSet {
	const [first, second, ...more] = sets;
	if (first === undefined) return emptySet;
	if (second === undefined) return first;
	if (more.length === 0) return union(first, second);
	const inner = new Map<Element, FieldSet[]>();
	for (const { children } of sets) {
		for (const [element, set] of children ?? []) {
			const known = inner.get(element);
			if (known === undefined) inner.set(element, [set]);
			else known.push(set);
		}
	}
	return node(
		sets.some(({ member }) => member),
		new Map([...inner].map(([element, all]) => [element, unionAll(all)])),
	);
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
	if (a === b) return a;
	const [few, many] = (a.children?.size ?? 0) <= (b.children?.size ?? 0) ? [a, b] : [b, a];
	const member = a.member && b.member;
	if (few.children === undefined) return node(member, undefined);
	let children: Map<Element, FieldSet> | undefined;
	for (const [element, inner] of few.children) {
		const other = many.children?.get(element);
		const both = other === undefined ? emptySet : intersection(inner, other);
		if (isEmpty(both)) continue;
		children ??= new Map();
		children.set(element, both);
	}
	return node(member, children);
}

/** Returns `a` without the paths in `b`; paths below them stay. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
	return without(a, b, false);
}

/** Returns `a` without the paths in `b` and all paths below them. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
	return without(a, b, true);
}

function without(a: FieldSet, b: FieldSet, recursive: boolean): FieldSet {
	if (a === b || (recursive && b.member)) return emptySet;
	const member = a.member && !b.member;
	if (a.children === undefined || b.children === undefined) return member === a.member ? a : node(member, a.children);
	const children = a.children.size <= b.children.size ? leftOf(a.children, b.children, recursive) : lessFew(a.children, b.children, recursive);
	return children === a.children && member === a.member ? a : node(member, children);
}

type Children = ReadonlyMap<Element, FieldSet>;

/** Returns the remaining children. Usually all or none remain, so a map is built only when one differs. */
function leftOf(all: Children, others: Children, recursive: boolean): Children {
	let children: Map<Element, FieldSet> | undefined;
	// List entries usually share their content set, so the previous result is reused.
	let [lastInner, lastOther, left] = [emptySet, emptySet, emptySet];
	let same = 0;
	for (const [element, inner] of all) {
		const other = others.get(element);
		if (other === undefined) left = inner;
		else if (inner !== lastInner || other !== lastOther) left = without(inner, other, recursive);
		[lastInner, lastOther] = [inner, other ?? emptySet];
		if (children === undefined && left === inner) {
			same++;
			continue;
		}
		children ??= firstOf(all, same);
		if (!isEmpty(left)) children.set(element, left);
	}
	return children ?? all;
}

function firstOf(all: Children, count: number): Map<Element, FieldSet> {
	const first = new Map<Element, FieldSet>();
	let left = count;
	for (const [element, inner] of all) {
		if (left-- <= 0) break;
		first.set(element, inner);
	}
	return first;
}

/** Removes a few children, the usual case. */
function lessFew(all: Children, few: Children, recursive: boolean): Children {
	let children: Map<Element, FieldSet> | undefined;
	for (const [element, other] of few) {
		const inner = all.get(element);
		if (inner === undefined) continue;
		const left = without(inner, other, recursive);
		if (left === inner) continue;
		children ??= new Map(all);
		if (isEmpty(left)) children.delete(element);
		else children.set(element, left);
	}
	return children ?? all;
}

export function isEqual(a: FieldSet, b: FieldSet): boolean {
	if (a === b) return true;
	if (a.member !== b.member || (a.children?.size ?? 0) !== (b.children?.size ?? 0)) return false;
	for (const [element, inner] of a.children ?? []) {
		const other = b.children?.get(element);
		if (other === undefined || !isEqual(inner, other)) return false;
	}
	return true;
}

/** Returns the paths without other paths below them. */
export function leaves(set: FieldSet): FieldSet {
	if (set.children === undefined) return set;
	return node(false, new Map([...set.children].map(([element, inner]) => [element, leaves(inner)])));
}

/**
 * Returns every path as text (`.spec.containers[name="nginx"].image`), each before the paths below it. In each node, member paths precede
 * deeper paths, as in Kubernetes.
 */
export function pathTexts(set: FieldSet): string[] {
	const texts: string[] = [];
	const visit = (at: FieldSet, prefix: string): void => {
		const entries = sortElements([...(at.children ?? [])]).map(([element, inner]) => ({ path: prefix + elementText(element), inner }));
		for (const { path, inner } of entries) if (inner.member) texts.push(path);
		for (const { path, inner } of entries) if (inner.children !== undefined) visit(inner, path);
	};
	visit(set, '');
	return texts;
}
