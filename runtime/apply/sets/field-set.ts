/**
 * A set of field paths, as a tree of elements: who owns what of an object, what a write has changed. Values never change, and
 * share what they have in common; an operation gives back an operand itself where it equals the result.
 *
 * A path is in the set by itself: that of a list's entry may be without what is in the entry, and otherwise.
 */
import { type Element, elementText, sortElements } from './element.ts';

export interface FieldSet {
	/** Whether the path that leads here is in the set. Never that of the root: nobody owns the whole object. */
	readonly member: boolean;
	/** In no particular order; none of them is empty. Undefined: there is none. */
	readonly children: ReadonlyMap<Element, FieldSet> | undefined;
}

export const emptySet: FieldSet = { member: false, children: undefined };

/** A path that ends here. */
export const leaf: FieldSet = { member: true, children: undefined };

/** A node of these; `leaf` and `emptySet` are told apart from others by identity, so no other node is made for them. */
export function node(member: boolean, children: ReadonlyMap<Element, FieldSet> | undefined): FieldSet {
	if (children === undefined || children.size === 0) return member ? leaf : emptySet;
	return { member, children };
}

export function isEmpty(set: FieldSet): boolean {
	return set === emptySet || (!set.member && set.children === undefined);
}

/** Whether a path is in the set. */
export function has(set: FieldSet, ...path: readonly Element[]): boolean {
	let at: FieldSet | undefined = set;
	for (const element of path) at = at?.children?.get(element);
	return at?.member === true;
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
	if (a === b || isEmpty(b)) return a;
	if (isEmpty(a)) return b;
	const member = a.member || b.member;
	// The smaller one goes into the larger one.
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

/** Of many: each path is looked at once for each set that leads to it. */
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

/** Without the paths of another set. Paths below one of them stay. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
	return without(a, b, false);
}

/** Without the paths of another set and everything below them. */
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

/** Mostly all of them are left, or none: nothing is made of what is gone. */
function leftOf(all: Children, others: Children, recursive: boolean): Children {
	let children: Map<Element, FieldSet> | undefined;
	// Entries of a list mostly share what they have below: what came of the neighbours comes of these.
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

/** Mostly little goes. */
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

/** Those paths below which there is none. */
export function leaves(set: FieldSet): FieldSet {
	if (set.children === undefined) return set;
	return node(false, new Map([...set.children].map(([element, inner]) => [element, leaves(inner)])));
}

/** Every path as text (`.spec.containers[name="nginx"].image`), each before what is below it. Members of a node come before what is deeper, as Kubernetes lists them. */
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
