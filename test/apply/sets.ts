/** Field sets in test notation: one path per line, with elements separated by spaces. */
import type { Element } from '../../runtime/apply/sets/element.ts';
import { emptySet, type FieldSet, leaf, node, union } from '../../runtime/apply/sets/field-set.ts';
import { writeFieldsV1 } from '../../runtime/apply/sets/fields-v1.ts';

/** Returns the set of these paths, such as `f:spec f:replicas`; elements must not contain spaces. */
export function setOf(...paths: readonly string[]): FieldSet {
	return paths.reduce<FieldSet>((set, path) => union(set, pathSet(...path.split(' '))), emptySet);
}

/** Returns the set of one path. */
function pathSet(...path: readonly Element[]): FieldSet {
	return path.reduceRight<FieldSet>((inner, element) => node(false, new Map([[element, inner]])), leaf);
}

/** Returns all paths in the notation of `setOf`, sorted. */
export function pathsOf(set: FieldSet): string[] {
	const paths: string[] = [];
	const visit = (at: FieldSet, path: readonly string[]): void => {
		if (at.member) paths.push(path.join(' '));
		for (const [element, inner] of at.children ?? []) visit(inner, [...path, element]);
	};
	visit(set, []);
	return paths.sort();
}

export function textOf(set: FieldSet): string {
	return JSON.stringify(writeFieldsV1(set));
}
